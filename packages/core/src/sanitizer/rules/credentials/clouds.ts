import type { BuiltInRule } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsAt, beginsWithRun, beginsWithWord, characters, runEnd } from "../../engine/trigger.ts";
import { ofWord } from "../shared/characters.ts";
import { ALPHANUMERIC, token } from "./token.ts";

const isAlphanumeric = characters(ALPHANUMERIC);
const OKTA_LENGTH = 42;

/** A token of Okta is the end of a word, of which the length is known. */
function startOfOkta(text: string, word: number): number {
  if (!ofWord(text, word + OKTA_LENGTH - 1)) return -1;
  const start = runEnd(text, word, ofWord) - OKTA_LENGTH;
  return start >= word && text.startsWith("00", start) && !isAlphanumeric(text, start - 1) ? start : -1;
}

/** Cloud platforms, databases as a service, identity, and secret stores. */
export const cloudRules = (): readonly BuiltInRule[] => [
  token(
    "aws-access-key-id",
    "AKIA ASIA ABIA ACCA AROA AIDA AGPA ANPA ANVA AIPA A3T",
    /A(?:KIA|SIA|BIA|CCA|ROA|IDA|GPA|NPA|NVA|IPA|3T[A-Z0-9])[A-Z0-9]{12,}/,
    "AKIA{upper:16}",
    "AKIA",
  ),
  token(
    "aws-session-token",
    "FwoGZXIvYXdz IQoJb3JpZ2lu",
    /(?:FwoGZXIvYXdz|IQoJb3JpZ2lu)[\w+/=-]{16,}/,
    "IQoJb3JpZ2lu{alnum:200}",
    "IQoJ",
  ),
  token(
    "aws-bedrock-key",
    "ABSK bedrock-api-key-",
    /ABSK[\w+/=]{40,}|bedrock-api-key-[\w+/=]{16,}/,
    "ABSK{alnum:112}",
    "ABSKY",
  ),
  token("google-api-key", "AIza", /AIza[\w-]{16,}/, "AIza{alnum:35}", "AIzawa"),
  token("google-oauth-token", "ya29.", /ya29\.[\w.-]{16,}/, "ya29.{alnum:80}", "ya29.x"),
  token("google-oauth-secret", "GOCSPX-", /GOCSPX-[\w-]{16,}/, "GOCSPX-{alnum:28}", "GOCSPX"),
  token("google-refresh-token", "1//0", /1\/\/0[\w-]{24,}/, "1//0{alnum:90}", "1//0x"),
  token(
    "azure-ad-client-secret",
    [beginsAt((_, at) => at - 3, "8Q~")],
    /[\w.~-]{3}[0-9]Q~[\w.~-]{24,}/,
    "{alnum:3}8Q~{alnum:34}",
    "8Q~",
  ),
  token(
    "azure-devops-token",
    [beginsWithRun(ALPHANUMERIC, "AZDO")],
    /[A-Za-z0-9]{40,80}AZDO[A-Za-z0-9]{4}/,
    "{alnum:76}AZDO{alnum:4}",
    "AZDO1234",
  ),
  token("digitalocean-token", "doo_v1_ dop_v1_ dor_v1_", /do[opr]_v1_[0-9a-f]{32,}/, "dop_v1_{hex:64}", "dop_v1_x"),
  token("alibaba-access-key-id", "LTAI", /LTAI[A-Za-z0-9]{12,}/, "LTAI{alnum:20}", "LTAI"),
  token("tencent-secret-id", "AKID", /AKID[A-Za-z0-9]{16,}/, "AKID{alnum:32}", "AKID"),
  token(
    "yandex-token",
    "AQVN YC t1. y0_ y1_ y2_ y3_",
    /(?:AQVN|YC|t1\.)[\w.=-]{35,}|y[0-3]_[\w-]{40,}/,
    "AQVN{alnum:36}",
    "YCM",
  ),
  token(
    "ibm-cloud-key",
    "ApiKey-",
    /ApiKey-[0-9a-f]{8}-[0-9a-f-]{27,}/,
    "ApiKey-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
    "ApiKey-auth",
  ),
  token(
    "cloudflare-origin-ca-key",
    "v1.0-",
    /v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}/,
    "v1.0-{hex:24}-{hex:146}",
    "v1.0-beta",
  ),
  token("cloudflare-token", "cfut_ cfat_ cfk_", /cf(?:ut|at|k)_[\w-]{32,}/, "cfut_{alnum:48}", "cfut_x"),
  token("databricks-token", "dapi dkea", /dapi[0-9a-f]{30,}(?:-\d+)?|dkea[0-9a-f]{30,}/, "dapi{hex:32}", "dapi1"),
  token(
    "supabase-key",
    "sbp_ sb_",
    /sbp_[0-9a-f]{32,}|sb_(?:secret|publishable)_[\w-]{16,}/,
    "sbp_{hex:40}",
    "sbp_total",
  ),
  token(
    "planetscale-token",
    "pscale_",
    /pscale_(?:tkn|oauth|pw)_[\w=.-]{24,}/,
    "pscale_tkn_{alnum:43}",
    "pscale_tkn_x",
  ),
  token("neon-key", "napi_", /napi_[A-Za-z0-9]{32,}/, "napi_{lower:64}", "napi_status"),
  token("pinecone-key", "pcsk_", /pcsk_\w{24,}/, "pcsk_{alnum:60}", "pcsk_x"),
  token("upstash-or-qstash-token", "eyJVc2VySUQi", /eyJVc2VySUQi[\w=+/-]{20,}/, "eyJVc2VySUQi{alnum:60}", "eyJVc2Vy"),
  token("prefect-key", "pnb_ pnu_", /pn[ub]_[A-Za-z0-9]{32,}/, "pnu_{alnum:36}", "pnu_x"),
  token(
    "okta-token",
    [beginsWithWord(TRAIT.longWord, startOfOkta)],
    /00[A-Za-z0-9_-]{39}[A-Za-z0-9_](?![\w-])/,
    "00{alnum:40}",
    "0012345",
  ),
  token(
    "1password-token",
    "ops_eyJ A3-",
    /ops_eyJ[\w+/=-]{40,}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){4}[A-Z0-9]{5}/,
    "ops_eyJ{alnum:120}",
    "ops_team",
  ),
  token("tailscale-key", "tskey-", /tskey-[a-z]{2,12}-[\w-]{16,}/, "tskey-auth-{alnum:12}-{alnum:32}", "tskey-auth"),
  token("confluent-or-nats-seed", "SA SC SN SO SU SX", /S[UANCOX][A-Z2-7]{56}(?![A-Z2-7])/, "SU{base32:56}", "SUMMARY"),
  token(
    "dynatrace-token",
    "dt0",
    /dt0[a-z]\d{2}\.[A-Z0-9]{20,}(?:\.[A-Z0-9]{40,})?/,
    "dt0c01.{upper:24}.{upper:64}",
    "dt0c01.x",
  ),
  token(
    "launchdarkly-key",
    "sdk- mob- api-",
    /(?:sdk|mob|api)-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/,
    "sdk-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
    "sdk-1234",
  ),
  token("openshift-token", "sha256~", /sha256~[\w-]{32,}/, "sha256~{alnum:43}", "sha256~x"),
  token(
    "docker-swarm-token",
    "SWMTKN-",
    /SWMTKN-\d-[a-z0-9]{20,}-[a-z0-9]{20,}/,
    "SWMTKN-1-{lower:50}-{lower:25}",
    "SWMTKN-1",
  ),
  token("k3s-token", "K10", /K10[0-9a-f]{48,}::[\w-]+:[\w.]{6,}/, "K10{hex:64}::server:{hex:32}", "K10"),
  token("scaleway-key-id", "SCW", /SCW[A-Z0-9]{17}(?![A-Z0-9])/, "SCW{upper:17}", "SCWX"),
  token("google-bound-key", "AQ.Ab", /AQ\.Ab[\w-]{30,}/, "AQ.Ab{alnum:48}", "AQ.Ab"),
  token(
    "amazon-mws-token",
    "amzn.mws.",
    /amzn\.mws\.[0-9a-f]{8}-[0-9a-f-]{20,}/,
    "amzn.mws.{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
    "amzn.mws",
  ),
  token("paseto", "v1. v2. v3. v4.", /v[1-4]\.(?:local|public)\.[\w-]{40,}/, "v4.local.{alnum:100}", "v4.public.key"),
];
