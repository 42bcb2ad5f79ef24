import type { BuiltInRule } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsInWord, beginsWithRun, beginsWithToken } from "../../engine/trigger.ts";
import { ALPHANUMERIC, token } from "./token.ts";

/** Monitoring, analytics, maps, and tools for APIs. */
export const monitoringRules = (): readonly BuiltInRule[] => [
  token("sentry-token", "sntrys_eyJ sntryu_", /sntr(?:ys_eyJ|yu_)[\w+/=-]{24,}/, "sntryu_{hex:64}", "sntryu_x"),
  token(
    "new-relic-key",
    [beginsWithToken("NR"), beginsWithRun(ALPHANUMERIC, "NRAL")],
    /NR(?:AK|JS|II|IQ|RA|AA|SP|BR)-[\w-]{16,}|[0-9a-f]{36}NRAL/,
    "NRAK-{upper:27}",
    "NRAK-x",
  ),
  token("grafana-token", "glsa_ glc_", /gl(?:sa|c)_[\w+/=-]{24,}/, "glsa_{alnum:32}_{hex:8}", "glsa_x"),
  token("posthog-key", "phc_ phs_ phx_", /ph[cxs]_[A-Za-z0-9]{32,}/, "phx_{alnum:43}", "phc_x"),
  token(
    "datadog-key",
    "ddp_ dda_ pub",
    /dd(?:p|a)_[A-Za-z0-9]{32,}|pub[0-9a-f]{32}(?![0-9a-f])/,
    "pub{hex:32}",
    "public",
  ),
  token("honeycomb-key", "hca hcb hcx", /hc[abx][lmi]k_[a-z0-9]{40,}/, "hcaik_{lower:58}", "hcaik_x"),
  token(
    "axiom-or-logtail-token",
    "xaat- xapt-",
    /xa(?:at|pt)-[0-9a-f]{8}-[0-9a-f-]{20,}/,
    "xaat-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
    "xaat-1",
  ),
  token("postman-key", "PMAK-", /PMAK-[0-9a-f]{20,}(?:-[0-9a-f]+)?/, "PMAK-{hex:24}-{hex:34}", "PMAK-x"),
  token("mapbox-token", "pk.eyJ sk.eyJ", /[sp]k\.eyJ[\w-]{20,}(?:\.[\w-]+)?/, "sk.eyJ{alnum:60}.{alnum:22}", "pk.name"),
  token("rapid-or-infracost-key", "ico-", /ico-[A-Za-z0-9]{32,}/, "ico-{alnum:32}", "ico-file"),
  token(
    "ngrok-token",
    [beginsInWord(TRAIT.longPart, "ak_2", "2")],
    /(?:ak_)?2[A-Za-z0-9]{26}_[A-Za-z0-9]{20,}/,
    "2{alnum:26}_{alnum:21}",
    "2_x",
  ),
  token(
    "statsig-key",
    "secret- client- console-",
    /(?:secret|client|console)-[A-Za-z0-9]{40,}/,
    "secret-{alnum:43}",
    "secret-key",
  ),
  token(
    "polar-or-workos-key",
    "polar_ sk_",
    /polar_(?:pat|oat|whs)_\w{24,}|sk_(?:live|test|prod)?_?a2V5[A-Za-z0-9]{20,}/,
    "polar_oat_{alnum:44}",
    "polar_pat",
  ),
  token(
    "wakatime-key",
    "waka_",
    /waka_[0-9a-f]{8}-[0-9a-f-]{20,}/,
    "waka_{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
    "waka_x",
  ),
];
