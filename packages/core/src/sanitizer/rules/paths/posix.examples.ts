import type { Examples } from "../proof.examples.ts";

export const posixExamples: Examples = {
  "posix-path": {
    redacts: [
      "Cannot read /srv/harness/lib/store.js",
      "open '/Users/J Doe/app/x.ts'",
      "ENOENT: no such file or directory, open '/data/in/config.yml'",
      "at /usr/src/app/x.js:10:5",
      "in /tmp",
      "path=/etc/passwd",
      "/opt2/server/config.json is missing",
      "bash: /home/deploy/run.sh: line 3: x",
      "Could not load from URL /etc/passwd",
      "Die URL „/var/lib/shop/x.png“ ist ungültig",
      "URL /home/jürgen/größe.pdf を読み込めません",
    ],
    keeps: [
      "POST /v1/responses",
      "/v1/harnesses/chrn_1/models is gone",
      "GET /data/items/5",
      "and/or",
      "see https://example.com/usr/x",
      "/users/42",
      "24/7",
      "/api/v2/files.json",
      "The page /home/settings has moved",
      "The URL /go/pricing/eu has expired",
    ],
  },
  "doubled-slash-path": {
    redacts: ["cannot read //etc//x", "open //srv//app//x.ts", "//var/log/x is full."],
    keeps: ["see https://example.com/etc/x", "//cdn.example.com/usr/x", "// tmp/x"],
  },
  "home-path": {
    redacts: ["in ~/notes/x", "~deploy/.ssh/id_rsa", "read $HOME/.aws/credentials."],
    keeps: ["~5/6 of them", "a ~ b"],
  },
  "relative-source-path": {
    redacts: [
      "src/harness/store.ts failed",
      "Cannot find module './x.js'",
      "in ../lib/a.rb:3",
      "app/(auth)/[slug]/page.tsx:3:1",
      "error in lib/x.py, line 3",
      "node_modules/express/lib/router.js",
      "files:[src/harness/store.ts]",
      "src/数据库/连接.ts 编译失败",
      "Ошибка в src/модули/оплата.ts",
      "shop/values/orders.yaml:14:20: nil pointer",
    ],
    keeps: [
      "application/json",
      "openai/gpt-5.2",
      "meta-llama/Llama-3.1-8B",
      "lodash/fp",
      "github.com/org/name",
      "text/plain",
      "input/output",
      "1.5/2.0",
      "Größe/Farbe fehlen",
      "имя/фамилия",
      "年/月/日",
      "could not lock config file .git/config: File exists",
    ],
  },
  "source-position": {
    redacts: ["app.js:10:5", "main.go:12", "x.ts(3,14)", "foo.py:3", "run.sh: line 3: x", "größe.ts:3:14"],
    keeps: ["example.com:443", "10:30", "v1.2:3", "at 3.5:1"],
  },
  "at-file-line": {
    redacts: ["Died at app.pl line 12.", 'File "x.py", line 3', "on main.tf line 12"],
    keeps: ["at the line 3", "in line 5"],
  },
  "build-file-position": {
    redacts: ["make: *** [Makefile:2: push] Error 1", "Dockerfile:3"],
    keeps: ["The Makefile is missing"],
  },
};
