import { defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { toHtml } from "./html.ts";
import { toMarkdown } from "./markdown.ts";

/** A catalog that has one text in every place for a text. */
const saying = (text: string) =>
  defineCatalog({
    vendor: "acme",
    codes: {
      acme_x: {
        status: 409,
        message: "X.",
        when: text,
        detail: z.object({ [text]: z.string().describe(text), list: z.enum([text, "b"]), one: z.literal(text) }),
      },
    },
  });

const IMAGE = "<img src=x onerror=alert(1)>";

describe("in Markdown", () => {
  const sectionOf = (text: string) => toMarkdown(saying(text)).split("### ")[1] ?? "";

  test.each<[what: string, text: string, when: string, name: string, value: string]>([
    [
      "quotes in a row before code",
      `\`\`\`${IMAGE}\``,
      "\\`\\`\\`\\<img src=x onerror=alert(1)\\>\\`",
      `\`\`\`\` \`\`\`${IMAGE}\` \`\`\`\``,
      `\`"\\u0060\\u0060\\u0060${IMAGE}\\u0060"\``,
    ],
    [
      "a quote behind a backslash",
      `\\\`${IMAGE}`,
      "\\\\\\`\\<img src=x onerror=alert(1)\\>",
      `\`\`\\\`${IMAGE}\`\``,
      `\`"\\\\\\u0060${IMAGE}"\``,
    ],
    ["a line break and a pipe", "a\n| b", "a \\| b", "`a\\u000a\\| b`", '`"a\\n\\| b"`'],
    ["a list", "- a", "\\- a", "`- a`", '`"- a"`'],
    ["a number", "1. a", "1\\. a", "`1. a`", '`"1. a"`'],
  ])("%s", (_what, text, when, name, value) => {
    const lines = sectionOf(text).split("\n");
    expect(lines[2]).toBe(when);
    expect(sectionOf(text)).toContain(`| ${name} | string | yes | ${when} |`);
    expect(sectionOf(text)).toContain(`| \`one\` | ${value} | yes |  |`);
  });
});

describe.each([
  ["HTML", toHtml],
  ["Markdown", toMarkdown],
] as const)("in %s", (_format, write) => {
  test.each(["\0", "\u001b[2J", "\u0085", "\u202e", "\u2066", "\u2028", "\ufeff", "\ud800"])(
    "%j is made visible",
    (mark) => {
      const page = write(saying(`a${mark}b`), { title: `a${mark}b` });
      const hidden = mark.charAt(0);
      expect(page.includes(hidden)).toBe(false);
      expect(page.isWellFormed()).toBe(true);
      expect(page).toContain(`\\u${hidden.charCodeAt(0).toString(16).padStart(4, "0")}`);
    },
  );
});
