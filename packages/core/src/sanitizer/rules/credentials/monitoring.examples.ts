import { type Examples, token } from "../proof.examples.ts";

export const monitoringExamples: Examples = {
  "sentry-token": token("sntryu_{hex:64}", "sntryu_x"),
  "new-relic-key": token("NRAK-{upper:27}", "NRAK-x"),
  "grafana-token": token("glsa_{alnum:32}_{hex:8}", "glsa_x"),
  "posthog-key": token("phx_{alnum:43}", "phc_x"),
  "datadog-key": token("pub{hex:32}", "public"),
  "honeycomb-key": token("hcaik_{lower:58}", "hcaik_x"),
  "axiom-or-logtail-token": token("xaat-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}", "xaat-1"),
  "postman-key": token("PMAK-{hex:24}-{hex:34}", "PMAK-x"),
  "mapbox-token": token("sk.eyJ{alnum:60}.{alnum:22}", "pk.name"),
  "rapid-or-infracost-key": token("ico-{alnum:32}", "ico-file"),
  "ngrok-token": token("2{alnum:26}_{alnum:21}", "2_x"),
  "polar-or-workos-key": token("polar_oat_{alnum:44}", "polar_pat"),
  "statsig-key": token("client-{alnum:43}", "client-key"),
  "wakatime-key": token("waka_{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}", "waka_x"),
};
