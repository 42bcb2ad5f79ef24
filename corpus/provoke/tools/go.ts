import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kit } from "./kit.ts";
import type { Provocation } from "./provocation.ts";

const MESSAGES = String.raw`package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"text/template"
	"time"
)

func t(name string, err error) {
	if err != nil {
		fmt.Printf("@@ %s\n%s\n", name, err)
	}
}

func get(u string) error {
	client := http.Client{Timeout: time.Second}
	res, err := client.Get(u)
	if err == nil {
		res.Body.Close()
	}
	return err
}

func dial(to string) error { _, err := net.DialTimeout("tcp", to, time.Second); return err }

func decode(text string, into interface{}) error { return json.Unmarshal([]byte(text), into) }

type order struct {
	Quantity int
	At       time.Time
}

func main() {
	var o order
	t("get-refused", get("http://127.0.0.1:6431/v1/orders"))
	t("get-refused-token", get("http://localhost:6432/v1/orders?api_key={{hexKey32:81}}"))
	t("get-unknown-host", get("http://billing-api.default.svc.cluster.local/v1/invoices"))
	t("get-userinfo", get("http://app:{{simplePassword:82}}@reports.corp:8080/"))
	t("get-scheme", get("ordrs://118"))
	t("get-control", get("http://10.20.3.17/\x01{{hexKey32:83}}"))
	t("dial-refused", dial("127.0.0.1:6433"))
	t("dial-refused-v6", dial("[::1]:6434"))
	t("dial-unknown", dial("redis-master:6379"))
	t("dial-unix", func() error { _, err := net.Dial("unix", "/var/run/docker.sock.missing"); return err }())
	t("dial-port", dial("localhost:http-alt2"))
	t("dial-no-port", dial("db-1.prod.internal"))
	t("lookup-internal", func() error { _, err := net.LookupHost("vault.service.consul"); return err }())
	t("deadline", func() error { c, cancel := context.WithTimeout(context.Background(), 0); defer cancel(); <-c.Done(); return c.Err() }())
	t("open", func() error { _, err := os.Open("/srv/shop/config/app.yaml"); return err }())
	t("mkdir", os.Mkdir("/usr/share", 0o755))
	t("rename", os.Rename("/var/spool/orders/118.tmp", "/var/spool/orders/118.json"))
	t("wrapped", fmt.Errorf("load order %d: %w", 118, func() error { _, err := os.ReadFile("/var/lib/orders/118.json"); return err }()))
	t("exec-missing", exec.Command("render-invoice", "118").Run())
	t("exec-path", exec.Command("/opt/acme/bin/render").Run())
	t("exec-status", exec.Command("sh", "-c", "exit 3").Run())
	t("atoi", func() error { _, err := strconv.Atoi("12a"); return err }())
	t("atoi-range", func() error { _, err := strconv.ParseInt("99999999999999999999", 10, 64); return err }())
	t("atoi-secret", func() error { _, err := strconv.Atoi("{{simplePassword:84}}"); return err }())
	t("parse-bool", func() error { _, err := strconv.ParseBool("yes"); return err }())
	t("time-parse", func() error { _, err := time.Parse("2006-01-02", "17/05/2024"); return err }())
	t("duration", func() error { _, err := time.ParseDuration("15 minutes"); return err }())
	t("json-syntax", decode("{amount: 12}", &o))
	t("json-end", decode("{", &o))
	t("json-type", decode("{\"Quantity\": \"two\"}", &o))
	t("json-time", decode("{\"At\": \"yesterday\"}", &o))
	t("json-unsupported", func() error { _, err := json.Marshal(make(chan int)); return err }())
	t("hex", func() error { _, err := hex.DecodeString("zz"); return err }())
	t("regexp", func() error { _, err := regexp.Compile("(order"); return err }())
	t("url-escape", func() error { _, err := url.Parse("https://api.example.com/%zz"); return err }())
	t("url-userinfo", func() error { _, err := url.Parse("postgres://app:{{simplePassword:85}} @10.20.3.17:5432/orders"); return err }())
	t("template", func() error { _, err := template.New("mail").Parse("{" + "{ .Name"); return err }())
	t("scan", func() error { var n int; _, err := fmt.Sscanf("x", "%d", &n); return err }())
	t("load-location", func() error { _, err := time.LoadLocation("Europe/Atlantis"); return err }())
	t("parse-cidr", func() error { _, _, err := net.ParseCIDR("198.51.100.0/40"); return err }())
}
`;

const PANICS: [string, string, boolean?][] = [
  ["index", `lines := []int{1, 2}\n\tn := len(os.Args) + 6\n\tfmt.Println(lines[n])`],
  ["index-flat", `lines := []string{"A-1"}\n\tn := len(os.Args) + 2\n\tfmt.Println(lines[n])`, true],
  ["nil-map", `var totals map[string]int\n\ttotals["A-1"] = len(os.Args)\n\tfmt.Println(totals)`],
  ["nil-pointer", `var o *struct{ total int }\n\tfmt.Println(o.total, os.Args)`],
  ["nil-pointer-flat", `var o *struct{ total int }\n\tfmt.Println(o.total, os.Args)`, true],
  ["error-value", `_, err := os.ReadFile("/etc/acme/orders.toml")\n\tfmt.Print()\n\tpanic(err)`],
  [
    "message-dsn",
    `fmt.Print()\n\tpanic("cannot connect to amqp://app:{{simplePassword:86}}@rabbit.internal:5672/" + os.Args[0][:0])`,
  ],
  [
    "goroutine",
    `done := make(chan bool)\n\tgo func() {\n\t\tfmt.Print()\n\t\tpanic(fmt.Sprintf("worker %d lost its lease", len(os.Args)))\n\t}()\n\t<-done`,
  ],
  ["deadlock", `done := make(chan bool)\n\tfmt.Print(os.Args[:0])\n\t<-done`],
  ["repanic", `defer func() { panic(fmt.Sprint("again: ", recover())) }()\n\tpanic(len(os.Args))`],
  ["conversion", `var v interface{} = "12"\n\tfmt.Println(v.(int), os.Args)`],
  ["divide", `n := len(os.Args) - 1\n\tfmt.Println(10 / n)`, true],
];

const BUILDS: [string, string, string[]][] = [
  ["undefined", `package main\n\nfunc main() {\n\tprintln(totl)\n}\n`, ["build", "./..."]],
  ["unused-import", `package main\n\nimport "os"\n\nfunc main() {}\n`, ["build", "./..."]],
  [
    "mismatched-types",
    `package main\n\nfunc total() int {\n\treturn "12"\n}\n\nfunc main() { total() }\n`,
    ["vet", "./..."],
  ],
  ["syntax", `package main\n\nfunc main() {\n\tprintln("a"\n}\n`, ["build", "@WORK@/cmd/orders/main.go"]],
  ["no-module", `package main\n\nimport "github.com/acme/money"\n\nfunc main() { money.New() }\n`, ["build", "./..."]],
  ["std-missing", `package main\n\nimport "net/htttp"\n\nfunc main() { htttp.Get("") }\n`, ["build", "./..."]],
  ["unknown-command", "package main\n", ["biuld"]],
  ["no-directory", "package main\n", ["build", "./cmd/export"]],
  ["no-file", "package main\n", ["run", "/opt/acme/tools/export.go"]],
];

const MODULE = { "go.mod": "module example.com/acme/orders\n\ngo 1.19\n" };
const ENV = { GOFLAGS: "-mod=mod", GOPROXY: "off", GOCACHE: join(tmpdir(), "provoke-go-cache"), GOTRACEBACK: "single" };

/** Runs this area. */
export async function provoke(kit: Kit): Promise<void> {
  const build = [
    [
      "env",
      ...Object.entries(ENV).map(([name, value]) => `${name}=${value}`),
      "go",
      "build",
      "-o",
      "app",
      "./cmd/orders",
    ],
  ];
  const file = "cmd/orders/main.go";
  const hosts = ["redis-master"];
  await kit.batch("go/", ["./app"], {
    files: { ...MODULE, [file]: MESSAGES },
    before: [["go", "version"], ...build],
    hosts,
    words: ["{{simplePassword:84}}"],
  });
  for (const [what, body, flat = false] of PANICS) {
    const program = `package main\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc load() {\n\t${body}\n}\n\nfunc main() {\n\tload()\n}\n`;
    const options: Provocation = {
      files: { ...MODULE, [file]: program },
      before: [["go", "version"], ...build],
      lang: "go",
      flat,
      env: ENV,
    };
    await kit.run(`go/panic-${what}`, ["./app"], options);
  }
  for (const [what, program, args] of BUILDS) {
    await kit.run(`go/build-${what}`, ["go", ...args], { files: { ...MODULE, [file]: program }, env: ENV });
  }
}
