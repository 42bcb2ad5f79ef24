import type { Kit } from "./kit.ts";
import type { Provocation } from "./provocation.ts";

const MAIN = "src/main.rs";

/** `[what, program, backtrace wanted, one line wanted]` */
const PANICS: [string, string, boolean, boolean?][] = [
  [
    "unwrap-none",
    `fn first(lines: &[u32]) -> u32 {\n    *lines.first().unwrap()\n}\n\nfn main() {\n    println!("{}", first(&[]));\n}\n`,
    true,
  ],
  [
    "unwrap-none-flat",
    `fn total(lines: &[u32]) -> u32 {\n    *lines.iter().max().unwrap()\n}\n\nfn main() {\n    println!("{}", total(&[]));\n}\n`,
    true,
    true,
  ],
  [
    "unwrap-io",
    `fn main() {\n    let text = std::fs::read_to_string("/etc/acme/orders.toml").unwrap();\n    println!("{text}");\n}\n`,
    true,
  ],
  [
    "expect-io",
    `fn main() {\n    let text = std::fs::read_to_string("/srv/shop/config/tax.json").expect("tax table");\n    println!("{text}");\n}\n`,
    false,
  ],
  [
    "index",
    `fn main() {\n    let lines = vec![1, 2];\n    let n = std::env::args().count() + 6;\n    println!("{}", lines[n]);\n}\n`,
    true,
  ],
  ["parse-int", `fn main() {\n    let n: i32 = "12a".parse().unwrap();\n    println!("{n}");\n}\n`, false],
  [
    "connect",
    `fn main() {\n    std::net::TcpStream::connect("127.0.0.1:6421").expect("connect to 127.0.0.1:6421");\n}\n`,
    false,
  ],
  [
    "connect-backtrace",
    `fn connect(to: &str) {\n    std::net::TcpStream::connect(to).unwrap();\n}\n\nfn main() {\n    connect("localhost:6422");\n}\n`,
    true,
  ],
  [
    "lookup",
    `fn main() {\n    if let Err(error) = std::net::TcpStream::connect("billing-api:8080") {\n        eprintln!("billing-api:8080: {error}");\n    }\n}\n`,
    false,
  ],
  [
    "thread",
    `fn main() {\n    let t = std::thread::Builder::new().name("mailer-1".into()).spawn(|| panic!("mailbox is full")).unwrap();\n    t.join().unwrap_err();\n}\n`,
    true,
  ],
  [
    "thread-flat",
    `fn main() {\n    let t = std::thread::Builder::new().name("sync".into()).spawn(|| panic!("lost the lease of shard 3")).unwrap();\n    t.join().unwrap_err();\n}\n`,
    true,
    true,
  ],
  ["overflow", `fn main() {\n    let n = std::env::args().count() as u8;\n    println!("{}", 255u8 + n);\n}\n`, false],
  ["divide", `fn main() {\n    let n = std::env::args().count() - 1;\n    println!("{}", 10 / n);\n}\n`, false],
  ["utf8", `fn main() {\n    String::from_utf8(vec![0x63, 0xe9]).unwrap();\n}\n`, false],
  [
    "secret-in-message",
    `fn main() {\n    let url = "amqp://app:{{simplePassword:71}}@rabbit.prod.internal:5672/%2f";\n    panic!("cannot use {url}");\n}\n`,
    true,
  ],
  [
    "main-error",
    `fn main() -> Result<(), Box<dyn std::error::Error>> {\n    let n: u16 = "70000".parse()?;\n    println!("{n}");\n    Ok(())\n}\n`,
    false,
  ],
  [
    "main-error-path",
    `fn main() -> std::io::Result<()> {\n    std::fs::remove_file("/var/lib/ledger/lock").map_err(|e| std::io::Error::new(e.kind(), format!("/var/lib/ledger/lock: {e}")))\n}\n`,
    false,
  ],
  [
    "refcell",
    `fn main() {\n    let cell = std::cell::RefCell::new(1);\n    let _a = cell.borrow_mut();\n    let _b = cell.borrow_mut();\n}\n`,
    false,
  ],
  ["assert", `fn main() {\n    assert_eq!(1199, 1200, "total of order A-118");\n}\n`, true],
];

const ERRORS: [string, string][] = [
  ["e0308", `fn total() -> u32 {\n    "12"\n}\n\nfn main() {\n    total();\n}\n`],
  ["e0382", `fn main() {\n    let a = String::new();\n    let b = a;\n    println!("{a}{b}");\n}\n`],
  ["e0425", `fn main() {\n    println!("{}", totl);\n}\n`],
  ["e0432", `use serde::Deserialize;\n\nfn main() {}\n`],
  ["expected-semicolon", `fn main() {\n    let a = 1\n    let b = 2;\n}\n`],
];

const MESSAGES = String.raw`
use std::fmt::Display;
fn t<T, E: Display>(name: &str, r: Result<T, E>) { if let Err(e) = r { println!("@@ {name}\n{e}"); } }
fn main() {
    t("parse-empty", "".parse::<i32>());
    t("parse-float", "1,5".parse::<f64>());
    t("parse-bool", "yes".parse::<bool>());
    t("parse-char", "ab".parse::<char>());
    t("parse-ip", "300.1.1.1".parse::<std::net::IpAddr>());
    t("parse-range", "300".parse::<u8>());
    t("utf8-error", std::str::from_utf8(&[0xff, 0x41]));
    t("io-not-found", std::fs::read("/srv/shop/missing"));
    t("env-missing", std::env::var("DATABASE_URL"));
    t("try-from", u8::try_from(1199i32));
    t("lookup-error", std::net::TcpStream::connect("db.corp:5432"));
    t("system-time", std::time::UNIX_EPOCH.duration_since(std::time::UNIX_EPOCH + std::time::Duration::from_secs(5)));
}
`;

/** Keeps what the program printed, without what the build tool said about it. */
const CARGO = { RUST_BACKTRACE: "1", CARGO_TERM_COLOR: "never" };

async function cargo(kit: Kit): Promise<void> {
  const manifest = `[package]\nname = "ledger"\nversion = "0.4.1"\nedition = "2021"\n`;
  const files = { "Cargo.toml": manifest, "src/main.rs": `fn main() {\n    println!("{}", total);\n}\n` };
  const all: [string, string[], Record<string, string>][] = [
    ["build-error", ["build"], files],
    ["no-manifest", ["build"], {}],
    ["no-command", ["biuld"], files],
    ["no-bin", ["run", "--bin", "export"], files],
    ["bad-manifest", ["check"], { ...files, "Cargo.toml": `[package]\nname = "ledger"\nversion = 4\n` }],
    [
      "path-dependency",
      ["check"],
      { ...files, "Cargo.toml": `${manifest}\n[dependencies]\nmoney = { path = "crates/money" }\n` },
    ],
    ["no-target", ["check"], { "Cargo.toml": manifest }],
    ["unexpected-argument", ["build", "--relase"], files],
    ["manifest-path", ["build", "--manifest-path", "/opt/acme/ledger/Cargo.toml"], {}],
    [
      "offline-registry",
      ["check", "--offline"],
      { ...files, "Cargo.toml": `${manifest}\n[dependencies]\nserde = "1"\n` },
    ],
  ];
  for (const [what, args, given] of all)
    await kit.run(`cargo/${what}`, ["cargo", ...args], { files: given, env: CARGO, stream: "stderr" });
}

/** Runs this area. */
export async function provoke(kit: Kit): Promise<void> {
  const build = [["rustc", "--edition", "2021", "-g", "-o", "app", MAIN]];
  await kit.batch("rust/", ["./app"], { files: { [MAIN]: MESSAGES }, before: build });
  for (const [what, program, backtrace, flat = false] of PANICS) {
    const options: Provocation = {
      files: { [MAIN]: program },
      before: build,
      flat,
      hosts: ["billing-api"],
      env: { RUST_BACKTRACE: backtrace ? "1" : "0" },
      ...(backtrace ? { lang: "rust" } : {}),
    };
    await kit.run(`rust/${what}`, ["./app"], options);
  }
  for (const [what, program] of ERRORS) {
    const where = what === "e0308" || what === "e0432" ? `@WORK@/${MAIN}` : MAIN;
    await kit.run(`rustc/${what}`, ["rustc", "--edition", "2021", where], { files: { [MAIN]: program } });
  }
  await kit.run("rustc/no-file", ["rustc", "src/lib.rs"]);
  await kit.run("rustc/unknown-option", ["rustc", "--edtion", "2021"]);
  await kit.run("rustc/linker", ["rustc", "-C", "linker=/opt/cross/bin/aarch64-gcc", MAIN], {
    files: { [MAIN]: "fn main() {}\n" },
  });
  await cargo(kit);
}
