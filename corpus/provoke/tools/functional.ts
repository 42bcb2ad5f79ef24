import type { Kit } from "./kit.ts";
import type { Provocation } from "./provocation.ts";

type Case = [what: string, program: string, options?: Provocation];

const ELIXIR: Case[] = [
  [
    "raise",
    `defmodule Orders do\n  def load(id), do: raise("order #{id} is unknown")\n  def run, do: [load(118)]\nend\n\nOrders.run()\n`,
  ],
  [
    "match-flat",
    `defmodule Orders do\n  def total(lines) do\n    {:ok, sum} = {:error, length(lines)}\n    sum\n  end\nend\n\nOrders.total([])\n`,
    { flat: true },
  ],
  ["function-clause", `defmodule Tax do\n  def rate(:de), do: 19\nend\n\nTax.rate(:xx)\n`],
  ["undefined", `Acme.Money.new(12)\n`],
  ["file", `File.read!("/etc/acme/orders.exs")\n`],
  ["key", `Map.fetch!(%{net: 12}, :tax)\n`],
  [
    "arithmetic-flat",
    `defmodule Basket do\n  def average(lines), do: [Enum.sum(lines) / length(lines)]\nend\n\nBasket.average([])\n`,
    { flat: true },
  ],
  ["task", `task = Task.async(fn -> exit(:pool_is_empty) end)\nTask.await(task)\n`, { stream: "stderr" }],
  ["compile", `defmodule Orders do\n  def total, do: net + 1\nend\n`],
  [
    "dsn",
    `defmodule Pool do\n  def open(url), do: raise(ArgumentError, "cannot use #{url}")\nend\n\nPool.open("ecto://app:{{simplePassword:111}}@db.internal/orders")\n`,
  ],
  ["argument", `String.to_integer("12a")\n`],
];

const ESCRIPT: Case[] = [
  [
    "badmatch",
    `#!/usr/bin/env escript\nload(Id) -> {ok, Order} = file:consult("/var/lib/orders/" ++ Id), Order.\nmain(_) -> [load("118")].\n`,
  ],
  ["undef-flat", `#!/usr/bin/env escript\nmain(_) -> [money:new(12)].\n`, { flat: true }],
  ["connect", `#!/usr/bin/env escript\nmain(_) -> {ok, _} = gen_tcp:connect("127.0.0.1", 6451, []).\n`],
  ["badarith", `#!/usr/bin/env escript\ntotal(N) -> 10 div N.\nmain(_) -> [total(0)].\n`],
  ["syntax", `#!/usr/bin/env escript\nmain(_) -> total(.\n`],
];

const CSHARP: Case[] = [
  [
    "cause",
    `static void Load(int id) { try { int.Parse("n/a"); } catch (FormatException e) { throw new InvalidOperationException("cannot load order " + id, e); } }\n  static void Main() { Load(118); }`,
  ],
  [
    "cause-flat",
    `static void Load(int id) { try { int.Parse("n/a"); } catch (FormatException e) { throw new InvalidOperationException("cannot load order " + id, e); } }\n  static void Main() { Load(119); }`,
    { flat: true },
  ],
  ["null", `class Order { public string Sku; }\n  static void Main() { Order o = null; Console.WriteLine(o.Sku); }`],
  ["file", `static void Main() { System.IO.File.ReadAllText("/etc/acme/orders.config"); }`],
  ["refused", `static void Main() { new System.Net.Sockets.TcpClient("127.0.0.1", 6452); }`],
  ["key", `static void Main() { Console.WriteLine(new System.Collections.Generic.Dictionary<string, int>()["net"]); }`],
];

const OCAML: Case[] = [
  [
    "failure",
    `let load id = failwith (Printf.sprintf "order %d is unknown" id)\nlet run () = 1 + load 118\nlet () = print_int (run ())\n`,
  ],
  [
    "not-found-flat",
    `let rate table code = List.assoc code table + 0\nlet () = print_int (rate [ ("EUR", 1) ] "XAU" + 1)\n`,
    { flat: true },
  ],
  ["sys-error", `let () = close_in (open_in "/etc/acme/orders.ml")\n`],
  ["type", `let total : int = "12"\n`],
];

const SCHEME: Case[] = [
  ["error", `(define (load-order id) (error "unknown order:" id))\n(define (run) (+ 1 (load-order 118)))\n(run)\n`],
  ["unbound-flat", `(define (total) (+ net 1))\n(display (+ 1 (total)))\n`, { flat: true }],
  ["file", `(open-input-file "/etc/acme/orders.scm")\n`],
];

const LISP: Case[] = [
  ["error", `(defun load-order (id) (error "order ~a is unknown" id))\n(defun run () (1+ (load-order 118)))\n(run)\n`],
  ["divide-flat", `(defun average (n) (/ 10 n))\n(print (1+ (average 0)))\n`, { flat: true }],
  ["file", `(open "/etc/acme/orders.lisp")\n`],
];

const PROLOG: Case[] = [
  [
    "existence",
    `:- initialization(main).\nmain :- total(118, T), print(T).\ntotal(Id, T) :- net(Id, N), T is N + 1.\n`,
  ],
  ["type", `:- initialization(main).\nmain :- X = a, Y is X + 1, print(Y).\n`],
  ["syntax", `total(Id, T :- net(Id, T).\n`],
];

/** Without the lines about the terminal that a build without one adds. */
function first(lines: number): (text: string) => string {
  return (text) => text.split("\n").slice(0, lines).join("\n");
}

/** Without the line in which the virtual machine complains about the compiler's own options. */
function afterFirst(text: string): string {
  return text.split("\n").slice(1).join("\n");
}

async function beam(kit: Kit): Promise<void> {
  for (const [what, program, options] of ELIXIR) {
    await kit.run(`elixir/${what}`, ["elixir", "lib/orders.exs"], {
      lang: "elixir",
      files: { "lib/orders.exs": program },
      ...options,
    });
  }
  for (const [what, program, options] of ESCRIPT) {
    await kit.run(`erlang/${what}`, ["escript", "@WORK@/bin/orders.erl"], {
      lang: "erlang",
      files: { "bin/orders.erl": program },
      ...options,
    });
  }
}

async function compiled(kit: Kit): Promise<void> {
  for (const [what, body, options] of CSHARP) {
    const program = `using System;\n\npublic class Program {\n  ${body}\n}\n`;
    const before = [["mcs", "-debug", "-out:orders.exe", "src/Program.cs"]];
    const all: Provocation = {
      lang: "mono",
      before,
      stream: "stderr",
      files: { "src/Program.cs": program },
      ...options,
    };
    await kit.run(`mono/${what}`, ["mono", "--debug", "orders.exe"], all);
  }
  const broken = "public class Order {\n  int Total() { return net + 1; }\n  string Sku = 12;\n}\n";
  await kit.run("mcs/errors", ["mcs", "-target:library", "src/Order.cs"], { files: { "src/Order.cs": broken } });
  for (const [what, program, options] of OCAML) {
    const before = [["ocamlopt", "-g", "bin/orders.ml", "-o", "orders"]];
    const command = what === "type" ? ["ocamlc", "-c", "bin/orders.ml"] : ["./orders"];
    const all: Provocation = {
      lang: "ocaml",
      files: { "bin/orders.ml": program },
      env: { OCAMLRUNPARAM: "b" },
      ...options,
    };
    await kit.run(`ocaml/${what}`, command, what === "type" ? all : { ...all, before });
  }
}

/** Runs this area. */
export async function provoke(kit: Kit): Promise<void> {
  await beam(kit);
  await compiled(kit);
  for (const [what, program, options] of SCHEME) {
    await kit.run(`guile/${what}`, ["guile", "--no-auto-compile", "@WORK@/app/orders.scm"], {
      lang: "guile",
      files: { "app/orders.scm": program },
      ...options,
    });
  }
  for (const [what, program, options] of LISP) {
    await kit.run(`sbcl/${what}`, ["sbcl", "--script", "app/orders.lisp"], {
      lang: "sbcl",
      stream: "stderr",
      files: { "app/orders.lisp": program },
      ...options,
    });
  }
  for (const [what, program] of PROLOG) {
    const command = ["swipl", "-g", "halt", "@WORK@/app/orders.pl"];
    await kit.run(`swipl/${what}`, command, { lang: "swipl", stream: "stderr", files: { "app/orders.pl": program } });
  }
  const scala = `object Main extends App {\n  def load(id: Int): Int = sys.error(s"order $id is unknown")\n  load(118)\n}\n`;
  await kit.run("scala/error", ["scala", "-nc", "src/Main.scala"], {
    lang: "java",
    files: { "src/Main.scala": scala },
    pick: first(14),
  });
  await kit.run("scala/type", ["scalac", "src/Tax.scala"], {
    files: { "src/Tax.scala": `object Tax {\n  val rate: Int = "19"\n}\n` },
  });
  const kotlin = `fun main() {\n    val total: Int = "12"\n}\n`;
  await kit.run("kotlin/type", ["kotlinc", "src/Main.kt"], {
    files: { "src/Main.kt": kotlin },
    stream: "stderr",
    pick: afterFirst,
  });
}
