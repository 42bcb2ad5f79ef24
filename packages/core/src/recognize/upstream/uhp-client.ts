import { CLIENT_BRANDS, clientError } from "../../errors/client-error.ts";
import type { Mapping } from "../mapping/mapping.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { withReadWait } from "./stated-wait.ts";

/**
 * Recognizes errors of this library's client, in any copy and build. They report another service's error, or that it did not answer. If the
 * other service must not be asked again, neither must this one.
 */
export const uhpClient: BuiltInRecognizer = {
  name: "@uhp-errors/client",
  marks: { fields: CLIENT_BRANDS },
  map(thrown) {
    const error = clientError(thrown);
    if (error === undefined) return undefined;
    const { kind, retry, upstream } = error;
    const rule: Pick<Mapping, "retry" | "upstream"> = {
      ...(retry === undefined ? {} : { retry }),
      ...(upstream === undefined ? {} : { upstream }),
    };
    if (kind === "timeout") return { code: "upstream_timeout", ...rule };
    return withReadWait({ code: "upstream_error", ...rule }, upstream?.status, thrown.field("retryAfter"));
  },
};
