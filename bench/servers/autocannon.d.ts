/** The part of autocannon that is used here. Its own types are a package that brings another version of Node's types. */
declare module "autocannon" {
  interface Settings {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly pipelining: number;
  }

  interface Result {
    /** Requests that failed without a response. */
    readonly errors: number;
    readonly requests: { readonly total: number };
    readonly "2xx": number;
    readonly "4xx": number;
    readonly "5xx": number;
  }

  export default function autocannon(settings: Settings): Promise<Result>;
}
