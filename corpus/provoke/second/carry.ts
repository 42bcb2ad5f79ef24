import { inspect, types } from "node:util";
import { about, type Provocation, type Provoke, type Traits } from "../javascript/tools.ts";

type Row = Provoke | readonly [Provoke, Traits];

/** The provocations of one source, with ids that those of the first set do not have. */
export const again = (source: string, table: Record<string, Row>): Provocation[] =>
  about(source, Object.fromEntries(Object.entries(table).map(([name, row]) => [`2-${name}`, row])));

/** The error that a provocation ends with; a provocation that ends well is an error too. */
export async function caught(provoke: Provoke): Promise<Error> {
  try {
    await provoke();
  } catch (error) {
    return types.isNativeError(error) || error instanceof Error ? error : new Error(inspect(error));
  }
  throw new TypeError("Nothing was thrown");
}

/** A provocation whose text is what a service made of the error. */
export const carried =
  (provoke: Provoke, carry: (error: Error) => string): Provoke =>
  async () =>
    carry(await caught(provoke));

/** The error as a service words it that puts it behind its own words. */
export const after =
  (words: string) =>
  (error: Error): string =>
    `${words}: ${error.message}`;

/** The same with the error's name. */
export const named =
  (words: string) =>
  (error: Error): string =>
    new Error(`${words}: ${error}`).message;

/** The messages of an error and its causes. */
export function chained(error: Error, separator = " <- "): string {
  const parts: string[] = [];
  for (let at: unknown = error; types.isNativeError(at) && parts.length < 5; at = at.cause) parts.push(at.message);
  return parts.join(separator);
}

/** What a service that answers in JSON says. */
export const asJson = (error: Error): string => JSON.stringify({ message: error.message, stack: error.stack });

/** A JSON text in a JSON text, as a gateway quotes the body of another service. */
export const asQuotedBody = (error: Error): string =>
  `upstream answered 502: ${JSON.stringify({ error: { detail: JSON.stringify({ message: error.message, stack: error.stack }) } })}`;

/** The stack in one line. */
export const inOneLine =
  (separator = " ") =>
  (error: Error): string =>
    (error.stack ?? "").replace(/\n\s*/g, separator);

/** The error behind some words, as the console shows it. */
export const shown =
  (words: string) =>
  (error: Error): string =>
    `${words} ${inspect(error, { depth: 2, breakLength: 120 })}`;
