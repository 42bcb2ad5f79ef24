/** The tabs of the playground. */
export const TABS = ["answer", "message", "error"] as const;

export type Tab = (typeof TABS)[number];

/** Reads a case from the part of an address behind `#`: a tab, and what was chosen on it. Never throws. */
export function readCase(hash: string): { readonly tab: Tab; readonly values: ReadonlyMap<string, string> } {
  const [name = "", query = ""] = hash.replace(/^#/, "").split("?", 2);
  const tab = TABS.find((one) => one === name) ?? "answer";
  return { tab, values: new Map(new URLSearchParams(query)) };
}

/** Writes a case; what is empty is left out. */
export function writeCase(tab: Tab, values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
  return `#${tab}${query.size === 0 ? "" : `?${query}`}`;
}
