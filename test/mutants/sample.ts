import { random } from "../../corpus/random.ts";

/** A part of Stryker's mutant. */
interface Mutant {
  readonly id: string;
  readonly fileName: string;
  readonly location: object;
  readonly mutatorName: string;
  readonly replacement?: string | undefined;
}

/** The environment variable with the share of the mutants to try, above 0 and up to 1; all if there is none. */
export const SHARE_VARIABLE = "MUTANTS_SHARE";

/** The environment variable with the seed of the choice. */
export const SEED_VARIABLE = "MUTANTS_SEED";

/** Whether a mutant is tried. The same seed chooses the same mutants. */
function isInSample({ fileName, location, mutatorName, replacement }: Mutant): boolean {
  const { [SHARE_VARIABLE]: share = "1", [SEED_VARIABLE]: seed = "" } = process.env;
  const file = fileName.slice(fileName.lastIndexOf("/packages/"));
  return random(JSON.stringify([seed, file, location, mutatorName, replacement])).next() < Number(share);
}

/** A checker refuses mutants before Stryker tries them. This one refuses those outside of the sample. */
const checker = {
  init: async () => {},
  group: async (mutants: readonly Mutant[]) => [mutants.map(({ id }) => id)],
  check: async (mutants: readonly Mutant[]) =>
    Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        isInSample(mutant) ? { status: "passed" } : { status: "compileError", reason: "not in the sample" },
      ]),
    ),
};

/** Stryker's name for what a module offers it. */
export const strykerPlugins = [{ kind: "Checker", name: "sample", value: checker }];
