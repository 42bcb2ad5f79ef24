declare module "vitest" {
  interface TaskMeta {
    /** What was compared, for the table that `pnpm ecosystem` prints. */
    ecosystem?: {
      readonly library: string;
      readonly framework: string;
      readonly requests: number;
      /** 1 where the exchange is expected to differ. */
      readonly expected: number;
    };
  }
}

export type {};
