import type { BuiltInRule } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { contains, word } from "../../engine/trigger.ts";
import { token } from "./token.ts";

/** Cloud platforms, databases as a service, identity providers, and secret stores. */
export const cloudRules = (): readonly BuiltInRule[] => [
  token(
    "aws-access-key-id",
    "AKIA ASIA ABIA ACCA AROA AIDA AGPA ANPA ANVA AIPA A3T",
    /A(?:KIA|SIA|BIA|CCA|ROA|IDA|GPA|NPA|NVA|IPA|3T[A-Z0-9])[A-Z0-9]{12,}/,
  ),
  token("aws-session-token", "FwoGZXIvYXdz IQoJb3JpZ2lu", /(?:FwoGZXIvYXdz|IQoJb3JpZ2lu)[\w+/=-]{16,}/),
  token("aws-bedrock-key", "ABSK bedrock-api-key-", /ABSK[\w+/=]{40,}|bedrock-api-key-[\w+/=]{16,}/),
  token("google-api-key", "AIza", /AIza[\w-]{16,}/),
  token("google-oauth-token", "ya29.", /ya29\.[\w.-]{16,}/),
  token("google-oauth-secret", "GOCSPX-", /GOCSPX-[\w-]{16,}/),
  token("google-refresh-token", "1//0", /1\/\/0[\w-]{24,}/),
  token("azure-ad-client-secret", [contains("8Q~")], /[\w.~-]{3}[0-9]Q~[\w.~-]{24,}/),
  token("azure-devops-token", [contains("AZDO")], /[A-Za-z0-9]{40,80}AZDO[A-Za-z0-9]{4}/),
  token("digitalocean-token", "doo_v1_ dop_v1_ dor_v1_", /do[opr]_v1_[0-9a-f]{32,}/),
  token("alibaba-access-key-id", "LTAI", /LTAI[A-Za-z0-9]{12,}/),
  token("tencent-secret-id", "AKID", /AKID[A-Za-z0-9]{16,}/),
  token("yandex-token", "AQVN YC t1. y0_ y1_ y2_ y3_", /(?:AQVN|YC|t1\.)[\w.=-]{35,}|y[0-3]_[\w-]{40,}/),
  token("cloudflare-origin-ca-key", "v1.0-", /v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}/),
  token("cloudflare-token", "cfut_ cfat_ cfk_", /cf(?:ut|at|k)_[\w-]{32,}/),
  token("databricks-token", "dapi dkea", /dapi[0-9a-f]{30,}(?:-\d+)?|dkea[0-9a-f]{30,}/),
  token("supabase-key", "sbp_ sb_", /sbp_[0-9a-f]{32,}|sb_(?:secret|publishable)_[\w-]{16,}/),
  token("planetscale-token", "pscale_", /pscale_(?:tkn|oauth|pw)_[\w=.-]{24,}/),
  token("neon-key", "napi_ npg_", /napi_[A-Za-z0-9]{32,}|npg_[A-Za-z0-9]{10,}/, (text) => /\d|[a-z][A-Z]/.test(text)),
  token(
    "bitwarden-or-infisical-token",
    "0. st.",
    /0\.[0-9a-f]{8}-[0-9a-f-]{27}\.[A-Za-z0-9]{16,}(?::[\w+/=-]+)?|st\.[0-9a-f-]{24,}\.[0-9a-f.]{32,}/,
  ),
  token(
    "lightning-or-nostr-key",
    "0201036c6e64 AgEDbG5k nsec1",
    /0201036c6e64[0-9a-f]{32,}|AgEDbG5k[\w+/=-]{32,}|nsec1[02-9ac-hj-np-z]{50,}/,
  ),
  token("aiven-password", "AVNS_", /AVNS_[\w-]{12,}/),
  token("pinecone-key", "pcsk_", /pcsk_\w{24,}/),
  token("prefect-key", "pnb_ pnu_", /pn[ub]_[A-Za-z0-9]{32,}/),
  token("okta-token", [word(TRAIT.longWord, "00")], /00[A-Za-z0-9_-]{39}[A-Za-z0-9_](?![\w-])/),
  token("1password-token", "ops_eyJ A3-", /ops_eyJ[\w+/=-]{40,}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){4}[A-Z0-9]{5}/),
  token("tailscale-key", "tskey-", /tskey-[a-z]{2,12}-[\w-]{16,}/),
  token("confluent-or-nats-seed", "SA SC SN SO SU SX", /S[UANCOX][A-Z2-7]{56}(?![A-Z2-7])/),
  token("dynatrace-token", "dt0", /dt0[a-z]\d{2}\.[A-Z0-9]{20,}(?:\.[A-Z0-9]{40,})?/),
  token("launchdarkly-key", "sdk- mob- api-", /(?:sdk|mob|api)-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/),
  token("docker-swarm-token", "SWMTKN-", /SWMTKN-\d-[a-z0-9]{20,}-[a-z0-9]{20,}/),
  token("k3s-token", "K10", /K10[0-9a-f]{48,}::[\w-]+:[\w.]{6,}/),
  token("scaleway-key-id", "SCW", /SCW[A-Z0-9]{17}(?![A-Z0-9])/),
  token("google-bound-key", "AQ.Ab", /AQ\.Ab[\w-]{30,}/),
  token("amazon-mws-token", "amzn.mws.", /amzn\.mws\.[0-9a-f]{8}-[0-9a-f-]{20,}/),
  token("paseto", "v1. v2. v3. v4.", /v[1-4]\.(?:local|public)\.[\w-]{40,}/),
];
