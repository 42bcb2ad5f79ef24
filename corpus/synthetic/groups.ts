import type { Random } from "../random.ts";
import { between } from "./around.ts";
import { languages } from "./benign/languages.ts";
import { limits } from "./benign/limits.ts";
import { lookalikes } from "./benign/lookalikes.ts";
import { parsing } from "./benign/parsing.ts";
import { payments } from "./benign/payments.ts";
import { prose } from "./benign/prose.ts";
import { resources } from "./benign/resources.ts";
import { signin } from "./benign/signin.ts";
import { validation } from "./benign/validation.ts";
import { blocks } from "./credentials/blocks.ts";
import { commands } from "./credentials/commands.ts";
import { connections } from "./credentials/connections.ts";
import { http } from "./credentials/http.ts";
import { type Carrier, keyOf, MARKED_NAMES, PLAIN_NAMES } from "./credentials/key.ts";
import { marked } from "./credentials/marked.ts";
import { named } from "./credentials/named.ts";
import { pairs } from "./credentials/pairs.ts";
import { queries, signed, userinfo } from "./credentials/urls.ts";
import { type Draft, type Frame, joined } from "./draft.ts";
import { go, managed, node, python, tools } from "./hosts/sockets.ts";
import { abroad, english } from "./hosts/spoken.ts";
import { system, told } from "./places/files.ts";
import { javascript } from "./stacks/javascript.ts";
import { jvm } from "./stacks/jvm.ts";
import { native } from "./stacks/native.ts";
import { scripting } from "./stacks/scripting.ts";

/** A text of a group, with the number of the frame that it came from. */
interface Made {
  readonly frame: number;
  readonly draft: Draft;
}

/** A kind of text. */
export interface Group {
  readonly name: string;
  /** How many of a thousand entries are of it. */
  readonly share: number;
  /** How likely an author's own words stand around the text. */
  readonly around: number;
  /** The text number `turn` of the group. */
  make(turn: number, random: Random): Made;
}

/** Takes the frames in turn, so that each is used as often as the others. */
function inTurn(name: string, share: number, around: number, frames: readonly Frame[]): Group {
  return {
    name,
    share,
    around,
    make: (turn, random) => {
      const frame = turn % frames.length;
      return { frame, draft: frames[frame]?.(random) ?? [] };
    },
  };
}

/** Takes the secrets in turn, so that each shape occurs, and any of the carriers. */
function secrets(name: string, share: number, names: readonly string[], carriers: readonly Carrier[]): Group {
  return {
    name,
    share,
    around: 0.25,
    make: (turn, random) => {
      const frame = random.int(0, carriers.length - 1);
      const key = keyOf(names[turn % names.length] ?? "", random);
      return { frame, draft: carriers[frame]?.(key)(random) ?? [] };
    },
  };
}

const sockets = [...node, ...go, ...python, ...managed, ...tools];
const files = [...system, ...told];
const mixable: readonly Frame[] = [...sockets, ...files, ...english, ...connections, ...http, ...userinfo, ...commands];

/** Puts two or three texts into one, the first ones in turn. */
const mixed: Group = {
  name: "mixed",
  share: 55,
  around: 0.3,
  make: (turn, random) => {
    // A stride without a common divisor reaches all frames although there are more of them than turns.
    const frame = (turn * 37) % mixable.length;
    const frames = [mixable[frame] ?? random.pick(mixable), random.pick(mixable)];
    if (random.chance(0.3)) frames.push(random.pick(mixable));
    const drafts = frames.map((one) => one(random));
    return { frame, draft: joined(drafts, random.pick(between)) };
  },
};

/** All that the synthetic part of the corpus is made of; the shares add up to 1,000. */
export const GROUPS: readonly Group[] = [
  inTurn("benign-limits", 22, 0.15, limits),
  inTurn("benign-validation", 44, 0.15, validation),
  inTurn("benign-parsing", 36, 0.15, parsing),
  inTurn("benign-resources", 44, 0.15, resources),
  inTurn("benign-payments", 18, 0.15, payments),
  inTurn("benign-signin", 46, 0.15, signin),
  inTurn("benign-lookalikes", 68, 0.15, lookalikes),
  inTurn("benign-languages", 38, 0.05, languages),
  inTurn("benign-prose", 38, 0.05, prose),
  secrets("key", 152, MARKED_NAMES, [...marked, ...named]),
  secrets("plain-key", 40, PLAIN_NAMES, named),
  inTurn("connection", 36, 0.2, connections),
  inTurn("command", 28, 0.2, commands),
  inTurn("http", 38, 0.15, http),
  inTurn("userinfo", 16, 0.3, userinfo),
  inTurn("query", 12, 0.3, queries),
  inTurn("signed", 12, 0.3, signed),
  inTurn("block", 6, 0.2, blocks),
  inTurn("pair", 10, 0.2, pairs),
  inTurn("socket", 56, 0.35, sockets),
  inTurn("host", 40, 0.25, english),
  inTurn("host-abroad", 8, 0.1, abroad),
  inTurn("file", 60, 0.3, files),
  inTurn("stack-javascript", 27, 0.3, javascript),
  inTurn("stack-scripting", 26, 0.3, scripting),
  inTurn("stack-compiled", 24, 0.3, [...jvm, ...native]),
  mixed,
];
