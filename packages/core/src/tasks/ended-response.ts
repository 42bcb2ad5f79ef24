/** A response object with a status and an error in place of its own; its other fields as JSON would have them. */
export function endedResponse<Status extends string, Error>(
  response: object,
  status: Status,
  error: Error,
): { readonly status: Status; readonly error: Error } {
  return { ...Object.fromEntries(jsonFields(response)), status, error };
}

/** The client learns how the task ended whatever the object is: a field that throws, or is no JSON, is left out. */
function jsonFields(response: object): [name: string, value: unknown][] {
  try {
    const { toJSON } = response as { readonly toJSON?: unknown };
    const plain: unknown = typeof toJSON === "function" ? Reflect.apply(toJSON, response, [""]) : response;
    if (typeof plain !== "object" || plain === null) return [];
    return Object.keys(plain).flatMap((name) => jsonField(plain, name));
  } catch {
    return [];
  }
}

function jsonField(object: object, name: string): [name: string, value: unknown][] {
  try {
    const value: unknown = Reflect.get(object, name);
    return JSON.stringify(value) === undefined ? [] : [[name, value]];
  } catch {
    return [];
  }
}
