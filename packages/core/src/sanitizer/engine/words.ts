import { codeAt } from "./code-at.ts";
import { type Machine, START, type Watch } from "./machine.ts";
import { CLASS_LIMIT, isAlphanumeric } from "./traits.ts";

/** Whether the machine meets no word in an ASCII text that wakes a rule. Rules that need a trait which the text lacks stay asleep. */
export function wakesNone(text: string, machine: Machine, lacks: number, needs: Int32Array): boolean {
  const { kinds, next, width, hasWord, foundWords } = machine;
  let state = 0;
  for (let index = 0; index < text.length; index += 1) {
    let found = 0;
    // A loop without calls, which the engine runs faster.
    for (; index < text.length && found === 0; index += 1) {
      state = next[state + ((kinds[text.charCodeAt(index)] as number) & (CLASS_LIMIT - 1))] as number;
      if (state >= 0) continue;
      state = ~state;
      found = hasWord[next[state + width] as number] as number;
    }
    if (found === 0) return true;
    index -= 1;
    const watches = foundWords[next[state + width] as number] as readonly Watch[];
    if (wakesOne(watches, text, index + 1, lacks, needs)) return false;
  }
  return true;
}

/** Whether one of some triggers, which end at a place, wakes its rule. */
function wakesOne(watches: readonly Watch[], text: string, end: number, lacks: number, needs: Int32Array): boolean {
  return watches.some(({ rule, kind, start, text: word, length }) => {
    if (((needs[rule] as number) & lacks) !== 0) return false;
    if (kind === START.token) return isToken(text, word, end - length);
    return kind !== START.told || start(text, end - length, -1) >= 0;
  });
}

/** Whether a text stands at a place exactly, behind no letter and no digit. */
export function isToken(text: string, token: string, at: number): boolean {
  return !isAlphanumeric(codeAt(text, at - 1)) && text.startsWith(token, at);
}
