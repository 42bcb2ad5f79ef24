import type { Kit } from "./kit.ts";

const PYTHON = "/usr/bin/python3";

/** Plain messages: `str(error)` as a service would put it into a reply. */
const MESSAGES = String.raw`
import json, datetime, decimal, struct, codecs, base64, ipaddress, uuid, re, csv, io, zoneinfo, configparser, email, zipfile, pickle, ast, fractions, statistics, locale, string, tomllib, enum, html, urllib.parse, xml.etree.ElementTree as ET, sqlite3, shlex, hashlib, os, shutil, importlib, tarfile, pathlib, runpy, gzip, wave, subprocess
def t(name, f):
    try: f()
    except BaseException as e: print("@@ " + name); print(str(e))
def db(*statements):
    c = sqlite3.connect(":memory:")
    for s in statements: c.execute(s)
t("json-extra-data", lambda: json.loads('{"amount": 12} trailing'))
t("json-property-name", lambda: json.loads("{amount: 12}"))
t("json-empty", lambda: json.loads(""))
t("json-delimiter", lambda: json.loads('{"a": 1 "b": 2}'))
t("json-control", lambda: json.loads('{"note": "line\x01"}'))
t("json-not-serializable", lambda: json.dumps({"at": datetime.date(2024, 5, 17)}))
t("int-literal", lambda: int("twelve"))
t("int-literal-base", lambda: int("0xZZ", 16))
t("float-literal", lambda: float("12,50 €"))
t("fromisoformat", lambda: datetime.datetime.fromisoformat("2024-02-30T10:00"))
t("strptime", lambda: datetime.datetime.strptime("17/05/2024", "%Y-%m-%d"))
t("naive-aware", lambda: datetime.datetime(2024, 5, 17) < datetime.datetime.now(datetime.timezone.utc))
t("decimal-invalid", lambda: decimal.Decimal("1.2.3"))
t("decimal-division", lambda: decimal.Decimal(1) / 0)
t("struct-unpack", lambda: struct.unpack("<IH", b"\x00\x01"))
t("unicode-decode", lambda: b"caf\xe9".decode("utf-8"))
t("unicode-encode", lambda: "price: 12 €".encode("latin-1"))
t("base64-padding", lambda: base64.b64decode("abcde", validate=True))
t("ip-invalid", lambda: ipaddress.ip_address("203.0.113.999"))
t("ip-network", lambda: ipaddress.ip_network("198.51.100.7/24"))
t("uuid-invalid", lambda: uuid.UUID("not-a-uuid"))
t("regex-unbalanced", lambda: re.compile("(order-[0-9]+"))
t("regex-repeat", lambda: re.compile("*sku"))
t("regex-range", lambda: re.compile("[z-a]"))
t("key-error", lambda: {"sku": 1}["quantity"])
t("index-error", lambda: [1, 2][5])
t("attribute-none", lambda: None.total)
t("attribute-typo", lambda: "abc".uper())
t("type-add", lambda: "12" + 5)
t("type-args", lambda: (lambda sku, quantity: 0)("A-1"))
t("type-unexpected", lambda: dict.fromkeys([1], 2, 3))
t("type-subscript", lambda: (5)["a"])
t("unpack-few", lambda: (lambda: [0 for a, b, c in [(1, 2)]])())
t("zero-division", lambda: 10 / 0)
t("overflow", lambda: 10.0 ** 400)
t("int-max-digits", lambda: int("1" * 5000))
t("recursion", lambda: (lambda f: f(f))(lambda f: f(f)))
t("enum-value", lambda: enum.Enum("Status", "paid open")("refunded"))
t("toml-invalid", lambda: tomllib.loads("price = 12,50"))
t("xml-mismatched", lambda: ET.fromstring("<order><line></order>"))
t("xml-entity", lambda: ET.fromstring("<a>&nope;</a>"))
t("shlex-quote", lambda: shlex.split("--name 'Ann"))
t("hash-unknown", lambda: hashlib.new("md7"))
t("literal-eval", lambda: ast.literal_eval("open('x')"))
t("statistics-empty", lambda: statistics.mean([]))
t("pickle-truncated", lambda: pickle.loads(b"\x80\x04\x95"))
t("zip-invalid", lambda: zipfile.ZipFile(io.BytesIO(b"nope")))
t("gzip-invalid", lambda: gzip.decompress(b"plain text"))
t("timezone-unknown", lambda: zoneinfo.ZoneInfo("Europe/Atlantis"))
t("codec-unknown", lambda: codecs.lookup("utf-9"))
t("url-port", lambda: urllib.parse.urlsplit("https://api.example.com:99999/v1").port)
t("csv-field-limit", lambda: list(csv.reader(io.StringIO("a" * 140000))))
t("config-no-section", lambda: configparser.ConfigParser().get("billing", "currency"))
t("config-duplicate", lambda: configparser.ConfigParser().read_string("[tax]\nrate=1\nrate=2\n"))
t("module-missing", lambda: importlib.import_module("stripe.checkout"))
t("sqlite-unique", lambda: db("create table users(email text unique)", "insert into users values('ann@example.com')", "insert into users values('ann@example.com')"))
t("sqlite-not-null", lambda: db("create table orders(total int not null)", "insert into orders values(null)"))
t("sqlite-check", lambda: db("create table lines(quantity int check(quantity > 0))", "insert into lines values(0)"))
t("sqlite-syntax", lambda: db("selec 1"))
t("sqlite-no-table", lambda: db("select * from invoices"))
t("sqlite-bindings", lambda: sqlite3.connect(":memory:").execute("select ?, ?", (1,)))
t("format-key", lambda: "{total:.2q}".format(total=3.1))
t("open-missing", lambda: open("/srv/shop/config/settings.toml"))
t("open-directory", lambda: open("/etc"))
t("open-shadow-dir", lambda: os.listdir("/etc/hosts"))
t("rename-missing", lambda: os.rename("/var/spool/orders/in.csv", "/var/spool/orders/done.csv"))
t("copytree-missing", lambda: shutil.copytree("/opt/acme/templates", "/opt/acme/billing/templates"))
t("mkdir-exists", lambda: os.mkdir("/usr/share"))
t("rmdir-not-empty", lambda: os.rmdir("/usr/share"))
t("tar-missing", lambda: tarfile.open("/home/deploy/backups/2024-05-17.tar.gz"))
t("sqlite-unable-open", lambda: sqlite3.connect("file:/var/lib/orders/orders.db?mode=ro", uri=True))
t("path-relative-to", lambda: pathlib.PurePosixPath("/etc/acme/keys.json").relative_to("/srv/shop"))
t("subprocess-missing", lambda: subprocess.run(["/usr/local/bin/render-invoice", "--id", "118"]))
t("subprocess-status", lambda: subprocess.run(["/bin/sh", "-c", "exit 3"], check=True))
t("subprocess-signal", lambda: subprocess.run(["sh", "-c", "kill -9 $$"], check=True))
t("subprocess-timeout", lambda: subprocess.run(["sleep", "5"], timeout=0.2))
t("windows-path", lambda: open("C:\\inetpub\\orders\\web.config"))
t("unc-path", lambda: open("\\\\filer01\\exports\\orders.csv"))
t("embedded-null", lambda: open("a\x00b"))
`;

const ARGPARSE = `
import argparse, sys
p = argparse.ArgumentParser(prog="report")
p.add_argument("--format", choices=["csv", "json"]); p.add_argument("--limit", type=int); p.add_argument("--input", type=argparse.FileType("r"))
p.add_argument("month")
p.parse_args(sys.argv[1:])
`;

const BY_COMMAND: [string, string[]][] = [
  ["python/argparse-choice", ["--format", "xml", "2024-05"]],
  ["python/argparse-int", ["--limit", "ten", "2024-05"]],
  ["python/argparse-required", []],
  ["python/argparse-unrecognized", ["2024-05", "--verbos"]],
  ["python/argparse-expected-one", ["2024-05", "--limit"]],
  ["python/argparse-cant-open", ["--input", "/var/spool/reports/may.csv", "2024-05"]],
];

const ECHOED = String.raw`
import subprocess, os, ast, http.client, urllib.parse
def t(name, f):
    try: f()
    except BaseException as e: print("@@ " + name); print(str(e))
t("called-process-pg-dump", lambda: subprocess.run(["false", "pg_dump", "postgresql://app:{{simplePassword:11}}@db-1.prod.internal:5432/orders"], check=True))
t("called-process-mysql", lambda: subprocess.run("false -h mysql-primary.prod.internal -u app -p{{simplePassword:12}} orders", shell=True, check=True))
t("called-process-bearer", lambda: subprocess.run(["false", "-H", "Authorization: Bearer {{githubToken:13}}", "https://api.example.com/repos"], check=True))
t("timeout-redis", lambda: subprocess.run("sleep 5 # redis-cli -h 10.20.3.17 -a {{hexKey32:14}} ping", shell=True, timeout=0.2))
t("missing-command-with-token", lambda: subprocess.run("curl-upload --token {{gitlabToken:15}}", shell=True, check=True, stderr=subprocess.DEVNULL))
t("int-of-password", lambda: int("{{simplePassword:16}}"))
t("invalid-port-in-url", lambda: urllib.parse.urlsplit("postgres://app:{{simplePassword:17}}@db-1.prod.internal:54x2/orders").port)
t("key-error-environ", lambda: os.environ["STRIPE_API_KEY"])
t("environ-dump", lambda: (_ for _ in ()).throw(RuntimeError("worker failed, environment: %r" % dict(sorted((k, v) for k, v in os.environ.items() if k.startswith(("DB_", "STRIPE", "AWS_")))))))
t("bad-header-value", lambda: http.client.HTTPSConnection("api.example.com\r\nX-Api-Key: {{hexKey32:18}}"))
t("literal-eval-expression", lambda: ast.literal_eval("{'token': {{slackToken:19}}}"))
`;

/** Runs this area. */
export async function provoke(kit: Kit): Promise<void> {
  const paths = ["C:\\\\inetpub\\\\orders\\\\web.config", "\\\\\\\\filer01\\\\exports\\\\orders.csv"];
  await kit.batch("python/", [PYTHON, "main.py"], { files: { "main.py": MESSAGES }, paths, hosts: ["filer01"] });
  const env = {
    DB_HOST: "db-1.prod.internal",
    DB_PASSWORD: "{{simplePassword:20}}",
    STRIPE_SECRET: "{{stripeKey:21}}",
    AWS_SECRET_ACCESS_KEY: "{{awsSecretKey:22}}",
  };
  await kit.batch("python/", [PYTHON, "main.py"], {
    files: { "main.py": ECHOED },
    env,
    words: ["{{simplePassword:16}}"],
  });
  for (const [id, args] of BY_COMMAND) await kit.run(id, [PYTHON, "-c", ARGPARSE, ...args]);
}
