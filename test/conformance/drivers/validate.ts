import { Ajv } from "ajv";
import { VALIDATED } from "./driver.ts";

/** Checks what `/validated` got. Compiled once: it costs more than all else that a start does. */
export const validate = new Ajv().compile(VALIDATED);
