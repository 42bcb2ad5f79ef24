/** Returns a function that keeps its result for each object, as long as the object lives. */
export function onceFor<Of extends object, Result>(make: (of: Of) => Result): (of: Of) => Result {
  const results = new WeakMap<Of, Result>();
  return (of) => {
    const result = results.get(of) ?? make(of);
    results.set(of, result);
    return result;
  };
}
