import { TRAIT } from "../../engine/traits.ts";
import { contains, containsToken, type Trigger, word } from "../../engine/trigger.ts";
import { locateIf } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";

/**
 * Makes a rule for tokens that are recognized by their shape.
 *
 * @param begins The beginnings of such a token, as a string with spaces between them; or the rule's triggers.
 * @param shape The token, from its first character. It ends with a repetition, so that it also matches all of a longer token.
 * @param isToken Checks a match of the shape, if an expression would be slow.
 */
function token(
  begins: string | readonly Trigger[],
  shape: RegExp,
  isToken?: (text: string) => boolean,
): RuleTable[string] {
  return {
    triggers: typeof begins === "string" ? [containsToken(...begins.split(" "))] : begins,
    pattern: { source: `(?<![A-Za-z0-9])(?:${shape.source})`, flags: shape.flags },
    ...(isToken && { locate: locateIf(isToken) }),
  };
}

/** Keys and tokens that their shape gives away: of standard formats, and of vendors. */
export const tokenRules = (): RuleTable => ({
  // Keys and tokens in standard formats: PEM, PuTTY, JSON Web Tokens.
  "private-key-block": {
    triggers: [contains("-----BEGIN")],
    // Everything up to the next five hyphens, even if those end another block: half a key is a secret too.
    // Form encoding writes a space as "+".
    pattern:
      /-----BEGIN[ +](?!(?:CERTIFICATE|(?:RSA[ +])?PUBLIC[ +]KEY|PGP[ +](?:PUBLIC[ +]KEY[ +]BLOCK|SIGNATURE|MESSAGE)|CERTIFICATE[ +]REQUEST|X509[ +]CRL)-)[^-]*(?:-{1,4}(?!-)[^-]*)*(?:-----)?(?:[^-]*(?:-{1,4}(?!-)[^-]*)*-----(?:END [^-\n]*-----)?|[\w\s+/=:,.\\-]*)?/g,
  },
  "putty-private-lines": {
    triggers: [contains("Private-Lines: ")],
    pattern: /Private-Lines: \d+(?<private>(?:\s+[A-Za-z0-9+/=]{16,})+)/g,
  },
  "json-web-token": {
    triggers: [contains("eyJ")],
    // Without a dot it may be any JSON, such as a cursor; a long one is a token that lost its end.
    pattern: /(?<![A-Za-z0-9_-])eyJ(?:[\w-]{5,}(?:\.[\w-]*){1,4}|[\w-]{60,})/g,
  },
  // Source hosting, package registries, builds and infrastructure as code.
  "github-token": token("gho_ ghp_ ghr_ ghs_ ghu_", /gh[opsur]_[A-Za-z0-9_]{16,}/),
  "github-fine-grained-token": token("github_pat_", /github_pat_[A-Za-z0-9_]{20,}/),
  "docker-token": token("dckr_", /dckr_(?:pat|oat)_[\w-]{16,}/),
  "age-secret-key": token("AGE-", /AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9-]{1,30})-1[A-Z0-9]{30,}/),
  "gitlab-token": token(
    "glpat- glptt- gldt- glrt glcbt- glft- glsoat- glimt- glagent- gloas- glffct- glwt-",
    /gl(?:pat|ptt|dt|rt|rtr|cbt|ft|soat|imt|agent|oas|ffct|wt)-[\w-]{16,}(?:\.[\w-]+)*/,
  ),
  "gitlab-runner-registration-token": token("GR1348941", /GR1348941[\w-]{16,}/),
  "bitbucket-token": token("ATBB", /ATBB[A-Za-z0-9]{24,}/),
  "npm-token": token("npm_", /npm_[A-Za-z0-9]{20,}/),
  "pypi-token": token("pypi-Ag", /pypi-Ag[\w-]{20,}/),
  "rubygems-key": token("rubygems_", /rubygems_[0-9a-f]{24,}/),
  "crates-token": token("cio", /cio[A-Za-z0-9]{32,}/),
  "nuget-key": token("oy2", /oy2[a-z0-9]{43,}/),
  "clojars-token": token("CLOJARS_", /CLOJARS_[a-z0-9]{30,}/),
  "artifactory-token": token("AKCP AKCp cmVmdGtu", /(?:AKC[pP]|cmVmdGtu)[A-Za-z0-9]{20,}/),
  "terraform-token": token([contains(".atlasv1.")], /[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{30,}/),
  "vault-token": token("hvb. hvr. hvs.", /hv[bsr]\.[\w-]{16,}/),
  "vault-legacy-token": token("s.", /s\.(?=[A-Za-z]{0,24}\d)[A-Za-z0-9]{24}(?![A-Za-z0-9])/),
  "pulumi-token": token("pul-", /pul-[0-9a-f]{32,}/),
  "doppler-token": token("dp.", /dp\.(?:pt|st|sa|ct|scim|audit)\.(?:[\w-]+\.)?[A-Za-z0-9]{32,}/),
  "circleci-token": token("CCIPAT_ CCIPRJ_", /CCI(?:PAT|PRJ)_[\w-]{20,}/),
  "buildkite-token": token("bkua_ bkrt_ bkat_ bkct_ bkcj_", /bk(?:ua|rt|at|ct|cj)_[0-9a-f]{32,}/),
  "jfrog-reference-token": token("eyJ2ZXIiOi", /eyJ2ZXIiOi[\w-]{16,}/),
  "scalingo-token": token("tk-us-", /tk-us-[\w-]{40,}/),
  "sonarqube-token": token("sqa_ sqp_ squ_", /sq[upa]_[0-9a-f]{32,}/),
  "snyk-token": token("snyk_", /snyk_(?:uat|sat)\.[\w.-]{20,}/),
  "sourcegraph-token": token("sgp_", /sgp_(?:[A-Za-z0-9]{16}_|local_)?[0-9a-f]{32,}/),
  "fly-token": token("FlyV1 fm1 fm2", /(?:FlyV1 )?fm[12][ar]?_[\w+/=,-]{40,}/),
  "heroku-key": token("HRKU-", /HRKU-[\w-]{20,}/),
  "netlify-token": token("nfc_ nfo_ nfp_ nfu_", /nf[pcuo]_[A-Za-z0-9]{32,}/),
  "vercel-token": token(
    "vca_ vcc_ vci_ vck_ vcp_ vcr_ vercel_blob_rw_",
    /vc[pciark]_[A-Za-z0-9]{20,}|vercel_blob_rw_\w{20,}/,
  ),
  "travis-token": token("trvs_", /trvs_[\w-]{16,}/),
  // Cloud platforms, databases as a service, identity providers, and secret stores.
  "aws-access-key-id": token(
    "AKIA ASIA ABIA ACCA AROA AIDA AGPA ANPA ANVA AIPA A3T",
    /A(?:KIA|SIA|BIA|CCA|ROA|IDA|GPA|NPA|NVA|IPA|3T[A-Z0-9])[A-Z0-9]{12,}/,
  ),
  "aws-session-token": token("FwoGZXIvYXdz IQoJb3JpZ2lu", /(?:FwoGZXIvYXdz|IQoJb3JpZ2lu)[\w+/=-]{16,}/),
  "aws-bedrock-key": token("ABSK bedrock-api-key-", /ABSK[\w+/=]{40,}|bedrock-api-key-[\w+/=]{16,}/),
  "google-api-key": token("AIza", /AIza[\w-]{16,}/),
  "google-oauth-token": token("ya29.", /ya29\.[\w.-]{16,}/),
  "google-oauth-secret": token("GOCSPX-", /GOCSPX-[\w-]{16,}/),
  "google-refresh-token": token("1//0", /1\/\/0[\w-]{24,}/),
  "azure-ad-client-secret": token([contains("8Q~")], /[\w.~-]{3}[0-9]Q~[\w.~-]{24,}/),
  "azure-devops-token": token([contains("AZDO")], /[A-Za-z0-9]{40,80}AZDO[A-Za-z0-9]{4}/),
  "digitalocean-token": token("doo_v1_ dop_v1_ dor_v1_", /do[opr]_v1_[0-9a-f]{32,}/),
  "alibaba-access-key-id": token("LTAI", /LTAI[A-Za-z0-9]{12,}/),
  "tencent-secret-id": token("AKID", /AKID[A-Za-z0-9]{16,}/),
  "yandex-token": token("AQVN YC t1. y0_ y1_ y2_ y3_", /(?:AQVN|YC|t1\.)[\w.=-]{35,}|y[0-3]_[\w-]{40,}/),
  "cloudflare-origin-ca-key": token("v1.0-", /v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}/),
  "cloudflare-token": token("cfut_ cfat_ cfk_", /cf(?:ut|at|k)_[\w-]{32,}/),
  "databricks-token": token("dapi dkea", /dapi[0-9a-f]{30,}(?:-\d+)?|dkea[0-9a-f]{30,}/),
  "supabase-key": token("sbp_ sb_", /sbp_[0-9a-f]{32,}|sb_(?:secret|publishable)_[\w-]{16,}/),
  "planetscale-token": token("pscale_", /pscale_(?:tkn|oauth|pw)_[\w=.-]{24,}/),
  "neon-key": token("napi_ npg_", /napi_[A-Za-z0-9]{32,}|npg_[A-Za-z0-9]{10,}/, (text) => /\d|[a-z][A-Z]/.test(text)),
  "bitwarden-or-infisical-token": token(
    "0. st.",
    /0\.[0-9a-f]{8}-[0-9a-f-]{27}\.[A-Za-z0-9]{16,}(?::[\w+/=-]+)?|st\.[0-9a-f-]{24,}\.[0-9a-f.]{32,}/,
  ),
  "lightning-or-nostr-key": token(
    "0201036c6e64 AgEDbG5k nsec1",
    /0201036c6e64[0-9a-f]{32,}|AgEDbG5k[\w+/=-]{32,}|nsec1[02-9ac-hj-np-z]{50,}/,
  ),
  "aiven-password": token("AVNS_", /AVNS_[\w-]{12,}/),
  "pinecone-key": token("pcsk_", /pcsk_\w{24,}/),
  "prefect-key": token("pnb_ pnu_", /pn[ub]_[A-Za-z0-9]{32,}/),
  "okta-token": token([word(TRAIT.longWord, "00")], /00[A-Za-z0-9_-]{39}[A-Za-z0-9_](?![\w-])/),
  "1password-token": token("ops_eyJ A3-", /ops_eyJ[\w+/=-]{40,}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){4}[A-Z0-9]{5}/),
  "tailscale-key": token("tskey-", /tskey-[a-z]{2,12}-[\w-]{16,}/),
  "confluent-or-nats-seed": token("SA SC SN SO SU SX", /S[UANCOX][A-Z2-7]{56}(?![A-Z2-7])/),
  "dynatrace-token": token("dt0", /dt0[a-z]\d{2}\.[A-Z0-9]{20,}(?:\.[A-Z0-9]{40,})?/),
  "launchdarkly-key": token("sdk- mob- api-", /(?:sdk|mob|api)-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/),
  "docker-swarm-token": token("SWMTKN-", /SWMTKN-\d-[a-z0-9]{20,}-[a-z0-9]{20,}/),
  "k3s-token": token("K10", /K10[0-9a-f]{48,}::[\w-]+:[\w.]{6,}/),
  "scaleway-key-id": token("SCW", /SCW[A-Z0-9]{17}(?![A-Z0-9])/),
  "google-bound-key": token("AQ.Ab", /AQ\.Ab[\w-]{30,}/),
  "amazon-mws-token": token("amzn.mws.", /amzn\.mws\.[0-9a-f]{8}-[0-9a-f-]{20,}/),
  paseto: token("v1. v2. v3. v4.", /v[1-4]\.(?:local|public)\.[\w-]{40,}/),
  // Keys of AI model providers and related tools.
  "sk-key": token(
    "sk-",
    /sk-[A-Za-z0-9][\w-]{7,}/,
    // Words joined by hyphens are a name, such as sk-learn-contrib.
    (text) =>
      /^sk-(?:(?:live|test|prod)-[\w-]{8}|(?:ant|proj|svcacct|admin|None|or)-[\w-]{16}|[A-Za-z-]{0,60}[0-9_]|[A-Za-z]{12})/.test(
        text,
      ),
  ),
  "openai-session": token("sess-", /sess-[A-Za-z0-9]{32,}/),
  "hugging-face-token": token("hf_ api_org_", /(?:hf_|api_org_)[A-Za-z0-9]{16,}/),
  "perplexity-key": token("pplx-", /pplx-[A-Za-z0-9]{32,}/),
  "groq-key": token("gsk_", /gsk_[A-Za-z0-9]{32,}/),
  "xai-key": token("xai-", /xai-[A-Za-z0-9]{32,}/),
  "replicate-token": token("r8_", /r8_[A-Za-z0-9]{24,}/),
  "together-key": token("tgp_v1_", /tgp_v1_[\w-]{32,}/),
  "fireworks-key": token("fw_", /fw_[A-Za-z0-9]{20,}/),
  "langsmith-key": token("lsv2_", /lsv2_(?:pt|sk)_[0-9a-f]{24,}(?:_[0-9a-f]+)?/),
  "nvidia-key": token("nvapi-", /nvapi-[\w-]{32,}/),
  "weights-and-biases-key": token("wandb_v1_", /wandb_v1_[\w-]{20,}/),
  "tavily-or-firecrawl-key": token("tvly- fc-", /(?:tvly|fc)-(?:dev-|prod-)?(?=[A-Za-z]*\d)[A-Za-z0-9]{24,}/),
  "jina-or-voyage-key": token("jina_ pa-", /jina_[A-Za-z0-9_-]{32,}|pa-[\w-]{40,}/),
  "e2b-or-daytona-key": token("e2b_ dtn_", /(?:e2b|dtn)_[0-9a-f]{32,}/),
  "ephemeral-key": token("ek_", /ek_[0-9a-f]{24,}/),
  // Messaging, mail, payments, shops, and tools for teams.
  "slack-token": token("xox", /xox[abceoprs]-[\w-]{8,}|xoxe\.xox[bp]-[\w-]{8,}/),
  "slack-app-token": token("xapp- xwfp-", /xapp-\d-[\w-]{16,}|xwfp-[\w-]{16,}/),
  "webhook-signing-secret": token("whsec_", /whsec_[\w+/=-]{16,}/),
  "square-token": token("sq0 EAAAE EAAAl", /sq0[a-z]{3}-[\w-]{20,}|EAAA[lE][\w-]{50,}/),
  "braintree-token": token("access_token$", /access_token\$(?:production|sandbox)\$[a-z0-9]{8,}\$[0-9a-f]{24,}/),
  "paypal-token": token("A21AA", /A21AA[\w-]{40,}/),
  "plaid-token": token(
    "access- public- link-",
    /(?:access|public|link)-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{20,}/,
  ),
  "razorpay-key": token("rzp_", /rzp_(?:live|test)_[A-Za-z0-9]{10,}/),
  "flutterwave-key": token("FLWSECK FLWPUBK", /FLW(?:SECK|PUBK)(?:_TEST)?-[\w-]{16,}/),
  "easypost-key": token("EZAK EZTK", /EZ[AT]K[A-Za-z0-9]{40,}/),
  "shopify-token": token("shpat_ shpca_ shppa_ shpss_ shptka_", /shp(?:at|ca|pa|ss|tka)_[0-9a-fA-F]{24,}/),
  "twilio-key": token("SK AC", /(?:SK|AC)[0-9a-f]{32}(?![0-9a-f])/),
  "hubspot-token": token("pat-", /pat-(?:na|eu|ap|au)\d-[0-9a-f]{8}-[0-9a-f-]{20,}/),
  // Stripe's keys, those of the vendors that write keys like it, and Lob's, which have no name before the mode.
  "live-or-test-key": token(
    [contains("_live_", "_test_", "_prod_"), containsToken("live_", "test_")],
    /[sprc]k_(?:live|test|prod)_[A-Za-z0-9]{8,}|[a-z]{2,12}_(?:live|prod)_[\w-]{16,}|duffel_test_[\w-]{30,}|shippo_test_[0-9a-f]{24,}|(?:live|test)_(?:pub_)?[0-9a-f]{32,}/,
    (text) => /^[sprc]k_|\d|^[a-z]+_[a-z]+_(?:\w*[A-Z]\w*[_-]|[\w-]*[_-]\w*[A-Z])/.test(text),
  ),
  "sendgrid-key": token("SG.", /SG\.[\w-]{12,}(?:\.[\w-]{12,})?/),
  "mailgun-key": token(
    [containsToken("key-", "pubkey-"), word(TRAIT.longPart, ..."0123456789abcdef")],
    /(?:key|pubkey)-[0-9a-f]{32}(?:-[0-9a-f]{8}-[0-9a-f]{8})?|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}/,
  ),
  "mailchimp-key": token([contains("-us")], /[0-9a-f]{32}-us\d{1,2}(?!\w)/),
  "brevo-key": token("xkeysib- xsmtpsib-", /x(?:keysib|smtpsib)-[0-9a-f]{32,}(?:-\w+)?/),
  "resend-key": token("re_", /re_[A-Za-z0-9]{6,}_[A-Za-z0-9]{16,}/),
  "discord-token": token(
    [word(TRAIT.longPart, "M", "N", "O"), containsToken("mfa.")],
    /[MNO][A-Za-z0-9]{22,27}\.[\w-]{6}\.[\w-]{26,}|mfa\.[\w-]{20,}/,
  ),
  "telegram-token": token([contains(":AA")], /(?:bot)?\d{8,10}:AA[\w-]{30,}/),
  "facebook-token": token(
    [containsToken("EAA", "IGQV"), contains("|")],
    /(?:EAA|IGQV)[A-Za-z0-9]{30,}|\d{13,17}\|[\w-]{24,}/,
  ),
  "twitter-bearer-token": token("AAAAAAAAAA", /AAAAAAAAAAAAAAAAAAAA[\w%]{30,}/),
  "dropbox-token": token("sl.", /sl\.(?:u\.)?[\w-]{40,}/),
  "airtable-token": token("pat", /pat[A-Za-z0-9]{14}\.[0-9a-f]{32,}/),
  "asana-token": token("1/ 2/", /[12]\/\d{10,}(?:\/\d{10,})?:[0-9a-f]{32}/),
  "linear-key": token("lin_", /lin_(?:api|oauth)_[A-Za-z0-9]{24,}/),
  "notion-token": token("ntn_ secret_", /ntn_[A-Za-z0-9]{24,}|secret_[A-Za-z0-9]{32,}/),
  "figma-token": token("fig", /fig(?:d|o|oh|or|u)_[\w-]{20,}/),
  "atlassian-token": token("ATATT3 ATCTT3 ATSTT3", /AT(?:ATT|CTT|STT)3[\w=-]{20,}/),
  "typeform-token": token("tfp_", /tfp_[\w-]{30,}/),
  "contentful-token": token("CFPAT-", /CFPAT-[\w-]{30,}/),
  "adobe-secret": token([contains("p8e-")], /p8e-[a-z0-9-]{28,}/i),
  "intercom-token": token("dG9rO", /dG9rO[A-Za-z0-9+/=_-]{30,}/),
  "readme-or-frameio-token": token("rdme_ fio-u-", /rdme_[a-z0-9]{40,}|fio-u-[\w=-]{40,}/),
  "adyen-key": token("AQE", /AQE[\w-]{40,}(?:=-[\w-]+)?/, (text) => /-[\w-]/.test(text.slice("AQE".length + 40))),
  "mailersend-token": token("mlsn.", /mlsn\.[0-9a-f]{32,}/),
  "salesforce-session": token("00D", /00D[A-Za-z0-9]{12}(?:[A-Za-z0-9]{3})?![\w.]{30,}/),
  "harness-token": token("pat. sat.", /[ps]at\.[\w-]{20,}\.[0-9a-f]{20,}\.[\w-]{16,}/),
  // Monitoring, analytics, maps, and tools for APIs.
  "sentry-token": token("sntrys_eyJ sntryu_", /sntr(?:ys_eyJ|yu_)[\w+/=-]{24,}/),
  "new-relic-key": token(
    [containsToken("NR"), contains("NRAL")],
    /NR(?:AK|JS|II|IQ|RA|AA|SP|BR)-[\w-]{16,}|[0-9a-f]{36}NRAL/,
  ),
  "grafana-token": token("glsa_ glc_", /gl(?:sa|c)_[\w+/=-]{24,}/),
  "posthog-key": token("phc_ phs_ phx_", /ph[cxs]_[A-Za-z0-9]{32,}/),
  "datadog-key": token("ddp_ dda_ pub", /dd(?:p|a)_[A-Za-z0-9]{32,}|pub[0-9a-f]{32}(?![0-9a-f])/),
  "honeycomb-key": token("hca hcb hcx", /hc[abx][lmi]k_[a-z0-9]{40,}/),
  "axiom-or-logtail-token": token("xaat- xapt-", /xa(?:at|pt)-[0-9a-f]{8}-[0-9a-f-]{20,}/),
  "postman-key": token("PMAK-", /PMAK-[0-9a-f]{20,}(?:-[0-9a-f]+)?/),
  "mapbox-token": token("pk.eyJ sk.eyJ", /[sp]k\.eyJ[\w-]{20,}(?:\.[\w-]+)?/),
  "rapid-or-infracost-key": token("ico-", /ico-[A-Za-z0-9]{32,}/),
  "ngrok-token": token([word(TRAIT.longPart, "ak_2", "2")], /(?:ak_)?2[A-Za-z0-9]{26}_[A-Za-z0-9]{20,}/),
  "polar-or-workos-key": token(
    "polar_ sk_",
    /polar_(?:pat|oat|whs)_\w{24,}|sk_(?:live|test|prod)?_?a2V5[A-Za-z0-9]{20,}/,
  ),
  "statsig-key": token("secret- client- console-", /(?:secret|client|console)-[A-Za-z0-9]{40,}/),
  "wakatime-key": token("waka_", /waka_[0-9a-f]{8}-[0-9a-f-]{20,}/),
});
