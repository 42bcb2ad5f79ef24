/** What every planted secret ends in. No rule of the sanitizer knows it: it must stay away because its place is never printed. */
const MARK = "quartzviolin";

/** A secret for one place, by whose name a leak is found. */
export const plant = (place: string): string => `${place}${MARK}`;

/** Base64 of the mark, as it begins in each of the three places within a group. */
const ENCODED = ["", "x", "xx"].map((before) => Buffer.from(`${before}${MARK}`).toString("base64").slice(4, 14));

/** The places whose secrets a text shows. */
export function leaked(text: string): readonly string[] {
  const raw = [...text.matchAll(new RegExp(`([a-z]*)${MARK}`, "gi"))].map(([, place = ""]) => place);
  const encoded = ENCODED.filter((part) => text.includes(part)).map(() => "base64");
  return [...new Set([...raw, ...encoded])].sort();
}
