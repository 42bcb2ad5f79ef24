import { tryOr } from "../untrusted/attempt.ts";

/** Copies a response object with a new status and error. Its other fields are copied as JSON would write them. */
export function endedResponse<Status extends string, Error>(
  response: object,
  status: Status,
  error: Error,
): { readonly status: Status; readonly error: Error } {
  return { ...Object.fromEntries(jsonFields(response)), status, error };
}

/** Returns the fields that can be written as JSON. Others are left out, so that the client always learns how the task ended. */
function jsonFields(response: object): [name: string, value: unknown][] {
  return tryOr(() => {
    const { toJSON } = response as { readonly toJSON?: unknown };
    // Of a value that is no object, no field can be read.
    const plain: object = typeof toJSON === "function" ? Reflect.apply(toJSON, response, [""]) : response;
    return Object.keys(plain).flatMap((name) => tryOr(() => jsonField(plain, name), []));
  }, []);
}

function jsonField(object: object, name: string): [name: string, value: unknown][] {
  const value: unknown = Reflect.get(object, name);
  return JSON.stringify(value) === undefined ? [] : [[name, value]];
}
