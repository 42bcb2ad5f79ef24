import type { HttpServer } from "@nestjs/common";

/** The methods that this package uses of Nest's HTTP adapter, the object that connects Nest to its platform. */
export type Adapter = Pick<
  HttpServer,
  "getType" | "getInstance" | "isHeadersSent" | "reply" | "setErrorHandler" | "setNotFoundHandler"
>;

type Method = (...args: unknown[]) => unknown;

/** Replaces a method of an adapter. The new one gets the old one, bound to the adapter, and the arguments. */
export function replaceMethod(
  adapter: Adapter,
  name: keyof Adapter,
  method: (below: Method, args: unknown[]) => unknown,
): void {
  const below = adapter[name] as Method;
  const bound: Method = (...args) => Reflect.apply(below, adapter, args);
  Object.assign(adapter, { [name]: (...args: unknown[]) => method(bound, args) });
}
