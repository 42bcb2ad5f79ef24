import type { Kit } from "./kit.ts";
import type { Provocation } from "./provocation.ts";

type Case = [what: string, program: string, options?: Provocation];

const PERL: Case[] = [
  [
    "confess",
    `package Orders;\nuse Carp qw(confess);\nsub load { my ($id) = @_; confess "order $id is unknown" }\nsub all { load(118) }\npackage main;\nOrders::all();\n`,
    { lang: "perl" },
  ],
  [
    "confess-flat",
    `package Mail;\nuse Carp qw(confess);\nsub send_one { confess "mailbox is full" }\nsub send_all { eval { send_one("ann\\@example.com") }; die $@ }\npackage main;\nMail::send_all();\n`,
    { lang: "perl", flat: true },
  ],
  [
    "confess-secret",
    `package Pool;\nuse Carp qw(confess);\nsub connect { confess "no connection" }\npackage main;\nPool::connect("dbi:Pg:host=db-1.prod.internal", "app", "{{simplePassword:101}}");\n`,
    { lang: "perl" },
  ],
  ["die", `sub total { die "no lines" }\ntotal();\n`],
  ["open", `my $file = "/etc/acme/orders.conf";\nopen(my $fh, "<", $file) or die "cannot open $file: $!";\n`],
  ["module-missing", `use Acme::Money;\n`],
  ["method", `my $order;\n$order->total;\n`],
  ["divide", `my $n = 0;\nprint 10 / $n;\n`],
  ["syntax", `my $total = (1 + 2;\nprint $total;\n`],
  ["strict", `use strict;\n$total = 12;\n`],
  ["uninitialized", `use warnings;\nmy $name;\nprint "order $name\\n";\n`, { stream: "stderr" }],
  [
    "socket",
    `use IO::Socket::INET;\nIO::Socket::INET->new(PeerAddr => "127.0.0.1:6441", Timeout => 2) or die "queue at 127.0.0.1:6441: $@";\n`,
  ],
  [
    "socket-name",
    `use IO::Socket::INET;\nIO::Socket::INET->new(PeerAddr => "mq.prod.internal:5672", Timeout => 2) or die "mq.prod.internal: $@";\n`,
  ],
];

const RUBY: Case[] = [
  ["argument-error", `def total(net, tax)\n  net + tax\nend\n\ndef run\n  total(1)\nend\n\nrun\n`, {}],
  ["no-method", `def ship(order)\n  order.shipped_at\nend\n\nship(nil)\n`, {}],
  [
    "key-error-flat",
    `def rate(rates, code)\n  rates.fetch(code)\nend\n\ndef run\n  rate({ "EUR" => 1 }, "XAU")\nend\n\nrun\n`,
    { flat: true },
  ],
  ["enoent", `def settings\n  File.read("/srv/shop/config/database.yml")\nend\n\nsettings\n`, {}],
  ["cause", `def load\n  Integer("12a")\nrescue ArgumentError\n  raise "order is not readable"\nend\n\nload\n`, {}],
  ["refused", `require "socket"\n\ndef connect\n  TCPSocket.new("127.0.0.1", 6442)\nend\n\nconnect\n`, {}],
  [
    "refused-http-flat",
    `require "net/http"\n\nNet::HTTP.get(URI("http://localhost:6443/v1/orders"))\n`,
    { flat: true },
  ],
  ["getaddrinfo", `require "socket"\n\nTCPSocket.new("redis-cache.internal", 6379)\n`, {}],
  [
    "dsn",
    `def connect(url)\n  raise ArgumentError, "unsupported url #{url}"\nend\n\nconnect("postgres://app:{{simplePassword:102}}@10.20.3.17/orders")\n`,
    {},
  ],
  ["load-error", `require "acme/money"\n`, {}],
];

const RUBY_MESSAGES = String.raw`
require "json"; require "date"; require "uri"; require "yaml"; require "socket"; require "net/http"; require "bigdecimal"; require "openssl"; require "csv"
def t(name) = begin yield; rescue Exception => e; puts "@@ #{name}", e.message; end
t("integer") { Integer("12a") }
t("json") { JSON.parse("{amount: 12}") }
t("date") { Date.parse("30 of never") }
t("zero") { 10 / 0 }
t("frozen") { "a".freeze << "b" }
t("key") { { a: 1 }.fetch(:total) }
t("uri") { URI("https://api.example.com/a b") }
t("uri-secret") { URI("redis://:{{hexKey32:103}} @cache:6379") }
t("yaml") { YAML.load("a: [1, 2") }
t("encoding") { "caf\xE9".encode("UTF-16") }
t("regexp") { Regexp.new("(order") }
t("csv") { CSV.parse("a,\"b") }
t("http-refused") { Net::HTTP.get(URI("http://127.0.0.1:6444/")) }
t("http-unknown") { Net::HTTP.get(URI("http://inventory-api/v1/stock")) }
t("dir") { Dir.children("/var/spool/acme") }
t("coerce") { 1 + "2" }
`;

const PHP: Case[] = [
  [
    "uncaught",
    `<?php\nfunction total(array $lines): int {\n    throw new DomainException("order has no lines");\n}\nfunction run(): void {\n    total([]);\n}\nrun();\n`,
  ],
  [
    "type-error-flat",
    `<?php\nfunction total(int $net): int {\n    return $net;\n}\ntotal("twelve");\n`,
    { flat: true },
  ],
  [
    "previous",
    `<?php\nfunction load(int $id): void {\n    try {\n        intdiv($id, 0);\n    } catch (DivisionByZeroError $error) {\n        throw new RuntimeException("cannot load order $id", 0, $error);\n    }\n}\nload(118);\n`,
  ],
  ["pdo-refused", `<?php\nnew PDO("pgsql:host=127.0.0.1;port=6445;dbname=orders", "app", "{{simplePassword:104}}");\n`],
  [
    "pdo-mysql-flat",
    `<?php\nnew PDO("mysql:host=mysql-primary.prod.internal;dbname=orders", "app", "{{simplePassword:105}}");\n`,
    { flat: true },
  ],
  [
    "mysqli",
    `<?php\nfunction connect(string $host, string $user, string $key) {\n    return new mysqli($host, $user, $key, "orders", 6446);\n}\nconnect("127.0.0.1", "app", "{{simplePassword:106}}");\n`,
  ],
  [
    "argument-value",
    `<?php\nfunction charge(string $key, int $cents): void {\n    throw new LogicException("payment was declined");\n}\ncharge("{{hexKey32:107}}", 1200);\n`,
    { env: {} },
  ],
  ["undefined-function", `<?php\nmoney_format_eu(12);\n`],
  ["undefined-variable", `<?php\necho $total;\n`],
  ["fopen", `<?php\nfopen("/var/www/api/storage/export.csv", "r");\n`],
  ["file-get-contents", `<?php\nfile_get_contents("http://localhost:6447/status");\n`],
  ["file-get-contents-name", `<?php\nfile_get_contents("http://app:{{simplePassword:108}}@reports.corp/may");\n`],
  ["require", `<?php\nrequire "/opt/acme/vendor/autoload.php";\n`],
  ["parse", `<?php\nfunction total( {\n}\n`],
  ["memory", `<?php\nini_set("memory_limit", "2M");\nstr_repeat("a", 8000000);\n`],
];

const LUA: Case[] = [
  [
    "error",
    `local function load(id)\n  error("order " .. id .. " is unknown")\nend\n\nlocal function run()\n  load(118)\n  return 1\nend\n\nrun()\n`,
  ],
  ["nil-index", `function total(order)\n  return order.lines.net\nend\n\nprint(total({}))\n`],
  ["arithmetic-flat", `function total(net)\n  return net + {}\nend\n\nprint(total(1) .. "")\n`],
  ["require", `require("acme.money")\n`],
  ["open", `assert(io.open("/etc/acme/orders.lua"))\n`],
  ["syntax", `local total = (1 + 2\nprint(total)\n`],
];

const TCL: Case[] = [
  ["expr", `proc total {net} {\n    return [expr {$net + "x"}]\n}\nproc run {} {\n    total 12\n}\nrun\n`],
  ["no-command", `proc ship {order} {\n    send_parcel $order\n}\nship A-118\n`],
  ["open-flat", `proc read_all {file} {\n    return [read [open $file]]\n}\nread_all /var/lib/orders/118.json\n`],
  ["socket", `socket 127.0.0.1 6448\n`],
];

/** Runs this area. */
export async function provoke(kit: Kit): Promise<void> {
  for (const [what, program, options] of PERL) {
    await kit.run(`perl/${what}`, ["perl", "@WORK@/bin/orders.pl"], {
      files: { "bin/orders.pl": program },
      ...options,
    });
  }
  for (const [what, program, options] of RUBY) {
    await kit.run(`ruby/${what}`, ["ruby", "@WORK@/lib/orders.rb"], {
      lang: "ruby",
      files: { "lib/orders.rb": program },
      ...options,
    });
  }
  await kit.batch("ruby/", ["ruby", "main.rb"], {
    files: { "main.rb": RUBY_MESSAGES },
    hosts: ["cache", "inventory-api"],
  });
  for (const [what, program, options] of PHP) {
    const args = [
      "-d",
      "display_errors=stderr",
      "-d",
      "log_errors=0",
      "-d",
      "zend.exception_ignore_args=0",
      "-d",
      "zend.exception_string_param_max_len=80",
    ];
    await kit.run(`php/${what}`, ["php", ...args, "@WORK@/public/index.php"], {
      lang: "php",
      files: { "public/index.php": program },
      ...options,
    });
  }
  for (const [what, program] of LUA) {
    await kit.run(`lua/${what}`, ["lua5.4", "@WORK@/app/main.lua"], {
      lang: "lua",
      flat: what.endsWith("flat"),
      files: { "app/main.lua": program },
    });
  }
  for (const [what, program] of TCL) {
    await kit.run(`tcl/${what}`, ["tclsh", "@WORK@/jobs/nightly.tcl"], {
      lang: "tcl",
      flat: what.endsWith("flat"),
      files: { "jobs/nightly.tcl": program },
    });
  }
}
