/**
 * What the one route of a server does. It is the same on every framework. Ids differ from request to request, as real ones do.
 * They come from a list that is made in advance, and is so long that no cache of recent texts still holds an id that comes again.
 */
import { randomUUID } from "node:crypto";
import type * as Core from "@uhp-errors/core";
import type HttpErrors from "http-errors";
import type * as Zod from "zod";
import { built, installed } from "../run/packages.ts";
import type { Case, Mode, Variant } from "./names.ts";

/** A route answers, or throws what is made for it. */
export type Deed = { readonly status: number; body(): object } | { failure(): unknown };

const { createContract, defineCatalog } = await built<typeof Core>("core");
const createError = installed<typeof HttpErrors>("http-errors");
const z = installed<typeof Zod>("zod");

const IDS = Array.from({ length: 65_536 }, () => randomUUID());
let given = 0;

function nextId(): string {
  given = (given + 1) % IDS.length;
  return IDS[given] ?? "";
}

const acme = defineCatalog({ vendor: "acme" });

/** The contract of a server. Reports are dropped, because printing them would be measured too. */
export function contractOf(variant: Variant | Mode): Core.Contract | undefined {
  if (variant !== "ours" && variant !== "observed") return undefined;
  // `--packages` can name an older build, which does not know the option.
  return createContract(acme, { onError: () => {}, ...(variant === "observed" ? { reportOnly: true } : {}) });
}

const harness = z.object({ name: z.string().min(1), replicas: z.number().int() });
const BAD_HARNESS = { name: "", replicas: "two" };

const DEFAULT_MESSAGE = "There is no such harness.";

/** An error as users of http-errors throw it, with the other fields of the envelope. */
function httpError(message: string): Error {
  return createError(404, message, { code: "harness_not_found", param: "harness_id" });
}

/**
 * What the route of a server does.
 *
 * @param byHand Makes the error that a service without the contract throws.
 */
export function deedOf(name: Case, variant: Variant | Mode, byHand: (message: string) => unknown = httpError): Deed {
  const ours = variant === "ours";
  switch (name) {
    case "success":
      return { status: 200, body: () => ({ id: nextId(), object: "harness", ready: true }) };
    case "default":
      return {
        failure: ours ? () => acme.error("harness_not_found", { param: "harness_id" }) : () => byHand(DEFAULT_MESSAGE),
      };
    case "message":
      return {
        failure: ours
          ? () => acme.error("harness_not_found", { message: `There is no harness ${nextId()}.`, param: "harness_id" })
          : () => byHand(`There is no harness ${nextId()}.`),
      };
    case "unknown":
      return { failure: () => new Error(`Cannot read the row of ${nextId()}`) };
    case "validation":
      return { failure: () => harness.parse(BAD_HARNESS) };
    case "foreign":
      return { status: 404, body: () => ({ message: "Not found", id: nextId() }) };
  }
}
