import { peekString } from "../untrusted/peek.ts";
import { sharedName } from "./shared-text.ts";

/** The name of a route. It may contain anything until `printableRoute` has made it safe. */
export interface RouteName {
  readonly method: string;
  /** The framework's pattern, or a path with its ids written as `:id`. */
  readonly route: string;
  /** Whether `route` is the framework's pattern. */
  readonly isPattern: boolean;
}

const LIMITS = { method: 20, route: 120 };
const MAX_PATH = 500;

/** How many segments of a path are distinguished. */
const MAX_SEGMENTS = 8;

const MAX_SEGMENT = 40;

/** Returns the route of a report. Never throws. */
export function readRouteName(report: unknown): RouteName {
  const pattern = peekString(report, "route");
  const route = pattern ?? generalize(peekString(report, "path") ?? "");
  const method = peekString(report, "method") ?? "";
  return { method: method.slice(0, MAX_PATH), route: route.slice(0, MAX_PATH), isPattern: pattern !== undefined };
}

export function printableRoute({ method, route, isPattern }: RouteName): RouteName {
  return { method: sharedName(method, LIMITS.method), route: sharedName(route, LIMITS.route), isPattern };
}

/** Only digits, digits after a hyphen or an underscore, a percent-encoded string, an email address, or a long name with digits. */
const ID = /^\d+$|[-_]\d+$|[%@]|^(?=\D*\d)[\w.~=+-]{16,}$/;

/** Returns a path with its ids written as `:id`, so that all requests to one route have the same name. */
function generalize(path: string): string {
  const segments = path
    .slice(0, MAX_PATH)
    .replace(/[?#].*/s, "")
    .split("/");
  const named = segments
    .slice(0, MAX_SEGMENTS + 1)
    .map((segment) => (segment.length > MAX_SEGMENT || ID.test(segment) ? ":id" : segment));
  return `${named.join("/")}${segments.length > MAX_SEGMENTS + 1 ? "/…" : ""}`;
}
