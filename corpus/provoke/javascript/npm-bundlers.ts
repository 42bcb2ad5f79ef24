import { about, called, file, type Loose, load, type Provocation, settled, type Traits } from "./tools.ts";

const webpack = load("webpack");
const { rollup } = load("rollup");
const { ESLint, Linter } = load("eslint");
const prettier = load("prettier");
const sass = load("sass");
const less = load("less");
const postcss = load("postcss");
const source = (name: string, content: string): string => file(`src/${name}`, content);

const packed = (entry: string): Promise<unknown> =>
  called((done) =>
    webpack(
      {
        mode: "production",
        entry,
        context: file("src/x", "").replace("/src/x", ""),
        output: { path: file("dist/x").replace("/x", "") },
      },
      (error: unknown, stats: Loose) => {
        const failure = error ?? (stats["compilation"] as Loose)["errors"]?.["0"];
        done(failure);
      },
    ),
  );

/** The bundler counts from the working directory, which lies elsewhere. */
const NEARER: Traits = {
  tidy: [
    [/(?:\.\.\/)+(?:tmp\/provoke-\w+)?/g, "../"],
    [/\.\.\/\//g, "../"],
  ],
};

/** Messages of bundlers, linters and style sheets. */
export const provocations: Provocation[] = [
  ...about("webpack", {
    entry: () => packed("./none.js"),
    syntax: [() => packed(source("odd.js", "const a = ;\n")), { excerpt: true }],
    module: () => packed(source("needs.js", 'import "left-padding";\n')),
    option: () => webpack({ mode: "fast" }),
    unknown: () => webpack({ entri: "./a.js" }),
  }),
  ...about("rollup", {
    entry: [() => rollup({ input: "/srv/shop/src/none.js" }), NEARER],
    syntax: [() => rollup({ input: source("bad.mjs", "const a = ;\n") }), NEARER],
    missing: [() => rollup({ input: source("uses.mjs", 'import "./gone.mjs";\n') }), NEARER],
    "no-input": () => rollup({}),
    plugin: () =>
      rollup({
        input: "virtual",
        plugins: [
          {
            name: "assets",
            resolveId: () => {
              throw new Error("no manifest in /srv/shop/dist/manifest.json");
            },
          },
        ],
      }),
  }),
  ...about("eslint", {
    option: () => new ESLint({ fixx: true }),
    file: () => new ESLint({ overrideConfigFile: true, cwd: "/usr" }).lintFiles(["/srv/shop/src/none.js"]),
    rule: () => new Linter().verify("x", { rules: { "no-such-rule": "eror" } }),
    config: () => new ESLint({ overrideConfigFile: "/srv/shop/eslint.config.js", cwd: "/usr" }).lintText("x"),
    parse: () => {
      throw new Error(String((new Linter().verify("const a = ;", [{}]) as Loose)["0"]?.["message"]));
    },
    cwd: () => new ESLint({ cwd: "src" }),
  }),
  ...about("prettier", {
    parser: () => prettier.format("x", { parser: "cobol" }),
    syntax: () => prettier.format("const a = ;", { parser: "babel" }),
    json: () => prettier.format("{ a", { parser: "json" }),
    option: () => prettier.format("x", { parser: "babel", tabWidth: "wide" }),
    "no-parser": () => prettier.format("x", { filepath: "/srv/shop/NOTES" }),
    plugin: () => prettier.format("x", { parser: "babel", plugins: ["/srv/shop/prettier-plugin.js"] }),
  }),
  ...about("sass", {
    file: () => sass.compile("/srv/shop/styles/none.scss"),
    syntax: [() => sass.compile(source("page.scss", "a { color: ; }\n")), { excerpt: true, paths: ["src/page.scss"] }],
    variable: () => {
      try {
        return sass.compileString("a { color: $brand; }") && 1;
      } catch (error) {
        throw new Error(String((error as Loose)["sassMessage"]));
      }
    },
    import: () => {
      try {
        return sass.compileString('@use "theme";') && 1;
      } catch (error) {
        throw new Error(String((error as Loose)["sassMessage"]));
      }
    },
  }),
  ...about("less", {
    variable: () => less.render("a { color: @brand; }"),
    import: () =>
      less.render('@import "theme.less";', { paths: ["/srv/shop/styles"], filename: "/srv/shop/styles/page.less" }),
    syntax: () => less.render("a { color: "),
    function: () => less.render("a { width: pow(x, 2); }"),
  }),
  ...about("postcss", {
    syntax: () => postcss["default"]?.parse?.("a {", { from: "/srv/shop/styles/page.css" }) ?? postcss.parse("a {"),
    word: () => postcss.parse("a { color }"),
    plugin: () => settled(postcss([42]).process("a{}", { from: undefined })),
  }),
];
