import type { AnyCatalog } from "./any-catalog.ts";
import type { RequestCode, TaskCode } from "./catalog-codes.ts";

/** Codes that speak of the request which this service sent to the other. Its own caller sent another one, and cannot mend that. */
export const NEVER_RELAYED = ["insufficient_scope", "invalid_input", "unsupported_protocol_version"] as const;

/** The built-in codes that only say that something failed inside. */
type Inside = "internal_error" | "upstream_error" | "upstream_timeout";

/** Whether a code is one of these. A vendor's own `acme_printer_internal_error` is not: a prefix is one word. */
type IsInside<Code> = Code extends `${infer Vendor}_${Inside}`
  ? Vendor extends `${string}_${string}`
    ? false
    : true
  : false;

/** The codes of a catalog that may pass from one service through another; any text where the catalog's type does not tell its codes. */
type RelayableCode<Codes> = string extends keyof Codes
  ? string
  : {
      [Code in RequestCode<Codes>]: Code extends (typeof NEVER_RELAYED)[number]
        ? never
        : IsInside<Code> extends true
          ? never
          : Codes[Code] extends { readonly type: "authentication_error" }
            ? never
            : Code;
    }[RequestCode<Codes>];

/** The codes of the other service: those of this catalog, where no other one is given. */
type UpstreamCodes<Codes, Upstream extends AnyCatalog | undefined> = Upstream extends AnyCatalog
  ? Upstream["codes"]
  : Codes;

/**
 * Which errors of another service leave as errors of this one. A code that is not named does not. Nothing here can be a 401,
 * `insufficient_scope`, `invalid_input`, `unsupported_protocol_version` or an internal error: these speak of the request that this
 * service sent.
 */
export interface RelayRules<Codes, Upstream extends AnyCatalog | undefined> {
  /** The catalog of the other service. Left out where it is this one, because services share it. */
  readonly from?: Upstream | undefined;
  /** Codes that keep their name. They leave with this catalog's status, text and retry rule. */
  readonly pass?: readonly (RelayableCode<Codes> & RelayableCode<UpstreamCodes<Codes, Upstream>>)[] | undefined;
  /** Codes of the other service, those of its tasks included, each with the code of this catalog that stands for it. */
  readonly as?:
    | {
        readonly [Code in
          | RelayableCode<UpstreamCodes<Codes, Upstream>>
          | TaskCode<UpstreamCodes<Codes, Upstream>>]?: RelayableCode<Codes>;
      }
    | undefined;
}
