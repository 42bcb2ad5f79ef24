import type { Hints } from "./label.ts";

export interface Provocation extends Hints {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Files by name, relative to the working directory. */
  readonly files?: Readonly<Record<string, string>>;
  /** Which stream is the message; by default stderr, or stdout when stderr is empty. */
  readonly stream?: "stdout" | "stderr" | "both";
  /** One line, as loggers write it. */
  readonly flat?: boolean;
  /** Keeps only the lines the caller would interpolate. */
  readonly pick?: (text: string) => string;
  /** Where the program seems to have been deployed. */
  readonly dir?: string;
  /** Host names and their addresses, valid in a network of its own in which nothing listens. */
  readonly net?: Readonly<Record<string, string>>;
  /** Host names that lead to 127.0.0.1, where the servers of the provocation listen. */
  readonly names?: readonly string[];
  /** A command that prepares the directory (a compiler); its output is not a message. */
  readonly before?: readonly (readonly string[])[];
  /** Real ports and the ports that are written down instead. */
  readonly ports?: ReadonlyMap<number, number>;
}
