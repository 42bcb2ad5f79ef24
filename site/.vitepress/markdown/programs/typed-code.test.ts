import { createMarkdownRenderer, type MarkdownRenderer } from "vitepress";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { ROOT } from "../../sources.ts";
import { MARKDOWN } from "../options.ts";

describe("the TypeScript of a page", () => {
  let md: MarkdownRenderer;
  beforeAll(async () => {
    md = await createMarkdownRenderer(ROOT, MARKDOWN);
    // Twoslash prints what it throws.
    vi.spyOn(console, "error").mockImplementation(() => {});
  });

  const page = (code: string, path = "docs/koa.md") =>
    md.render(`<!-- prelude: koa -->\n\n\`\`\`ts\n${code}\n\`\`\`\n`, { realPath: `${ROOT}${path}` });

  test("shows its types, but not the line that its prelude adds", () => {
    const html = page("contract.versions;");
    expect(html).toContain("twoslash-hover");
    expect(html).toContain("readonly");
    expect(html).not.toContain("preludes/koa.ts");
  });

  test("shows the docstring of a library's function without its pictures", () => {
    const html = page('import { throwError } from "rxjs";\nthrowError(() => 1);');
    expect(html).toContain("Creates an observable");
    expect(html).not.toContain("<img");
  });

  test.each([
    ["a name that nothing declares", "installs(app, contract);", /2304|2552/],
    ["a field that does not exist", "contract.nope;", /2339/],
    ["a wrong type", 'const port: number = "3000";', /2322/],
  ])("with %s fails the build", (_what, code, says) => {
    expect(() => page(code)).toThrow(says);
  });

  test("is not checked on a generated page", () => {
    expect(page("contract.nope;", "site/generated/api/index.md")).not.toContain("twoslash");
  });
});
