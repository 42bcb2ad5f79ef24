import { InvalidArgumentError } from "commander";

/** Reads the value of an option. The reader throws commander's InvalidArgumentError for what is no such number. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}
