const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;

const MARK = /\p{M}/u;

function letterWidth(letter: string): number {
  return WIDE.test(letter) ? 2 : MARK.test(letter) ? 0 : 1;
}

export function fit(text: string, columns: number): string {
  return start(text, columns) === text ? text : `${start(text, columns - 1)}…`;
}

function start(text: string, columns: number): string {
  let used = 0;
  let kept = "";
  for (const letter of text) {
    used += letterWidth(letter);
    if (used > columns) break;
    kept += letter;
  }
  return kept;
}

export function pad(text: string, columns: number): string {
  const fitting = fit(text, columns);
  const used = [...fitting].reduce((sum, letter) => sum + letterWidth(letter), 0);
  return fitting + " ".repeat(columns - used);
}

export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    const longer = `${line} ${word}`;
    if (line !== undefined && fit(longer, columns) === longer) lines[lines.length - 1] = longer;
    else lines.push(fit(word, columns));
  }
  return lines;
}
