import { readFileSync } from "node:fs";

/** What `/static/hello.txt` sends. */
export const HELLO: Uint8Array<ArrayBuffer> = readFileSync(new URL("../files/hello.txt", import.meta.url));
