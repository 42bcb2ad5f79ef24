import type { BuiltInRule } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { contains, containsToken, word } from "../../engine/trigger.ts";
import { token } from "./token.ts";

/** Messaging, mail, payments, shops, and tools for teams. */
export const serviceRules = (): readonly BuiltInRule[] => [
  token("slack-token", "xox", /xox[abceoprs]-[\w-]{8,}|xoxe\.xox[bp]-[\w-]{8,}/),
  token("slack-app-token", "xapp- xwfp-", /xapp-\d-[\w-]{16,}|xwfp-[\w-]{16,}/),
  token("webhook-signing-secret", "whsec_", /whsec_[\w+/=-]{16,}/),
  token("square-token", "sq0 EAAAE EAAAl", /sq0[a-z]{3}-[\w-]{20,}|EAAA[lE][\w-]{50,}/),
  token("braintree-token", "access_token$", /access_token\$(?:production|sandbox)\$[a-z0-9]{8,}\$[0-9a-f]{24,}/),
  token("paypal-token", "A21AA", /A21AA[\w-]{40,}/),
  token(
    "plaid-token",
    "access- public- link-",
    /(?:access|public|link)-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{20,}/,
  ),
  token("razorpay-key", "rzp_", /rzp_(?:live|test)_[A-Za-z0-9]{10,}/),
  token("flutterwave-key", "FLWSECK FLWPUBK", /FLW(?:SECK|PUBK)(?:_TEST)?-[\w-]{16,}/),
  token("easypost-key", "EZAK EZTK", /EZ[AT]K[A-Za-z0-9]{40,}/),
  token("shopify-token", "shpat_ shpca_ shppa_ shpss_ shptka_", /shp(?:at|ca|pa|ss|tka)_[0-9a-fA-F]{24,}/),
  token("twilio-key", "SK AC", /(?:SK|AC)[0-9a-f]{32}(?![0-9a-f])/),
  token("hubspot-token", "pat-", /pat-(?:na|eu|ap|au)\d-[0-9a-f]{8}-[0-9a-f-]{20,}/),
  // Stripe's keys, those of the vendors that write keys like it, and Lob's, which have no name before the mode.
  token(
    "live-or-test-key",
    [contains("_live_", "_test_", "_prod_"), containsToken("live_", "test_")],
    /[sprc]k_(?:live|test|prod)_[A-Za-z0-9]{8,}|[a-z]{2,12}_(?:live|prod)_[\w-]{16,}|duffel_test_[\w-]{30,}|shippo_test_[0-9a-f]{24,}|(?:live|test)_(?:pub_)?[0-9a-f]{32,}/,
    (text) => /^[sprc]k_|\d|^[a-z]+_[a-z]+_(?:\w*[A-Z]\w*[_-]|[\w-]*[_-]\w*[A-Z])/.test(text),
  ),
  token("sendgrid-key", "SG.", /SG\.[\w-]{12,}(?:\.[\w-]{12,})?/),
  token(
    "mailgun-key",
    [containsToken("key-", "pubkey-"), word(TRAIT.longPart, ..."0123456789abcdef")],
    /(?:key|pubkey)-[0-9a-f]{32}(?:-[0-9a-f]{8}-[0-9a-f]{8})?|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}/,
  ),
  token("mailchimp-key", [contains("-us")], /[0-9a-f]{32}-us\d{1,2}(?!\w)/),
  token("brevo-key", "xkeysib- xsmtpsib-", /x(?:keysib|smtpsib)-[0-9a-f]{32,}(?:-\w+)?/),
  token("resend-key", "re_", /re_[A-Za-z0-9]{6,}_[A-Za-z0-9]{16,}/),
  token(
    "discord-token",
    [word(TRAIT.longPart, "M", "N", "O"), containsToken("mfa.")],
    /[MNO][A-Za-z0-9]{22,27}\.[\w-]{6}\.[\w-]{26,}|mfa\.[\w-]{20,}/,
  ),
  token("telegram-token", [contains(":AA")], /(?:bot)?\d{8,10}:AA[\w-]{30,}/),
  token(
    "facebook-token",
    [containsToken("EAA", "IGQV"), contains("|")],
    /(?:EAA|IGQV)[A-Za-z0-9]{30,}|\d{13,17}\|[\w-]{24,}/,
  ),
  token("twitter-bearer-token", "AAAAAAAAAA", /AAAAAAAAAAAAAAAAAAAA[\w%]{30,}/),
  token("dropbox-token", "sl.", /sl\.(?:u\.)?[\w-]{40,}/),
  token("airtable-token", "pat", /pat[A-Za-z0-9]{14}\.[0-9a-f]{32,}/),
  token("asana-token", "1/ 2/", /[12]\/\d{10,}(?:\/\d{10,})?:[0-9a-f]{32}/),
  token("linear-key", "lin_", /lin_(?:api|oauth)_[A-Za-z0-9]{24,}/),
  token("notion-token", "ntn_ secret_", /ntn_[A-Za-z0-9]{24,}|secret_[A-Za-z0-9]{32,}/),
  token("figma-token", "fig", /fig(?:d|o|oh|or|u)_[\w-]{20,}/),
  token("atlassian-token", "ATATT3 ATCTT3 ATSTT3", /AT(?:ATT|CTT|STT)3[\w=-]{20,}/),
  token("typeform-token", "tfp_", /tfp_[\w-]{30,}/),
  token("contentful-token", "CFPAT-", /CFPAT-[\w-]{30,}/),
  token("adobe-secret", [contains("p8e-")], /p8e-[a-z0-9-]{28,}/i),
  token("intercom-token", "dG9rO", /dG9rO[A-Za-z0-9+/=_-]{30,}/),
  token("readme-or-frameio-token", "rdme_ fio-u-", /rdme_[a-z0-9]{40,}|fio-u-[\w=-]{40,}/),
  token("adyen-key", "AQE", /AQE[\w-]{40,}(?:=-[\w-]+)?/, (text) => /-[\w-]/.test(text.slice("AQE".length + 40))),
  token("mailersend-token", "mlsn.", /mlsn\.[0-9a-f]{32,}/),
  token("salesforce-session", "00D", /00D[A-Za-z0-9]{12}(?:[A-Za-z0-9]{3})?![\w.]{30,}/),
  token("harness-token", "pat. sat.", /[ps]at\.[\w-]{20,}\.[0-9a-f]{20,}\.[\w-]{16,}/),
];
