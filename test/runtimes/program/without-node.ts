import { lacked } from "./lacked.ts";

/**
 * What the cases take of Node's modules, where a runtime has none of these: all of it loads, and none of it works. What was tried
 * nevertheless is noted.
 */
function lack(name: string): never {
  lacked.push(name);
  throw new Error(`this runtime has no ${name}`);
}

/** Only requests are compressed by it, which the checking side makes. */
export const gzipSync = (): Uint8Array => new Uint8Array();

export class Readable {
  static from(): never {
    lack("node:stream");
  }
  constructor() {
    lack("node:stream");
  }
}

export function runInNewContext(): never {
  lack("node:vm");
}
