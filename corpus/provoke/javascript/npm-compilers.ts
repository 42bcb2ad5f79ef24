import { about, file, type Loose, load, type Provocation, word } from "./tools.ts";

const esbuild = load("esbuild");
const ts = load("typescript");
const babel = load("@babel/core");
const acorn = load("acorn");
const terser = load("terser");
const source = (name: string, content: string): string => file(`src/${name}`, content);

const bundle = (name: string, content: string, options: object = {}): Loose =>
  esbuild.build({
    entryPoints: [source(name, content)],
    bundle: true,
    write: false,
    logLevel: "silent",
    absWorkingDir: file("src/x", "").replace("/src/x", ""),
    ...options,
  });

/** Messages of compilers. */
export const provocations: Provocation[] = [
  ...about("esbuild", {
    syntax: [() => bundle("cart.ts", "export const total = ;\n"), { as: ["message", "stack"] }],
    resolve: () => bundle("mail.js", 'import x from "left-padding";\nx();\n'),
    file: () => bundle("index.js", 'import { tax } from "./tax.js";\ntax();\n'),
    loader: [() => bundle("logo.svgx", "x"), { paths: ["src/logo.svgx"] }],
    option: () => esbuild.build({ entryPoints: [], minfy: true, logLevel: "silent" }),
    target: () => esbuild.transform("x", { target: "es1999", logLevel: "silent" }),
    transform: () => esbuild.transform("let a = 1; let a = 2;", { logLevel: "silent" }),
    entry: () => esbuild.build({ entryPoints: ["/srv/shop/src/none.ts"], logLevel: "silent", write: false }),
    format: () => esbuild.transform("x", { format: "amd", logLevel: "silent" }),
  }),
  ...about("typescript", {
    type: () => diagnostics("const total: number = 'many';\n"),
    name: () => diagnostics("console.log(oder.total);\n"),
    syntax: () => diagnostics("export const a = ;\n"),
    option: () => message(ts.parseCommandLine(["--targett", "es2022"])),
    file: () => message(ts.parseCommandLine(["--target", "es1999"])),
    config: () => {
      throw new Error(
        String(
          ts.flattenDiagnosticMessageText(
            ts.readConfigFile("/srv/shop/tsconfig.json", () => "{ a }")["error"]?.["messageText"],
            "\n",
          ),
        ),
      );
    },
    "config-missing": () => {
      throw new Error(
        String(
          ts.flattenDiagnosticMessageText(
            ts.readConfigFile("/srv/shop/tsconfig.build.json", (name: string) => ts.sys.readFile(name))["error"]?.[
              "messageText"
            ],
            "\n",
          ),
        ),
      );
    },
  }),
  ...about("@babel/core", {
    syntax: [
      () =>
        babel.transformSync("const a = 1;\nconst b = ;\n", {
          filename: "/srv/shop/src/cart.js",
          configFile: false,
          babelrc: false,
        }),
      { as: ["message", "stack"], excerpt: true },
    ],
    plugin: [
      () => babel.transformSync("x", { plugins: ["none-such"], configFile: false, filename: file("src/p.js") }),
      { as: ["message"] },
    ],
    option: () => babel.transformSync("x", { minfy: true }),
    config: () => babel.loadPartialConfigSync({ configFile: "/srv/shop/babel.config.json" }),
    target: () => babel.transformSync("x", { targets: { nod: "20" }, configFile: false }),
  }),
  ...about("acorn", {
    token: () => acorn.parse("const a = ;", { ecmaVersion: 2022 }),
    string: () => acorn.parse("'abc", { ecmaVersion: 2022 }),
    import: () => acorn.parse('import a from "a"', { ecmaVersion: 2022 }),
    secret: () =>
      acorn.parse(`const ${word("simplePassword", 705)} = 1; let ${word("simplePassword", 705)};`, {
        ecmaVersion: 2022,
      }),
  }),
  ...about("terser", {
    syntax: () => terser.minify("const a = ;"),
    option: () => terser.minify("x", { mangel: true }),
    scope: () => terser.minify("let a; let a;"),
  }),
];

/** What the compiler says of a file. */
function diagnostics(text: string): unknown {
  const name = "/srv/shop/src/order.ts";
  const host = {
    getSourceFile: (path: string) => (path === name ? ts.createSourceFile(path, text, 99) : undefined),
    writeFile: () => {},
    getDefaultLibFileName: () => "lib.d.ts",
    useCaseSensitiveFileNames: () => true,
    getCanonicalFileName: (path: string) => path,
    getCurrentDirectory: () => "/srv/shop",
    getNewLine: () => "\n",
    fileExists: (path: string) => path === name,
    readFile: () => text,
  };
  const program = ts.createProgram([name], { noLib: true, noEmit: true }, host);
  const found = [
    ...(program.getSyntacticDiagnostics() as unknown as unknown[]),
    ...(program.getSemanticDiagnostics() as unknown as unknown[]),
  ];
  return String(ts.formatDiagnostics(found, host));
}

/** The first error of a parsed command line. */
function message(parsed: Loose): unknown {
  throw new Error(String(((parsed["errors"] as Loose)["0"] as Loose)["messageText"]));
}
