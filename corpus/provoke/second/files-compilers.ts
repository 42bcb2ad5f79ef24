import { file, type Loose, load, type Provocation, ROOT } from "../javascript/tools.ts";
import { after, again, asJson, carried, chained, named } from "./carry.ts";

const esbuild = load("esbuild");
const sass = load("sass");
const less = load("less");
const { ESLint } = load("eslint");
const prettier = load("prettier");
const { rollup } = load("rollup");
const babel = load("@babel/core");
const postcss = load("postcss");
const ts = load("typescript");
const terser = load("terser");
/** What a compiled file has wrong. */
const diagnosed = (name: string, source: string, options: object = {}): string => {
  const program = ts.createProgram([file(name, source)], { noEmit: true, types: [], ...options });
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), {
    getCanonicalFileName: (path: string) => path,
    getCurrentDirectory: () => ROOT,
    getNewLine: () => "\n",
  } as unknown as Loose) as unknown as string;
};
const throwing = (): never => {
  throw new RangeError("rate of 119 % is out of range");
};

/** Messages that name files: of compilers, templates, archives, settings and servers. */
export const provocations: Provocation[] = [
  ...again("esbuild", {
    tsconfig: carried(
      () =>
        esbuild.build({
          entryPoints: [file("web/main.ts", "1")],
          tsconfig: "/srv/web/tsconfig.app.json",
          write: false,
          logLevel: "silent",
        }),
      chained,
    ),
  }),
  ...again("sass", {
    "use-missing": [
      () => sass.compile(file("styles/main.scss", '@use "theme/colours";\n')),
      { as: ["message"], excerpt: true, paths: ["styles/main.scss"] },
    ],
    "words-missing": carried(() => sass.compile(file("styles/none.scss")), named("theme")),
    unit: () => sass.compileString("a { width: 1px + 1s }"),
  }),
  ...again("less", {
    "import-file": carried(
      () =>
        less.render('@import "mixins/buttons";', { filename: file("styles/shop.less"), paths: ["/usr/share/less"] }),
      after("theme"),
    ),
    operation: carried(() => less.render("a { color: darken(12px, 5%) }"), named("theme")),
  }),
  ...again("eslint", {
    "config-missing": [
      () => new ESLint({ overrideConfigFile: file("lint/none.config.js") }).lintFiles(["*.js"]),
      { as: ["message", "json"] },
    ],
    pattern: () =>
      new ESLint({ overrideConfigFile: true, cwd: file("lint/a").replace("/a", "") }).lintFiles(["src/none/*.js"]),
  }),
  ...again("prettier", {
    "config-words": carried(
      () => prettier.resolveConfig(file("web/a.js"), { config: "/srv/web/.prettierrc.json" }),
      named("format"),
    ),
  }),
  ...again("rollup", {
    "plugin-throws": [
      () =>
        rollup({ input: file("web/app.js", "1"), plugins: [{ name: "rates", transform: throwing }], onLog: () => {} }),
      { as: ["message", "stack", "inspect"] },
    ],
    "words-missing": carried(() => rollup({ input: "/srv/web/main.js" }), named("bundle")),
  }),
  ...again("@babel/core", {
    "preset-missing": [
      () =>
        babel.transformAsync("1", {
          presets: ["@acme/preset-shop"],
          configFile: false,
          babelrc: false,
          cwd: file("web/x").replace("/x", ""),
        }),
      { as: ["message"] },
    ],
    "file-syntax": [
      () => babel.transformFileAsync(file("web/cart.js", "const total = ;\n"), { configFile: false, babelrc: false }),
      { as: ["message"], excerpt: true },
    ],
    "plugin-throws": carried(
      () =>
        babel.transformAsync("let a", {
          plugins: [() => ({ visitor: { Program: throwing } })],
          filename: "/srv/web/cart.js",
          configFile: false,
          babelrc: false,
        }),
      asJson,
    ),
  }),
  ...again("postcss", {
    "file-syntax": [
      () => postcss.parse("a { color: red", { from: "/srv/web/styles/shop.css" }),
      { as: ["message", "inspect"] },
    ],
  }),
  ...again("typescript", {
    "file-type": () => diagnosed("src/rate.ts", 'const rate: number = "19";\nrate.percent();\n'),
    "module-missing": () =>
      diagnosed("src/tax.ts", 'import { vat } from "./vat.js";\nvat();\n', { module: 199, moduleResolution: 99 }),
    "option-value": () =>
      diagnosed("src/a.ts", "export {};", {
        target: 99,
        module: 1,
        verbatimModuleSyntax: true,
        isolatedModules: false,
        outFile: "/srv/web/out.js",
      }),
  }),
  ...again("terser", { "file-syntax": [() => terser.minify({ "cart.js": "let a = (;" }), { as: ["inspect"] }] }),
];
