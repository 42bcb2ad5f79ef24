/** Whether a value carries a brand of this package, of this or another copy. Never throws. */
export function hasBrand(value: unknown, brand: symbol): boolean {
  if (typeof value !== "object" || value === null) return false;
  try {
    return Reflect.get(value, brand) === true;
  } catch {
    return false;
  }
}
