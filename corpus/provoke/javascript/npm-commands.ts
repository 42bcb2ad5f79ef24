import { about, closed, cred, file, type Loose, load, type Provocation, word } from "./tools.ts";

const { Command, Option, InvalidArgumentError } = load("commander");
const yargs = load("yargs");
const dotenv = load("dotenv");
const { cosmiconfig } = load("cosmiconfig");
const nconf = load("nconf");
const tar = load("tar");
const Docker = load("dockerode");
const Bull = load("bull");
const papaparse = load("papaparse");
const iconv = load("iconv-lite");

/** A command of which every error is thrown. */
const command = (): Loose => {
  const made = new Command("shopctl").exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  return made.option("-p, --port <number>", "port", (value: string) => {
    if (Number.isNaN(Number(value))) throw new InvalidArgumentError("Not a number.");
    return Number(value);
  });
};

const run = (...args: string[]): Loose => command().parse(args, { from: "user" });

const cli = (...args: string[]): Loose =>
  yargs(args)
    .scriptName("shopctl")
    .exitProcess(false)
    .strict()
    .option("region", { choices: ["eu", "us"], demandOption: true })
    .option("port", { type: "number", requiresArg: true })
    .fail((message: string, error: Error | undefined) => {
      throw error ?? new Error(message);
    })
    .parse();

/** Messages of command lines, settings and archives. */
export const provocations: Provocation[] = [
  ...about("commander", {
    option: () => run("--colour"),
    suggestion: () => run("--prt", "80"),
    value: () => run("--port", "eighty"),
    argument: () => run("--port"),
    excess: () =>
      command()
        .allowExcessArguments(false)
        .action(() => {})
        .parse(["one"], { from: "user" }),
    "excess-secret": () =>
      command()
        .addOption(new Option("--token <t>").choices(["x"]))
        .parse(["--token", cred("githubToken", 701)], { from: "user" }),
    "value-secret": () => run("--port", word("simplePassword", 702)),
    required: () => command().requiredOption("--region <name>").parse([], { from: "user" }),
    command: () => command().command("deploy").parent.parse(["depoly"], { from: "user" }),
    conflict: () =>
      command().addOption(new Option("--a").conflicts("b")).option("--b").parse(["--a", "--b"], { from: "user" }),
    missing: () =>
      command()
        .argument("<id>")
        .action(() => {})
        .parse([], { from: "user" }),
  }),
  ...about("yargs", {
    unknown: () => cli("--region", "eu", "--colour"),
    required: () => cli(),
    choice: () => cli("--region", "mars"),
    "choice-secret": () => cli("--region", cred("hexKey32", 703)),
    value: () => cli("--region", "eu", "--port"),
    argument: () => cli("deploy", "--region", "eu"),
    config: () =>
      yargs(["--config", "/etc/shopctl/none.json"])
        .exitProcess(false)
        .config("config")
        .fail((message: string, error: Error | undefined) => {
          throw error ?? new Error(message);
        })
        .parse(),
  }),
  ...about("dotenv", {
    missing: () => {
      throw dotenv.config({ path: "/srv/shop/.env.production", quiet: true })["error"] as unknown as Error;
    },
    populate: () => dotenv.populate(42, {}),
  }),
  ...about("cosmiconfig", {
    json: () => cosmiconfig("shop").load(file("conf/shop.json", '{"a":')),
    yaml: [() => cosmiconfig("shop").load(file("conf/shop.yaml", "a: b: c\n")), { excerpt: true }],
    missing: () => cosmiconfig("shop").load("/etc/shop/shop.config.json"),
    extension: () => cosmiconfig("shop").load(file("conf/shop.ini", "a")),
  }),
  ...about("nconf", {
    file: () => new nconf.Provider().file({ file: file("conf/app.json", "{oops") }).get("a"),
    required: () => new nconf.Provider().use("memory").required(["DATABASE_URL", "STRIPE_KEY"]),
    store: () => new nconf.Provider().use("redis"),
  }),
  ...about("tar", {
    file: () => tar.x({ file: "/srv/backups/none.tgz", sync: true }),
    archive: () =>
      tar.x({
        file: file("up/a.tgz", "plain text of no archive at all"),
        cwd: file("up/x", "").replace("/x", ""),
        strict: true,
        sync: true,
      }),
    directory: () => tar.x({ cwd: "/srv/none", sync: true, file: file("up/b.tar", "") }),
    option: () => tar.c({ file: "/srv/none/x.tar", sync: true }, []),
    create: () => tar.c({ file: file("up/c.tar"), cwd: "/srv/shop/none" }, ["media/a.png"]),
  }),
  ...about("dockerode", {
    socket: [
      () => new Docker({ socketPath: "/var/run/docker-none.sock" }).listContainers(),
      { as: ["message", "stack"] },
    ],
    "unknown-host": () => new Docker({ host: "docker-host-2.lan", port: 2375 }).info(),
    refused: () => new Docker({ host: "127.0.0.1", port: closed(2375) }).ping(),
  }),
  ...about("bull", {
    url: () => new Bull("orders", 42, 7),
    cron: () =>
      new Bull("mails", { createClient: () => new (load("node:events")["EventEmitter"] as Loose)() }).add(
        {},
        { repeat: { cron: "61 * * * *" } },
      ),
  }),
  ...about("papaparse", {
    quotes: () => String(((papaparse.parse('a,"b')["errors"] as Loose)["0"] as Loose)["message"]),
    fields: () => String(((papaparse.parse("a,b\n1", { header: true })["errors"] as Loose)["0"] as Loose)["message"]),
    delimiter: () => String(((papaparse.parse("a")["errors"] as Loose)["0"] as Loose)["message"]),
    stream: () => papaparse.unparse(42),
  }),
  ...about("iconv-lite", {
    encoding: () => iconv.decode(Buffer.from("x"), "latin-99"),
    encode: () => iconv.encode("x", "ebcdic-7"),
  }),
];
