import { type BuiltInRule, privateOf, type Span } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsWith, beginsWithRun, holds } from "../../engine/trigger.ts";
import { URL_TEXT, URL_TRIGGERS, urlOf } from "../shared/url.ts";
import { changesOfCase, isPrefixedId, looksChosen, looksRandom } from "../shared/values.ts";

function locateUserinfo(match: RegExpExecArray): Span | undefined {
  const { userinfo } = urlOf(match);
  if (userinfo === undefined) return undefined;
  const text = match.input.slice(userinfo.start, userinfo.end);
  if (/:|%3A/i.test(text)) return /(?::|%3A)./i.test(text) && !/:\*+$/.test(text) ? userinfo : undefined;
  return text.length >= 12 && looksRandom(text) && !isPrefixedId(text) ? userinfo : undefined;
}

/** So much before an @ may be a user and a password. */
const LONGEST_USERINFO = 120;

function locatePasswordBeforeHost(match: RegExpExecArray): Span | undefined {
  const before = match.input.slice(Math.max(0, match.index - LONGEST_USERINFO), match.index);
  const ends = match[0].endsWith("(") ? " \t\n" : " \t\n\"'`<>";
  const run = before.slice(Math.max(...[...ends].map((mark) => before.lastIndexOf(mark))) + 1);
  const password =
    /^(?:[a-z]{0,12}\/\/)?[A-Za-z][\w.-]{0,40}:(?!\/\/)(?<password>.*)$/.exec(run)?.groups?.["password"] ?? "";
  // Behind two slashes or before a network's name there is no doubt; elsewhere it must look like a password.
  const sure = run.includes("//") || match[0].endsWith("(");
  if (password.length < 3 || /^\d+$/.test(password) || !(sure || looksChosen(password))) return undefined;
  return { start: match.index - password.length, end: match.index };
}

/** Names and passwords in URLs (RFC 3986, section 3.2.1), and URLs that are secrets as a whole. */
export const urlRules = (): readonly BuiltInRule[] => [
  {
    id: "url-userinfo",
    kind: "credential",
    needs: 0,
    triggers: URL_TRIGGERS,
    pattern: URL_TEXT,
    locate: locateUserinfo,
    redacts: [
      "could not reach postgres://app:hunter2@db-1:5432/x",
      "mongodb+srv://root:p/w@s@cluster0.example.net/?retryWrites=true",
      "redis://:hunter2@cache.example.com",
      "https://x:{alnum:30}@git.example.com/a.git",
      "https://{alnum:30}@git.example.com/a.git",
      `amqp://svc:pa"ss'w@mq.example.com/vhost`,
      "url=https%3A%2F%2Fu%3Apw%40example.com",
      "Failed at postgres%3A%2F%2Fapp%3Ahunter2%40db",
    ],
    keeps: [
      "see https://example.com/docs",
      "mail ops@example.com",
      "https://example.com/@scope/name",
      "ssh://git@example.com/a.git",
      "https://example.com:8443/@user",
      "url=https%3A%2F%2Fexample.com%2Fx",
    ],
  },
  {
    id: "webhook-url",
    kind: "credential",
    needs: TRAIT.slash,
    triggers: [
      holds(
        ...(
          "hooks.slack.com/|discord.com/api/|discordapp.com/api/|webhook.office.com/|telegram.org/bot|hooks.zapier.com/|" +
          "hook.|n8n.cloud/webhook|chat.googleapis.com/|maker.ifttt.com/"
        ).split("|"),
      ),
    ],
    pattern:
      /https?:\/\/(?:hooks\.slack\.com\/(?:services|workflows|triggers)|(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks|[\w.-]+\.webhook\.office\.com\/webhookb2|api\.telegram\.org\/bot|hooks\.zapier\.com\/hooks\/catch|hook\.[a-z0-9]+\.make\.com|(?=hook)[\w.-]+\.n8n\.cloud\/webhook|chat\.googleapis\.com\/v1\/spaces|maker\.ifttt\.com\/trigger)(?<private>[/\d][^\s"'<>`)\]]+)/g,
    redacts: ["POST https://hooks.slack.com/services/T{upper:8}/B{upper:8}/{alnum:24} failed"],
    keeps: ["See https://hooks.slack.com/services for it."],
  },
  {
    id: "one-time-link",
    kind: "credential",
    needs: TRAIT.slash | TRAIT.longWord,
    triggers: [
      beginsWith(
        ...(
          "/reset|/password-reset|/invit|/verify|/confirm|/activate|/magic|/unsubscribe|/token|/integration|/v1/input|" +
          "/share|/private"
        ).split("|"),
      ),
    ],
    pattern:
      /\/(?:reset|reset-password|password-reset|invite|invitation|verify|confirm|activate|magic|magic-link|unsubscribe|token|integration|v1\/input|share|private)[/-](?<private>[\w-]{20,})/gi,
    locate: (match) => {
      const { start, end } = privateOf(match);
      return looksRandom(match.input.slice(start, end), 20) ? { start, end } : undefined;
    },
    redacts: ["https://example.com/reset/{alnum:32}", "https://example.com/ical/private-{hex:32}/basic.ics"],
    keeps: ["POST /v1/verify/a-long-name-without-numbers", "/share/x1"],
  },
  {
    id: "provider-url-key",
    kind: "credential",
    needs: TRAIT.slash | TRAIT.longWord,
    triggers: [
      holds(
        "infura.io/",
        "alchemy.com/",
        "alchemyapi.io/",
        "quiknode.pro/",
        "ankr.com/",
        "chainstack.com/",
        "getblock.io/",
      ),
    ],
    pattern:
      /https?:\/\/[\w.-]*(?:infura\.io|alchemy\.com|alchemyapi\.io|quiknode\.pro|ankr\.com|chainstack\.com|getblock\.io)\/(?:[\w-]{1,12}\/)?(?<private>[\w-]{16,})/g,
    redacts: ["https://mainnet.infura.io/v3/{hex:32}", "https://x.quiknode.pro/{hex:40}/"],
    keeps: ["https://docs.infura.io/x"],
  },
  {
    id: "webhook-path",
    kind: "credential",
    needs: TRAIT.slash | TRAIT.longWord,
    triggers: [holds("hook/", "hooks/")],
    pattern: /\/(?:in|incoming)?-?(?:web)?hooks?\/(?:[\w-]{1,30}\/)?(?<private>(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{20,})/gi,
    redacts: ["https://chat.example.com/hooks/{lower:26}"],
    keeps: ["POST /v1/webhooks/wh_123", "/hooks/a-long-name-without-number"],
  },
  {
    id: "url-password-before-space",
    kind: "credential",
    needs: TRAIT.slash | TRAIT.at,
    triggers: [beginsWith("://")],
    pattern: /:\/\/[^\s/@:"'`]*:(?<private>(?!\d{1,5}\s)[^\s/@"'`]{4,})(?=\s@)/g,
    redacts: ['bad URI: "redis://:{hex:32} @cache:6379"'],
    keeps: ["http://example.com:8080 @name"],
  },
  {
    id: "userinfo-without-scheme",
    kind: "credential",
    needs: TRAIT.at,
    triggers: [beginsWith("@")],
    // A URL that lost its colon, or never had a scheme: user, password, and a host with a dot in it.
    pattern: /@(?:(?:tcp|udp|unix)\(|(?=[\w-]+(?:\.[\w-]|:\d{2,5}(?!\d))))/g,
    locate: locatePasswordBeforeHost,
    redacts: [
      "Invalid URL: wss//svc:H1P/jUi=8HDd6xGi@live.example.com",
      "svc:hunter2@db.example.com is wrong",
      "DSN app:hunter@tcp(db.example.com:3306)/shop",
      "//elastic:changeme@es.example.com:9200",
    ],
    keeps: ["mailto:ops@example.com", "at 10:30@example.com"],
  },
  {
    id: "token-before-host",
    kind: "credential",
    needs: TRAIT.at | TRAIT.longWord,
    triggers: [beginsWithRun(/[A-Za-z0-9]/, "@")],
    pattern: /(?<![\w.:@%+/-])(?<private>[A-Za-z0-9]{20,})@[\w-]+(?:\.[\w-]+)+/g,
    locate: (match) => {
      const { start, end } = privateOf(match);
      const value = match.input.slice(start, end);
      return looksRandom(value, 20) && changesOfCase(value) >= 6 ? { start, end } : undefined;
    },
    redacts: ["Invalid endPoint : {alnum:32}@minio.example.com"],
    keeps: ["firstnameandlastname2024@example.com"],
  },
];
