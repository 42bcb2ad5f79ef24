import { relativeFile, root, sourceFile, stem } from "./paths.ts";
import { oneOf, type Word } from "./words.ts";

export const nodeModule: Word = (random) =>
  random.pick([
    `${root(random)}/node_modules/${random.pick(["pg", "express", "@acme/sdk", "undici", "ioredis"])}/lib/${stem(random)}.js`,
    `${root(random)}/node_modules/.pnpm/express@4.21.2/node_modules/express/lib/router/layer.js`,
    `node_modules/${random.pick(["next", "webpack", "@prisma/client", "sharp"])}/dist/${stem(random)}.js`,
    `/usr/local/lib/node_modules/npm/lib/cli.js`,
  ]);
export const bundled: Word = (random) =>
  random.pick([
    `webpack:///./src/${stem(random)}.ts`,
    `webpack-internal:///(rsc)/./src/app/${stem(random)}/page.tsx`,
    `/_next/server/chunks/${random.int(10, 999)}.js`.replace("/_next", "/srv/shop/.next"),
    `/@fs/Users/mia/code/gateway/src/${stem(random)}.ts`,
    `node:internal/modules/cjs/loader`,
    `[project]/apps/web/src/${stem(random)}.tsx`.replace("[project]/", "./"),
  ]);
export const pythonFile: Word = (random) =>
  random.pick([
    sourceFile(".py"),
    sourceFile(".py"),
    oneOf(
      "/usr/lib/python3/dist-packages/requests/adapters.py",
      "/usr/local/lib/python3.12/site-packages/sqlalchemy/engine/base.py",
      "/srv/shop/.venv/lib/python3.11/site-packages/openai/_base_client.py",
      "/usr/local/lib/python3.12/asyncio/runners.py",
    ),
  ])(random);
export const goFile: Word = (random) =>
  random.pick([
    sourceFile(".go"),
    oneOf(
      "/usr/local/go/src/net/http/server.go",
      "/usr/local/go/src/runtime/panic.go",
      "/root/go/pkg/mod/github.com/gin-gonic/gin@v1.10.0/context.go",
      "/go/pkg/mod/github.com/jackc/pgx/v5@v5.7.1/conn.go",
      "/home/deploy/go/pkg/mod/google.golang.org/grpc@v1.68.0/server.go",
    ),
  ])(random);
export const rustFile: Word = (random) =>
  random.pick([
    relativeFile(".rs"),
    oneOf(
      "/root/.cargo/registry/src/index.crates.io-6f17d22bba15001f/tokio-1.38.0/src/runtime/task/core.rs",
      "/rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/core/src/panicking.rs",
      "/usr/local/cargo/registry/src/index.crates.io-1949cf8c6b5b557f/hyper-1.4.1/src/client/conn/http1.rs",
    ),
  ])(random);
export const jarFile = oneOf(
  "jar:file:/opt/acme/billing/app.jar!/BOOT-INF/lib/spring-core-6.1.5.jar",
  "/opt/acme/billing/app.jar!/BOOT-INF/classes/application.yml",
  "/usr/share/java/postgresql-42.7.3.jar",
  "jar:file:/home/deploy/ledger.jar!/com/acme/Ledger.class",
);
