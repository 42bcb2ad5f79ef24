import type { BuiltInRule } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { contains, containsToken, word } from "../../engine/trigger.ts";
import { token } from "./token.ts";

/** Monitoring, analytics, maps, and tools for APIs. */
export const monitoringRules = (): readonly BuiltInRule[] => [
  token("sentry-token", "sntrys_eyJ sntryu_", /sntr(?:ys_eyJ|yu_)[\w+/=-]{24,}/),
  token(
    "new-relic-key",
    [containsToken("NR"), contains("NRAL")],
    /NR(?:AK|JS|II|IQ|RA|AA|SP|BR)-[\w-]{16,}|[0-9a-f]{36}NRAL/,
  ),
  token("grafana-token", "glsa_ glc_", /gl(?:sa|c)_[\w+/=-]{24,}/),
  token("posthog-key", "phc_ phs_ phx_", /ph[cxs]_[A-Za-z0-9]{32,}/),
  token("datadog-key", "ddp_ dda_ pub", /dd(?:p|a)_[A-Za-z0-9]{32,}|pub[0-9a-f]{32}(?![0-9a-f])/),
  token("honeycomb-key", "hca hcb hcx", /hc[abx][lmi]k_[a-z0-9]{40,}/),
  token("axiom-or-logtail-token", "xaat- xapt-", /xa(?:at|pt)-[0-9a-f]{8}-[0-9a-f-]{20,}/),
  token("postman-key", "PMAK-", /PMAK-[0-9a-f]{20,}(?:-[0-9a-f]+)?/),
  token("mapbox-token", "pk.eyJ sk.eyJ", /[sp]k\.eyJ[\w-]{20,}(?:\.[\w-]+)?/),
  token("rapid-or-infracost-key", "ico-", /ico-[A-Za-z0-9]{32,}/),
  token("ngrok-token", [word(TRAIT.longPart, "ak_2", "2")], /(?:ak_)?2[A-Za-z0-9]{26}_[A-Za-z0-9]{20,}/),
  token(
    "polar-or-workos-key",
    "polar_ sk_",
    /polar_(?:pat|oat|whs)_\w{24,}|sk_(?:live|test|prod)?_?a2V5[A-Za-z0-9]{20,}/,
  ),
  token("statsig-key", "secret- client- console-", /(?:secret|client|console)-[A-Za-z0-9]{40,}/),
  token("wakatime-key", "waka_", /waka_[0-9a-f]{8}-[0-9a-f-]{20,}/),
];
