import { readFileSync } from "node:fs";

/** The content of `/static/hello.txt`. */
export const HELLO: Uint8Array<ArrayBuffer> = readFileSync(new URL("../files/hello.txt", import.meta.url));
