/** The tabs of the playground. The first one is open at first. */
export const TABS = ["error", "answer", "message"] as const;

export type Tab = (typeof TABS)[number];

/** Reads a case from the hash of an address: a tab, and what was chosen on it. Never throws. */
export function readCase(hash: string): { readonly tab: Tab; readonly values: ReadonlyMap<string, string> } {
  const [name = "", query = ""] = hash.replace(/^#/, "").split("?", 2);
  const tab = TABS.find((one) => one === name) ?? TABS[0];
  return { tab, values: new Map(new URLSearchParams(query)) };
}

/** Writes a case. It leaves out `undefined`, but not an empty string, which is a choice too. */
export function writeCase(tab: Tab, values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return `#${tab}${query.size === 0 ? "" : `?${query}`}`;
}
