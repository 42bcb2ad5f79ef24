import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kit } from "../tools/kit.ts";
import type { Provocation } from "../tools/provocation.ts";

type Case = [id: string, argv: string[], options?: Provocation];

const python = (id: string, program: string, options: Provocation = {}): Case => [
  `python/2-${id}`,
  ["/usr/bin/python3", "@WORK@/jobs/labels.py"],
  { lang: "python", files: { "jobs/labels.py": program }, ...options },
];
const java = (id: string, body: string, options: Provocation = {}): Case => [
  `java/2-${id}`,
  ["java", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", "@WORK@", "Labels"],
  {
    lang: "java",
    files: { "Labels.java": `import java.util.*;\npublic class Labels {\n${body}\n}\n` },
    before: [["javac", "Labels.java"]],
    ...options,
  },
];
const go = (id: string, body: string, options: Provocation = {}): Case => [
  `go/2-${id}`,
  ["./labels"],
  {
    lang: "go",
    files: { "labels.go": `package main\n${body}\n` },
    before: [
      [
        "env",
        `GOCACHE=${join(tmpdir(), "provoke-go-cache")}`,
        "GOFLAGS=-trimpath",
        "GO111MODULE=off",
        "go",
        "build",
        "-o",
        "labels",
        "labels.go",
      ],
    ],
    ...options,
  },
];
const ruby = (id: string, program: string, options: Provocation = {}): Case => [
  `ruby/2-${id}`,
  ["ruby", "@WORK@/lib/labels.rb"],
  { lang: "ruby", files: { "lib/labels.rb": program }, ...options },
];
const php = (id: string, program: string, options: Provocation = {}): Case => [
  `php/2-${id}`,
  [
    "php",
    "-d",
    "display_errors=stderr",
    "-d",
    "log_errors=0",
    "-d",
    "zend.exception_ignore_args=0",
    "@WORK@/public/labels.php",
  ],
  { lang: "php", files: { "public/labels.php": `<?php\n${program}\n` }, ...options },
];
const perl = (id: string, program: string, options: Provocation = {}): Case => [
  `perl/2-${id}`,
  ["perl", "@WORK@/bin/labels.pl"],
  { lang: "perl", files: { "bin/labels.pl": program }, ...options },
];

const CASES: Case[] = [
  python(
    "nested",
    "class Label:\n    def weigh(self):\n        return self.net + None\n\n    net = 2\n\n\ndef batch(labels):\n    return [label.weigh() for label in labels]\n\n\nbatch([Label()])\n",
  ),
  python("nested-flat", "def rate(code):\n    return {'DE': 19}[code]\n\n\nrate('CH')\n", { flat: true }),
  python(
    "from-cause",
    "import json\n\n\ndef load(text):\n    try:\n        return json.loads(text)\n    except ValueError as error:\n        raise RuntimeError('no tariff') from error\n\n\nload('{rate')\n",
  ),
  python("group", "raise ExceptionGroup('two regions', [ValueError('eu'), OSError(111, 'Connection refused')])\n"),
  python(
    "logging",
    "import logging\nlogging.basicConfig(format='%(levelname)s %(name)s %(message)s')\ntry:\n    open('/data/labels/118.pdf')\nexcept OSError:\n    logging.getLogger('labels').exception('no label')\n",
  ),
  python(
    "subprocess",
    "import subprocess\nsubprocess.run(['curl', '-sS', '-H', 'Authorization: Bearer {{githubToken:1901}}', 'http://127.0.0.1:6561/jobs'], check=True, capture_output=True)\n",
  ),
  python(
    "configparser",
    "import configparser, sys\ntry:\n    configparser.ConfigParser().read_string('aws_secret_access_key = {{awsSecretKey:1902}}')\nexcept configparser.Error as error:\n    sys.exit(str(error))\n",
  ),
  python(
    "repr-pool",
    "import sys\nclass Pool:\n    def __init__(self, **options): self.__dict__ = options\n    def __repr__(self): return f'Pool({self.__dict__})'\nsys.exit(f\"pool lost: {Pool(host='pg.warehouse.home', password='{{simplePassword:1903}}')!r}\")\n",
  ),
  python(
    "socket-repr",
    "import urllib.request, sys\ntry:\n    urllib.request.urlopen('http://grafana.metrics.lan:3000/api/health', timeout=2)\nexcept OSError as error:\n    sys.exit(f'dashboard: {error!r}')\n",
  ),
  python("syntax", "def total(lines:\n    return 1\n"),
  python("recursion", "def a(n):\n    return a(n + 1)\n\n\na(0)\n"),
  python("import", "from labels_core.render import pdf\n"),
  python(
    "thread",
    "import threading\n\n\ndef work():\n    raise TimeoutError('label 118 took 31 s')\n\n\nthread = threading.Thread(target=work, name='labels-1')\nthread.start()\nthread.join()\n",
  ),
  python("warning", "import warnings\nwarnings.warn('rates of 2025 are used')\n"),
  java(
    "nested",
    "  record Line(Integer net) {}\n  static int sum(List<Line> lines) { return lines.stream().mapToInt(Line::net).sum(); }\n  public static void main(String[] args) { sum(List.of(new Line(1), new Line(null))); }",
  ),
  java(
    "suppressed",
    '  static class Lock implements AutoCloseable { public void close() { throw new IllegalStateException("lock of label 118 was lost"); } }\n  public static void main(String[] args) throws Exception { try (Lock lock = new Lock()) { throw new java.io.IOException("printer is out of paper"); } }',
  ),
  java(
    "jdbc-url",
    '  public static void main(String[] args) throws Exception { java.sql.DriverManager.getConnection("jdbc:acme://maria-2.data.home:3306/shop?user=etl&password={{base62Key:1911}}"); }',
  ),
  java(
    "unknown-host-flat",
    '  public static void main(String[] args) throws Exception { new java.net.Socket("printer-3.office.lan", 9100); }',
    { flat: true },
  ),
  java(
    "initializer",
    '  static final int LIMIT = Integer.parseInt("ten");\n  public static void main(String[] args) { System.out.println(LIMIT); }',
  ),
  java(
    "stack-overflow",
    '  static int depth(int n) { return depth(n + 1) + 1; }\n  public static void main(String[] args) { try { depth(0); } catch (StackOverflowError e) { throw new RuntimeException("category tree is too deep"); } }',
  ),
  java(
    "file",
    '  public static void main(String[] args) throws Exception { new java.io.FileInputStream("/data/labels/118.pdf"); }',
  ),
  java(
    "class-missing",
    '  public static void main(String[] args) throws Exception { Class.forName("com.acme.labels.Printer"); }',
  ),
  go(
    "slice",
    'func weigh(lines []int, at int) int { return lines[at] }\n\nfunc main() {\n\tprintln(weigh([]int{1, 2}, len("label")))\n}',
  ),
  go(
    "wrapped",
    'import (\n\t"fmt"\n\t"net"\n\t"os"\n)\n\nfunc main() {\n\t_, err := net.Dial("tcp", "127.0.0.1:6562")\n\tfmt.Fprintln(os.Stderr, fmt.Errorf("print label 118: %w", err))\n}',
  ),
  go(
    "goroutine-flat",
    'func main() {\n\tdone := make(chan int)\n\tgo func() { panic("printer closed") }()\n\t<-done\n}',
    { flat: true },
  ),
  go("deadlock", "func main() {\n\tlabels := make(chan int)\n\tlabels <- 1\n}"),
  go(
    "url",
    'import (\n\t"fmt"\n\t"net/url"\n\t"os"\n)\n\nfunc main() {\n\t_, err := url.Parse("amqp://mails:{{simplePassword:1921}}@mq.home:port/mails")\n\tfmt.Fprintln(os.Stderr, "consumer:", err)\n}',
  ),
  ruby(
    "nested",
    "class Label\n  def weigh(lines)\n    lines.sum { |line| line[:net] + nil }\n  end\nend\n\nLabel.new.weigh([{ net: 1 }])\n",
  ),
  ruby(
    "full-message",
    'begin\n  File.open("/data/labels/118.pdf")\nrescue => error\n  warn error.full_message(highlight: false, order: :top)\nend\n',
  ),
  ruby(
    "inspect",
    'class Pool\n  def initialize = (@host = "redis.cache.home"; @password = "{{base62Key:1931}}")\nend\nwarn Pool.new.inspect.sub(/0x\\h+/, "0x000055d0c4002a10")\nexit 1\n',
  ),
  ruby(
    "refused-flat",
    'require "net/http"\nbegin\n  Net::HTTP.get(URI("http://127.0.0.1:6563/labels"))\nrescue => error\n  warn "labels: #{error.class}: #{error.message}"\nend\n',
    { flat: true },
  ),
  php(
    "nested",
    'class Label { public function __construct(private array $lines) {} public function weigh(): int { return array_sum(array_map(fn (array $line): int => $line["net"], $this->lines)); } }\n(new Label([["net" => null]]))->weigh();',
  ),
  php(
    "pdo-trace",
    'function open(string $dsn, string $user, string $password): PDO { return new PDO($dsn, $user, $password); }\nopen("mysql:host=galera-2.data.home;dbname=shop", "shop", "{{simplePassword:1941}}");',
  ),
  php("json", 'echo json_decode("{rate", flags: JSON_THROW_ON_ERROR);'),
  php("warning", '$rates = include "/srv/shop/rates.php";'),
  perl(
    "nested",
    'package Label;\nuse Carp qw(confess croak);\nsub weigh { my ($class, %label) = @_; confess "label $label{id} has no weight" unless $label{net} }\nsub batch { Label->weigh(id => $_) for @_ }\npackage main;\nLabel::batch(118);\n',
  ),
  perl(
    "login",
    'package Ftp;\nuse Carp qw(confess);\nsub login { confess "login failed" }\npackage main;\nFtp::login("edi.partner.lan", "edi", "{{base62Key:1951}}");\n',
  ),
];

/** Runs this area: what programs in other languages print. */
export async function provoke(kit: Kit): Promise<void> {
  for (const [id, argv, options] of CASES) await kit.run(id, argv, { hosts: ["mq.home"], ...options });
}
