/** How deep an error is searched. */
const MAX_DEPTH = 4;

/**
 * The place of a value in an error, as the shortest expression in code: `error.code`, `headers.get("x-request-id")`. `undefined` if it is
 * not there.
 */
export function placeOf(error: unknown, wanted: unknown): string | undefined {
  const searched = JSON.stringify(wanted);
  let level: (readonly [place: string, value: unknown])[] = [["", error]];
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    level = level.flatMap(([place, value]) => partsOf(place, value));
    const found = level.find(([, value]) => value !== undefined && JSON.stringify(value) === searched);
    if (found !== undefined) return found[0];
  }
  return undefined;
}

function partsOf(place: string, value: unknown): (readonly [place: string, value: unknown])[] {
  if (value instanceof Headers) return [...value].map(([name, text]) => [`${place}.get("${name}")`, text]);
  if (typeof value === "string" && value.startsWith("{")) return parsed(place, value);
  if (typeof value !== "object" || value === null) return [];
  return Object.getOwnPropertyNames(value)
    .filter((name) => name !== "stack" && name !== "cause")
    .map((name) => [member(place, name), Reflect.get(value, name)]);
}

function parsed(place: string, text: string): (readonly [place: string, value: unknown])[] {
  try {
    return partsOf(`JSON.parse(${place})`, JSON.parse(text));
  } catch {
    return [];
  }
}

function member(place: string, name: string): string {
  if (!/^[a-z]\w*$/i.test(name)) return `${place}["${name}"]`;
  return place === "" ? name : `${place}.${name}`;
}
