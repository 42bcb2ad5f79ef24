/** Makes a value when it is first needed. */
export function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Makes an expression when it is first needed. For those with classes of Unicode, for the reason that `Pattern` has. */
export const late = (source: string, flags: string): (() => RegExp) => once(() => new RegExp(source, flags));
