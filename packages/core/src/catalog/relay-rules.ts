import type { AnyCatalog } from "./any-catalog.ts";
import type { RequestCode, TaskCode } from "./catalog-codes.ts";

/** Codes about the request that this service sent to the other one. This service's caller sent a different request and cannot fix it. */
export const NEVER_RELAYED = ["insufficient_scope", "invalid_input", "unsupported_protocol_version"] as const;

type Inside = "internal_error" | "upstream_error" | "upstream_timeout";

/** Whether a code is one of {@link Inside}. A vendor's own `acme_printer_internal_error` is not, because a prefix is one word. */
type IsInside<Code> = Code extends `${infer Vendor}_${Inside}`
  ? Vendor extends `${string}_${string}`
    ? false
    : true
  : false;

/** The codes of a catalog that may be relayed; any string if the type of the catalog does not list its codes. */
export type RelayableCode<Codes> = string extends keyof Codes
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

/** The codes of the other service: those of this catalog, unless another one is given. */
export type UpstreamCodes<Codes, Upstream extends AnyCatalog | undefined> = Upstream extends AnyCatalog
  ? Upstream["codes"]
  : Codes;

/**
 * Which errors of another service are sent as errors of this one. Codes that are not named are not relayed. The rules cannot name a
 * 401, `insufficient_scope`, `invalid_input`, or `unsupported_protocol_version`, because these are about the request that this service
 * sent. They cannot name an internal error either.
 */
export interface RelayRules<Codes, Upstream extends AnyCatalog | undefined> {
  /** The catalog of the other service. Leave it out if both services share this catalog. */
  readonly from?: Upstream | undefined;
  /** Codes that keep their name. They are sent with this catalog's status, message, and retry rule. */
  readonly pass?: readonly (RelayableCode<Codes> & RelayableCode<UpstreamCodes<Codes, Upstream>>)[] | undefined;
  /** Codes of the other service, including its task codes, each with the code of this catalog that replaces it. */
  readonly as?:
    | {
        readonly [Code in
          | RelayableCode<UpstreamCodes<Codes, Upstream>>
          | TaskCode<UpstreamCodes<Codes, Upstream>>]?: RelayableCode<Codes>;
      }
    | undefined;
}
