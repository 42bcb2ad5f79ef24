import { BUILT_IN_CODES, CODES } from "@uhp-errors/core";
import { knownSentence } from "./sentence.ts";

export interface Known {
  readonly status: number | undefined;
  readonly sentence: string | undefined;
  readonly route: string | undefined;
}

const EMPTY_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the this that these those is are was were be been being has have had do does did will would can could may might must should " +
    "of for to from with at on in by as it its your you our we i my please sorry oops error errors failure such there and or if " +
    "http request exception message any some so then than just here provided given following specified requested"
  ).split(" "),
);

const MOST_WORDS = 5;

/** Sentences that say no more than their status. */
const SAYS_NOTHING =
  /^(?:(?:resource|page|route|endpoint|path|url|item|object|record|entity)?_?(?:not_found|not_exist|doesnt_exist)|bad|unauthorized|unauthenticated|forbidden|access_denied|permission_denied|not_allowed|method_not_allowed|conflict|gone|too_many(?:_requests)?|unprocessable_?(?:entity|content)|internal(?:_server)?|server|something_went_wrong|went_wrong|unknown|unexpected|unable_process|not_implemented|unavailable|service_unavailable|bad_gateway|gateway_timeout|timeout|invalid|missing|validation|failed)$/;

/**
 * Returns the code to throw instead of an error. This is a code of the contract if one has that meaning, or a built-in
 * code if the sentence says no more than the status. Otherwise it is one of the vendor's own codes, named after the
 * sentence or the route.
 */
export function proposedCode({ status, sentence = "", route }: Known, vendor: string): string | undefined {
  if (status === undefined) return undefined;
  if (status === 429) return "rate_limited";
  if (status >= 500) return builtInCode(status, vendor);
  const name = nameWords(sentence)
    .filter((word) => word !== String(status))
    .join("_");
  const shared = OF_CONTRACT.find(({ statuses, fits }) => statuses.includes(status) && fits(name, sentence))?.code;
  if (shared !== undefined) return shared;
  // What is known of a sentence may be none, so that it names nothing.
  const isPart = knownSentence(sentence) === undefined;
  const saysMore = !isPart && name !== "" && !SAYS_NOTHING.test(name) && SAYS_STATUS[status]?.test(name) !== true;
  if (saysMore && status !== 413 && !TAKEN.has(name)) return `${vendor}_${name.replace(/^(?![a-z])/, "error_")}`;
  const noun = routeNoun(route);
  if (status === 404) return noun === undefined ? builtInCode(status, vendor) : `${vendor}_${noun}_not_found`;
  if (status === 400) return noun === undefined || isPart ? "invalid_input" : `${vendor}_${noun}_${name}`;
  return builtInCode(status, vendor);
}

/** Names that the vendor's own codes cannot have after the prefix, because the contract or every catalog already has them. */
const TAKEN: ReadonlySet<string> = new Set([...Object.keys(CODES), ...Object.keys(BUILT_IN_CODES)]);

/** Codes of the contract, each with a check for sentences that have its meaning. */
const OF_CONTRACT: readonly {
  readonly code: string;
  readonly statuses: readonly number[];
  readonly fits: (name: string, sentence: string) => boolean;
}[] = [
  { code: "file_too_large", statuses: [413], fits: (name) => /file|upload|image|attachment/.test(name) },
  {
    code: "missing_credential",
    statuses: [401],
    fits: (name) => TOKEN.test(name) && /^no_|missing|required|absent|not_found/.test(name),
  },
  { code: "invalid_credential", statuses: [401], fits: (name) => TOKEN.test(name) },
  { code: "insufficient_scope", statuses: [403], fits: (name) => /scope/.test(name) },
  {
    code: "invalid_input",
    statuses: [400, 415, 422],
    fits: (name, sentence) => SAYS_NOTHING.test(name) || saysInput(sentence) || !SAYS_STATE.test(name),
  },
];

const SAYS_INPUT =
  /invalid|required|missing|\bmust\b|valid|validation|malformed|(?:cannot|can['’]?t)(?:_| be )(?:empty|blank)|too[_ ](?:short|long)|expected/i;

/** Words of sentences about the state of the service. Some services answer such an error with 400, although the input is right. */
const SAYS_STATE =
  /(?:^|_)(?:already|taken|used|registered|sold|out_of|left|closed|open(?:ed)?|started|ended|over|expired|exists?|existing|found|unknown|no_(?:such|longer|more)|not_(?:available|active|enough|enabled|found)|insufficient|unavailable|inactive|declined|rejected|refused|cancell?ed|completed|finished|paid|shipped|locked|blocked|disabled|suspended|banned|deleted|removed|archived|in_(?:use|progress)|reached|exceeded|pending|busy|conflict|failed|unable|could_not|cannot|cant)(?:_|$)/;

export function saysInput(sentence: string): boolean {
  return SAYS_INPUT.test(sentence);
}

const TOKEN = /token|bearer|jwt|credential|authorization_header/;

/** Returns the words of a sentence that can name a code, without parts that are only known at run time. */
function nameWords(sentence: string): readonly string[] {
  const first = sentence.split(/[.!?:;]\s/, 1)[0] as string;
  const words = first
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/['’]/g, "")
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== "")
    .filter((word, index, all) => !EMPTY_WORDS.has(word) || (all[index - 1] === "not" && word !== "be"))
    .slice(0, MOST_WORDS);
  // `failed_create_order` would name a wish.
  const [verb, ...rest] = words;
  return verb === "failed" ? [...rest, verb] : words;
}

/** For some statuses, the sentences that say no more than the status. */
const SAYS_STATUS: Readonly<Record<number, RegExp>> = {
  401: /authenticat|unauthori|(?:log|sign)in|^(?:not_)?(?:log|logged|sign|signed)$|access_denied|not_authorized/,
  403: /unauthori|not_authorized|authorized|permission|access|denied|not_allowed|privilege|not_permitted|forbidden/,
};

const BUILT_IN_BY_STATUS: ReadonlyMap<number, string> = new Map(
  Object.entries(BUILT_IN_CODES).flatMap(([name, facts]): [number, string][] =>
    "bare" in facts ? [] : [[facts.status, name]],
  ),
);

export function builtInMessage(status: number): string | undefined {
  return Object.values(BUILT_IN_CODES).find((facts) => !("bare" in facts) && facts.status === status)?.message;
}

function builtInCode(status: number, vendor: string): string {
  return `${vendor}_${BUILT_IN_BY_STATUS.get(status) ?? `http_${status}`}`;
}

/** Returns the subject of a route: `order` for `GET /orders/:id`. */
function routeNoun(route: string | undefined): string | undefined {
  const parts = route?.split(" ").at(-1)?.split("/") ?? [];
  const named = parts.filter((part) => /^[a-z][a-z_-]*$/i.test(part) && !/^api$/i.test(part)).at(-1);
  if (named === undefined) return undefined;
  const singular = named
    .toLowerCase()
    .replaceAll("-", "_")
    .replace(/(?<!cook|mov|ser|spec)ies$/, "y")
    .replace(/(?<=ss|(?<![ao])us|ias|x|ch|sh)es$|(?<!s|u|si|serie|specie)s$/, "");
  return singular.length > 1 ? singular : undefined;
}
