/** The end of every planted secret. No rule of the sanitizer knows it, so only the place of a secret can keep it out. */
const MARK = "quartzviolin";

/** A secret for one place. Its name shows the place of a leak. */
export const plant = (place: string): string => `${place}${MARK}`;

/** The mark in base64, for each of the three positions within a group. */
const ENCODED = ["", "x", "xx"].map((before) => Buffer.from(`${before}${MARK}`).toString("base64").slice(4, 14));

/** The places whose secrets a string shows. */
export function leaked(text: string): readonly string[] {
  const raw = [...text.matchAll(new RegExp(`([a-z]*)${MARK}`, "gi"))].map(([, place = ""]) => place);
  const encoded = ENCODED.filter((part) => text.includes(part)).map(() => "base64");
  return [...new Set([...raw, ...encoded])].sort();
}
