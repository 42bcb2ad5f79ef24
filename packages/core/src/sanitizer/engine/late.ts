/** Makes an expression when it is first needed. For those with classes of Unicode, for the reason that `Pattern` has. */
export function late(source: string, flags: string): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= new RegExp(source, flags);
    return made;
  };
}
