declare module "vitest" {
  interface TaskMeta {
    /** The counts of what was compared, for the table that `pnpm ecosystem` prints. */
    ecosystem?: {
      readonly library: string;
      readonly framework: string;
      readonly requests: number;
      /** 1 if the exchange is expected to differ. */
      readonly expected: number;
    };
  }
}

export type {};
