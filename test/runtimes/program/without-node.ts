import { lacked } from "./lacked.ts";

/**
 * Replaces what the cases import from Node's modules on a runtime without them. Everything loads, and nothing works. Each attempt is
 * recorded.
 */
function lack(name: string): never {
  lacked.push(name);
  throw new Error(`this runtime has no ${name}`);
}

/** Only the checking side compresses requests. */
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
