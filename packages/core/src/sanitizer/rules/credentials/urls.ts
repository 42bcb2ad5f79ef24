import { privateOf, type Span } from "../../engine/rule.ts";
import { contains } from "../../engine/trigger.ts";
import { afterLast } from "../shared/characters.ts";
import { locateIf, textBefore } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { readUrl, URL_TEXT, URL_TRIGGERS } from "../shared/url.ts";
import { changesOfCase, isPrefixedId, looksChosen, looksRandom } from "../shared/values.ts";
import { isPublicId } from "./public-id.ts";

function locateUserinfo(match: RegExpExecArray): Span | undefined {
  const { scheme, userinfo } = readUrl(match);
  // NATS has a token in the place of the user.
  if (userinfo === undefined || scheme === "nats") return userinfo;
  const text = match.input.slice(userinfo.start, userinfo.end);
  if (/:|%3A/i.test(text)) return /(?::|%3A)./i.test(text) && !/:\*+$/.test(text) ? userinfo : undefined;
  return text.length >= 12 && looksRandom(text) && !isPrefixedId(text) ? userinfo : undefined;
}

function locatePasswordBeforeHost(match: RegExpExecArray): Span | undefined {
  const isCall = match[0].endsWith("(");
  const run = afterLast(textBefore(match, 120), isCall ? " \t\n" : " \t\n\"'`<>");
  const password =
    /^(?:[a-z]{0,12}\/\/)?[A-Za-z][\w.-]{0,40}:(?!\/\/)(?<password>.*)$/.exec(run)?.groups?.["password"] ?? "";
  // After two slashes or before a network's name it is certain; elsewhere it must look like a password.
  const isSure = isCall || run.includes("//") || looksChosen(password);
  if (password.length < 3 || /^\d+$/.test(password) || !isSure) return undefined;
  return { start: match.index - password.length, end: match.index };
}

/** Parts of paths that let anyone in who has the link: to a new password, a team, a confirmation. */
const GRANTS =
  "reset|passw|senha|contrase|mot-de-passe|reinit|restab|redefin|sifre|zuruecksetz|recover|vosstanov|invit|einlad|join|verif|confirm|" +
  "bestaetig|activ|aktiv|magic|unsubscribe|token|integration|v1/input|share|private";

const GRANT = new RegExp(GRANTS, "i");

/** Paths of a revision, whose hash is public. */
const REVISION = /\/(?:commits?|blob|tree|raw)$/;

/** Whether a random value is at the end of such a path, or in its query. */
function isGrant(value: string, match: RegExpExecArray): boolean {
  if (!looksRandom(value, 20) || isPublicId(value)) return false;
  const { start } = privateOf(match);
  const before = match.input.slice(Math.max(0, start - 200), start - 1);
  const link = before.split(/[\s"'`<>()]/).at(-1) ?? "";
  const [path = "", query] = link.replace(/^\w{1,20}:\/\/[^/]*/, "").split(/[?#]/, 2);
  if (query === undefined)
    return match[0].startsWith("/") && !REVISION.test(path) && GRANT.test(path.split("/").slice(-3).join("/"));
  return match[0].startsWith("=") && GRANT.test(path) && !/id$|(?:^|&)utm[^&]*$|page|cursor|state$/i.test(query);
}

/** Services whose URLs end with a key. */
const PROVIDERS = "infura.io/|alchemy.com/|alchemyapi.io/|quiknode.pro/|ankr.com/|chainstack.com/|getblock.io/";

/** User names and passwords in URLs (RFC 3986, section 3.2.1), and URLs that are secrets as a whole. */
export const urlRules = (): RuleTable => ({
  "url-userinfo": {
    triggers: URL_TRIGGERS,
    pattern: URL_TEXT,
    locate: locateUserinfo,
  },
  "webhook-url": {
    triggers: [
      contains(
        ...(
          "hooks.slack.com/|discord.com/api/|discordapp.com/api/|webhook.office.com/|telegram.org/bot|hooks.zapier.com/|" +
          "hook.|n8n.cloud/webhook|chat.googleapis.com/|maker.ifttt.com/"
        ).split("|"),
      ),
    ],
    pattern:
      /https?:\/\/(?:hooks\.slack\.com\/(?:services|workflows|triggers)|(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks|[\w.-]+\.webhook\.office\.com\/webhookb2|api\.telegram\.org\/bot|hooks\.zapier\.com\/hooks\/catch|hook\.[a-z0-9]+\.make\.com|(?=hook)[\w.-]+\.n8n\.cloud\/webhook|chat\.googleapis\.com\/v1\/spaces|maker\.ifttt\.com\/trigger)(?<private>[/\d][^\s"'<>`)\]]+)/g,
  },
  "one-time-link": {
    triggers: [contains(...GRANTS.split("|"))],
    pattern: /(?:\/[a-z]{4,12}-|[/=])(?<private>[\w~-]{20,})/g,
    locate: locateIf(isGrant),
  },
  "provider-url-key": {
    triggers: [contains(...PROVIDERS.split("|"))],
    pattern: {
      source: String.raw`https?://[\w.-]*(?:${PROVIDERS.replaceAll(".", "\\.")})(?:[\w-]{1,12}/)?(?<private>[\w-]{16,})`,
      flags: "g",
    },
  },
  "webhook-path": {
    triggers: [contains("hook/", "hooks/")],
    pattern: /\/(?:in|incoming)?-?(?:web)?hooks?\/(?:[\w-]{1,30}\/)?(?<private>(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{20,})/gi,
  },
  "url-password-before-space": {
    triggers: [contains("://")],
    pattern: /:\/\/[^\s/@:"'`]*:(?<private>(?!\d{1,5}\s)[^\s/@"'`]{4,})(?=\s@)/g,
  },
  "userinfo-without-scheme": {
    triggers: [contains("@")],
    // A URL that lost its colon, or never had a scheme: user, password, and a host with a dot in it.
    pattern: /@(?:(?:tcp|udp|unix)\(|(?=[\w-]+(?:\.[\w-]|:\d{2,5}(?!\w))))/g,
    locate: locatePasswordBeforeHost,
  },
  "token-before-host": {
    triggers: [contains("@")],
    pattern: /(?<![\w.:@%+/-])(?<private>[A-Za-z0-9]{20,})@[\w-]+(?:\.[\w-]+)+/g,
    locate: locateIf((value) => looksRandom(value, 20) && changesOfCase(value) >= 6),
  },
});
