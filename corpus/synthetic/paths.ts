import type { Random } from "../random.ts";
import { oneOf, type Word, whole } from "./words.ts";

export const root = oneOf(
  "/srv/shop",
  "/usr/src/app",
  "/opt/acme/billing",
  "/var/www/api",
  "/home/deploy/apps/orders",
  "/home/ubuntu/checkout",
  "/app",
  "/Users/mia/code/gateway",
  "/var/task",
  "/workspace/service",
  "/root/ledger",
  "/data/jobs",
  "/code",
  "/builds/acme/shop",
  "/layers/node/app",
  "/mnt/efs/render",
  "/nix/store/9f2k3x-orders-1.4.0",
);
const folder = oneOf(
  "src",
  "lib",
  "dist",
  "config",
  "server",
  "routes",
  "handlers",
  "internal",
  "jobs",
  "db/migrations",
);
export const stem = oneOf(
  "index",
  "orders",
  "client",
  "auth",
  "server",
  "worker",
  "stripe",
  "queue",
  "user_service",
  "repository",
);
const dataName = oneOf(
  "config.yaml",
  "secrets.json",
  "orders.db",
  "id_ed25519",
  "server.key",
  "report 2025.csv",
  "model.safetensors",
  "credentials",
  "app.log",
  ".env",
  "tls.crt",
  "dump.sql.gz",
);

const join = (...words: readonly Word[]): Word => {
  return (random) => words.map((word) => word(random)).join("/");
};

/** A source file of a server, as an absolute path. */
export const sourceFile =
  (...endings: readonly string[]): Word =>
  (random) => {
    const parts = [root, folder, ...(random.chance(0.4) ? [folder] : []), stem];
    return join(...parts)(random) + random.pick(endings);
  };

/** The same without its root. */
export const relativeFile =
  (...endings: readonly string[]): Word =>
  (random) =>
    random.pick(["", "./", "packages/core/", "apps/web/"]) + join(folder, stem)(random) + random.pick(endings);

export const lineColumn: Word = (random) => `${random.int(1, 480)}:${random.int(1, 90)}`;
export const line = whole(1, 900);

export const etc = oneOf(
  "/etc/passwd",
  "/etc/ssl/private/api.key",
  "/etc/nginx/nginx.conf",
  "/etc/kubernetes/admin.conf",
  "/etc/letsencrypt/live/shop/privkey.pem",
  "/etc/postgresql/16/main/pg_hba.conf",
);
export const volatile: Word = (random) =>
  random.pick([
    `/tmp/upload_${random.chars("0123456789abcdef", 12)}.part`,
    `/tmp/pip-req-build/setup.py`,
    `/var/tmp/render-${random.int(1, 999)}.png`,
    `/proc/${random.int(2, 30_000)}/fd/${random.int(3, 99)}`,
    "/proc/self/environ",
    "/dev/shm/cache.bin",
    `/run/user/1000/bus`,
    `/var/log/nginx/error.log`,
    `/var/lib/docker/overlay2/${random.chars("0123456789abcdef", 24)}/merged`,
    `/sys/fs/cgroup/memory.max`,
  ]);
export const socketFile = oneOf(
  "/var/run/docker.sock",
  "/var/run/postgresql/.s.PGSQL.5432",
  "/var/run/mysqld/mysqld.sock",
  "/run/php/php8.3-fpm.sock",
  "/tmp/.s.PGSQL.5432",
  "/run/containerd/containerd.sock",
  "/var/run/redis/redis.sock",
);
export const mounted = oneOf(
  "/var/run/secrets/kubernetes.io/serviceaccount/token",
  "/run/secrets/db_password",
  "/etc/secrets/stripe",
  "/mnt/secrets-store/api-key",
  "/vault/secrets/database.env",
);
export const home = oneOf(
  "~/.aws/credentials",
  "~/.ssh/id_rsa",
  "~/.kube/config",
  "~/.npmrc",
  "~/.config/gcloud/application_default_credentials.json",
  "~/projects/shop/.env.local",
  "~deploy/releases/current",
  "$HOME/.docker/config.json",
);
const person = oneOf("mia", "jonas", "svc_web", "administrator", "k.tanaka", "runneradmin");
const drive = oneOf("C:", "C:", "D:", "E:", "c:");
const title = oneOf("Billing", "Ledger", "Orders", "Shop.Api", "Agent", "Gateway", "Reports");
const phrase = oneOf("march 2025", "final report", "Q3 numbers", "My Project", "backup copy", "new orders");

/** A source file on Windows. */
export const windowsSource =
  (...endings: readonly string[]): Word =>
  (random) =>
    random.pick([
      `${drive(random)}\\Users\\${person(random)}\\source\\repos\\${title(random)}\\${stem(random)}`,
      `${drive(random)}\\apps\\${title(random)}\\src\\${stem(random)}`,
      `D:\\a\\1\\s\\src\\${title(random)}\\${stem(random)}`,
      `C:/Users/${person(random)}/code/${stem(random)}`,
    ]) + random.pick(endings);
export const windows: Word = (random) =>
  random.pick([
    windowsSource(".cs", ".ts", ".js", ".csproj")(random),
    `C:\\inetpub\\wwwroot\\${title(random)}\\web.config`,
    `${drive(random)}\\apps\\${title(random)}\\dist\\server.js`,
    `C:\\ProgramData\\Acme\\${title(random)}\\config.json`,
    `${drive(random)}\\backup\\${random.int(2019, 2026)}\\orders.bak`,
    `C:\\Windows\\System32\\drivers\\etc\\hosts`,
  ]);
export const windowsSpaced: Word = (random) =>
  random.pick([
    `C:\\Program Files\\Acme\\${title(random)}\\bin\\ledger.exe`,
    `C:\\Users\\Mia Schmidt\\Documents\\${phrase(random)}\\server.pem`,
    `${drive(random)}\\Shared Data\\exports\\${phrase(random)}.xlsx`,
    `C:\\Program Files (x86)\\Common Files\\${title(random)}\\odbc.ini`,
  ]);
export const unc: Word = (random) =>
  random.pick([
    `\\\\fs0${random.int(1, 9)}\\finance\\${random.int(2019, 2026)}\\ledger.xlsx`,
    `\\\\nas\\backup\\${title(random)}\\orders.bak`,
    `\\\\10.20.0.${random.int(1, 254)}\\share$\\deploy.zip`,
    `\\\\?\\${drive(random)}\\apps\\${title(random)}\\server.js`,
  ]);
export const spaced: Word = (random) =>
  random.pick([
    `/Users/${person(random)}/Library/Application Support/Acme/${title(random)}/settings.json`,
    `/srv/shared files/invoices/${phrase(random)}.pdf`,
    `/Volumes/Backup Drive/${phrase(random)}/orders.tar`,
    `/home/deploy/${phrase(random)}/${stem(random)}.py`,
  ]);
export const fileUrl: Word = (random) =>
  random.pick([
    `file://${sourceFile(".js", ".mjs")(random)}`,
    "file:///C:/apps/billing/dist/server.mjs",
    "file:///home/deploy/.config/acme/plugin.js",
    "file:///Users/mia/My%20Project/src/app.ts",
  ]);
export const plainFile: Word = (random) =>
  random.pick([
    `${root(random)}/${folder(random)}/${random.pick(["config.yaml", "secrets.json", "orders.db", "server.key", ".env"])}`,
    `${root(random)}/${random.pick(["package.json", "Cargo.toml", "pyproject.toml", "go.mod", "Gemfile.lock"])}`,
    `${root(random)}/${folder(random)}`,
    etc(random),
    volatile(random),
    mounted(random),
    sourceFile(".js", ".py", ".ts", ".rb", ".go", ".php")(random),
  ]);
export const quotedFile: Word = (random) => random.pick([plainFile, plainFile, spaced, dataFile, windows])(random);
function dataFile(random: Random): string {
  return `${root(random)}/${folder(random)}/${dataName(random)}`;
}
