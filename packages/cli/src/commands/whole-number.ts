import { InvalidArgumentError } from "commander";

/** Makes a function that reads the value of an option. It throws commander's InvalidArgumentError for anything but a whole number in the range. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}
