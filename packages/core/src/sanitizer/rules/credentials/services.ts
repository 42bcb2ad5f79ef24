import { isAlphanumeric } from "../../engine/traits.ts";
import { beginsAt, beginsWith, beginsWithRun, beginsWithToken, runStart } from "../../engine/trigger.ts";
import { ALPHANUMERIC, token } from "./token.ts";

const inToken = runStart(ALPHANUMERIC);

/** Where the first part of a token begins that a dot ends and that is long enough. */
function beforeDot(text: string, dot: number, least: number): number {
  return isAlphanumeric(text.charCodeAt(dot - 1)) && isAlphanumeric(text.charCodeAt(dot - 23))
    ? inToken(text, dot, least)
    : -1;
}

/** Messaging, mail, payments, shops, and what teams work with. */
export const SERVICES = [
  token(
    "slack-token",
    "xox",
    /xox[abceoprs]-[\w-]{8,}|xoxe\.xox[bp]-[\w-]{8,}/,
    "xoxb-{digits:12}-{alnum:24}",
    "xox-game",
  ),
  token(
    "slack-app-token",
    "xapp- xwfp-",
    /xapp-\d-[\w-]{16,}|xwfp-[\w-]{16,}/,
    "xapp-1-A{upper:10}-{digits:13}-{hex:64}",
    "xapp-1",
  ),
  token(
    "stripe-key",
    "sk_ pk_ rk_ ck_",
    /[sprc]k_(?:live|test|prod)_[A-Za-z0-9]{8,}/,
    "sk_live_{alnum:24}",
    "sk_live_",
  ),
  token("webhook-signing-secret", "whsec_", /whsec_[\w+/=-]{16,}/, "whsec_{alnum:32}", "whsec_name"),
  token("square-token", "sq0 EAAAE EAAAl", /sq0[a-z]{3}-[\w-]{20,}|EAAA[lE][\w-]{50,}/, "sq0atp-{alnum:22}", "sq0atp"),
  token(
    "braintree-token",
    "access_token$",
    /access_token\$(?:production|sandbox)\$[a-z0-9]{8,}\$[0-9a-f]{24,}/,
    ["access_token", "production", "{lower:16}", "{hex:32}"].join("$"),
    "access_token",
  ),
  token("paypal-token", "A21AA", /A21AA[\w-]{40,}/, "A21AA{alnum:90}", "A21AA"),
  token(
    "plaid-token",
    "access- public- link-",
    /(?:access|public|link)-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{20,}/,
    "access-sandbox-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
    "access-sandbox",
  ),
  token("razorpay-key", "rzp_", /rzp_(?:live|test)_[A-Za-z0-9]{10,}/, "rzp_live_{alnum:14}", "rzp_live_"),
  token("flutterwave-key", "FLWSECK FLWPUBK", /FLW(?:SECK|PUBK)(?:_TEST)?-[\w-]{16,}/, "FLWSECK-{hex:32}-X", "FLWSECK"),
  token(
    "lob-or-duffel-key",
    "live_ test_ duffel_",
    /(?:live|test)_(?:pub_)?[0-9a-f]{32,}|duffel_(?:live|test)_[\w-]{30,}/,
    "duffel_live_{alnum:43}",
    "live_view",
  ),
  token("shippo-token", "shippo_", /shippo_(?:live|test)_[0-9a-f]{24,}/, "shippo_live_{hex:40}", "shippo_test"),
  token("easypost-key", "EZAK EZTK", /EZ[AT]K[A-Za-z0-9]{40,}/, "EZAK{alnum:54}", "EZAK"),
  token(
    "shopify-token",
    "shpat_ shpca_ shppa_ shpss_ shptka_",
    /shp(?:at|ca|pa|ss|tka)_[0-9a-fA-F]{24,}/,
    "shpat_{hex:32}",
    "shpat_x",
  ),
  token("twilio-key", "SK AC", /(?:SK|AC)[0-9a-f]{32}(?![0-9a-f])/, "SK{hex:32}", "SKU12"),
  token("sendgrid-key", "SG.", /SG\.[\w-]{12,}(?:\.[\w-]{12,})?/, "SG.{alnum:22}.{alnum:43}", "SG.com"),
  token(
    "mailgun-key",
    [
      beginsWithToken("key-", "pubkey-"),
      beginsAt((text, at) => (isAlphanumeric(text.charCodeAt(at - 32)) ? at - 32 : -1), "-"),
    ],
    /(?:key|pubkey)-[0-9a-f]{32}(?:-[0-9a-f]{8}-[0-9a-f]{8})?|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}/,
    "key-{hex:32}",
    "key-value",
  ),
  token(
    "mailchimp-key",
    [beginsWithRun(ALPHANUMERIC, "-us")],
    /[0-9a-f]{32}-us\d{1,2}(?!\w)/,
    "{hex:32}-us12",
    "eu-us12",
  ),
  token(
    "brevo-key",
    "xkeysib- xsmtpsib-",
    /x(?:keysib|smtpsib)-[0-9a-f]{32,}(?:-\w+)?/,
    "xkeysib-{hex:64}-{alnum:16}",
    "xkeysib",
  ),
  token("resend-key", "re_", /re_[A-Za-z0-9]{6,}_[A-Za-z0-9]{16,}/, "re_{alnum:8}_{alnum:24}", "re_export_x"),
  token(
    "discord-token",
    [beginsAt(beforeDot, ".")],
    /[MNO][A-Za-z0-9]{22,27}\.[\w-]{6}\.[\w-]{26,}/,
    "M{alnum:23}.{alnum:6}.{alnum:38}",
    "MN.x.y",
  ),
  token(
    "telegram-token",
    [beginsWithRun(ALPHANUMERIC, ":AA")],
    /(?:bot)?\d{8,10}:AA[\w-]{30,}/,
    "{digits:10}:AA{alnum:33}",
    "1234567890:AA",
  ),
  token(
    "facebook-token",
    [beginsWithToken("EAA", "IGQV"), beginsWithRun(ALPHANUMERIC, "|")],
    /(?:EAA|IGQV)[A-Za-z0-9]{30,}|\d{13,17}\|[\w-]{24,}/,
    "EAA{alnum:120}",
    "EAAX",
  ),
  token(
    "twitter-bearer-token",
    "AAAAAAAAAA",
    /AAAAAAAAAAAAAAAAAAAA[\w%]{30,}/,
    "AAAAAAAAAAAAAAAAAAAAA{alnum:80}",
    "AAAA",
  ),
  token("dropbox-token", "sl.", /sl\.(?:u\.)?[\w-]{40,}/, "sl.{alnum:130}", "sl.name"),
  token("airtable-token", "pat", /pat[A-Za-z0-9]{14}\.[0-9a-f]{32,}/, "pat{alnum:14}.{hex:64}", "path.name"),
  token("asana-token", "1/ 2/", /[12]\/\d{10,}(?:\/\d{10,})?:[0-9a-f]{32}/, "1/{digits:16}:{hex:32}", "1/2:3"),
  token("linear-key", "lin_", /lin_(?:api|oauth)_[A-Za-z0-9]{24,}/, "lin_api_{alnum:40}", "lin_api_x"),
  token(
    "notion-token",
    "ntn_ secret_",
    /ntn_[A-Za-z0-9]{24,}|secret_[A-Za-z0-9]{32,}/,
    "ntn_{alnum:46}",
    "secret_name",
  ),
  token("figma-token", "fig", /fig(?:d|o|oh|or|u)_[\w-]{20,}/, "figd_{alnum:40}", "figd_x"),
  token(
    "atlassian-token",
    "ATATT3 ATCTT3 ATSTT3",
    /AT(?:ATT|CTT|STT)3[\w=-]{20,}/,
    "ATATT3xFfGF0{alnum:170}",
    "ATATT3",
  ),
  token("typeform-token", "tfp_", /tfp_[\w-]{30,}/, "tfp_{alnum:44}", "tfp_x"),
  token(
    "hubspot-token",
    "pat-",
    /pat-(?:na|eu|ap|au)\d-[0-9a-f]{8}-[0-9a-f-]{20,}/,
    "pat-na1-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
    "pat-na1",
  ),
  token("contentful-token", "CFPAT-", /CFPAT-[\w-]{30,}/, "CFPAT-{alnum:43}", "CFPAT"),
  token("adobe-secret", [beginsWith("p8e-")], /p8e-[a-z0-9-]{28,}/i, "p8e-{alnum:32}", "p8e-x"),
  token("intercom-token", "dG9rO", /dG9rO[A-Za-z0-9+/=_-]{30,}/, "dG9rO{alnum:54}=", "dG9rO"),
  token("readme-or-frameio-token", "rdme_ fio-u-", /rdme_[a-z0-9]{40,}|fio-u-[\w=-]{40,}/, "rdme_{lower:70}", "rdme_x"),
  token("adyen-key", "AQE", /AQE[\w-]{40,}(?:=-[\w-]+)?/, "AQE{alnum:80}-{alnum:60}", "AQEM", (text) =>
    /-[\w-]/.test(text.slice("AQE".length + 40)),
  ),
  token(
    "live-or-test-key",
    [beginsWithRun(ALPHANUMERIC, "_live_", "_prod_")],
    /[a-z]{2,12}_(?:live|prod)_[\w-]{16,}/,
    "bb_live_{alnum:27}",
    "app_live_x",
  ),
  token("mailersend-token", "mlsn.", /mlsn\.[0-9a-f]{32,}/, "mlsn.{hex:64}", "mlsn.io"),
  token(
    "harness-token",
    "pat. sat.",
    /[ps]at\.[\w-]{20,}\.[0-9a-f]{20,}\.[\w-]{16,}/,
    "pat.{alnum:22}.{hex:24}.{alnum:20}",
    "pat.x.y",
  ),
];
