import type { Kit } from "./kit.ts";
import type { Provocation } from "./provocation.ts";

const MESSAGES = String.raw`
import java.nio.file.*; import java.net.*; import java.time.*; import java.util.*; import java.math.*; import java.io.*;
public class Main {
  interface Risky { Object run() throws Exception; }
  static void t(String name, Risky r) {
    try { r.run(); } catch (Throwable e) { System.out.println("@@ " + name + "\n" + (name.endsWith("-full") ? e.toString() : e.getMessage())); }
  }
  public static void main(String[] args) {
    t("unknown-host-full", () -> InetAddress.getByName("db-1.prod.internal"));
    t("unknown-host", () -> new Socket("kafka-broker", 9092));
    t("connect-full", () -> new Socket("127.0.0.1", 6411));
    t("http-connect", () -> new URL("http://localhost:6412/v1/orders").openStream());
    t("http-unknown-host-full", () -> new URL("http://pricing.prod.svc.cluster.local/v1/prices").openStream());
    t("no-such-file-full", () -> Files.readString(Path.of("/srv/shop/config/application.yml")));
    t("no-such-file", () -> Files.readAllBytes(Path.of("/var/lib/orders/index.bin")));
    t("file-not-found-full", () -> new FileInputStream("/opt/acme/billing/keystore.jks"));
    t("file-not-found", () -> new FileReader("/etc/acme/tokens.csv"));
    t("already-exists-full", () -> Files.createDirectory(Path.of("/usr/share")));
    t("not-directory", () -> Files.list(Path.of("/etc/hosts")));
    t("number-format-full", () -> Integer.parseInt("12a"));
    t("number-format-empty", () -> Long.parseLong(""));
    t("number-format-double", () -> Double.parseDouble("12,5"));
    t("number-format-secret", () -> Integer.parseInt("{{hexKey32:61}}"));
    t("date-parse", () -> LocalDate.parse("2024-13-01"));
    t("zone-id", () -> ZoneId.of("Europe/Atlantis"));
    t("date-time-value", () -> LocalDate.of(2024, 2, 30));
    t("index-full", () -> new int[2][5]);
    t("array-index", () -> new int[2][0].toString() + new int[]{1}[3]);
    t("list-index", () -> List.of(1, 2).get(7));
    t("string-index", () -> "order".substring(9));
    t("class-cast", () -> (Integer) (Object) "12");
    t("null-pointer", () -> { String s = null; return s.length(); });
    t("arithmetic", () -> 10 / Integer.parseInt("0"));
    t("big-decimal", () -> BigDecimal.ONE.divide(new BigDecimal(3)));
    t("enum", () -> Thread.State.valueOf("PAUSED"));
    t("no-such-element-full", () -> Optional.empty().get());
    t("unsupported-full", () -> List.of(1).add(2));
    t("uuid", () -> UUID.fromString("118"));
    t("uri-syntax", () -> new URI("https://api.example.com/a b"));
    t("uri-syntax-secret", () -> new URI("postgres://app:{{simplePassword:62}} @10.20.3.17/orders"));
    t("malformed-url-full", () -> new URL("ordrs://118"));
    t("format", () -> String.format("%d", "x"));
    t("regex", () -> "a".matches("(order"));
    t("class-not-found-full", () -> Class.forName("com.acme.billing.PostgresDriver"));
    t("duration", () -> Duration.parse("15 minutes"));
    t("invalid-path", () -> Path.of("a\0b"));
    t("process", () -> new ProcessBuilder("/usr/local/bin/render-invoice", "118").start());
    t("illegal-charset-full", () -> java.nio.charset.Charset.forName("utf-9"));
    t("base64", () -> Base64.getDecoder().decode("a$b="));
    t("port-range", () -> new InetSocketAddress("localhost", 70000));
  }
}
`;

const JDBC = String.raw`
import java.sql.*;
public class Main {
  static void t(String name, String url, String... user) {
    DriverManager.setLoginTimeout(3);
    try { if (user.length > 0) DriverManager.getConnection(url, user[0], user[1]); else DriverManager.getConnection(url); }
    catch (Throwable e) { System.out.println("@@ " + name + "\n" + e.getMessage()); }
  }
  public static void main(String[] args) {
    t("pg-refused", "jdbc:postgresql://127.0.0.1:6413/orders", "app", "{{simplePassword:63}}");
    t("pg-localhost", "jdbc:postgresql://localhost:6413/orders?user=app&password={{simplePassword:64}}");
    t("pg-unknown-host", "jdbc:postgresql://orders-db.internal:5432/orders", "app", "x");
    t("pg-no-driver", "jdbc:postgres://10.20.3.17:5432/orders?user=app&password={{simplePassword:65}}");
    t("mariadb-refused", "jdbc:mariadb://127.0.0.1:6414/orders", "app", "x");
    t("mariadb-unknown-host", "jdbc:mariadb://mysql-primary.prod.internal:3306/orders?user=app&password={{simplePassword:66}}");
    t("oracle-no-driver", "jdbc:oracle:thin:scott/{{simplePassword:67}}@//ora01.corp:1521/ORDERS");
  }
}
`;

const THROWING: [string, string, boolean?][] = [
  [
    "cause",
    `static void load(int id) { try { Integer.parseInt("n/a"); } catch (NumberFormatException e) { throw new IllegalStateException("cannot load order " + id, e); } }\n  public static void main(String[] a) { load(118); }`,
  ],
  [
    "cause-flat",
    `static void load() throws Exception { try { new java.net.Socket("127.0.0.1", 6415); } catch (java.io.IOException e) { throw new RuntimeException("inventory is unavailable", e); } }\n  public static void main(String[] a) throws Exception { load(); }`,
    true,
  ],
  [
    "unknown-host-cause",
    `public static void main(String[] a) { try { new java.net.Socket("db-1.prod.internal", 5432); } catch (Exception e) { throw new RuntimeException("Failed to obtain JDBC Connection", e); } }`,
  ],
  [
    "suppressed",
    `static class Pool implements AutoCloseable { public void close() { throw new IllegalStateException("pool is already closed"); } }\n  public static void main(String[] a) { try (Pool p = new Pool()) { throw new RuntimeException("query was cancelled"); } }`,
  ],
  [
    "suppressed-flat",
    `static class Lock implements AutoCloseable { public void close() throws java.io.IOException { throw new java.io.FileNotFoundException("/var/lock/orders.lock"); } }\n  public static void main(String[] a) throws Exception { try (Lock l = new Lock()) { Integer.valueOf("x"); } }`,
    true,
  ],
  [
    "no-such-file",
    `public static void main(String[] a) throws Exception { java.nio.file.Files.readString(java.nio.file.Path.of("/etc/acme/billing.properties")); }`,
  ],
  [
    "null-pointer",
    `record Order(String sku) {}\n  public static void main(String[] a) { Order order = null; System.out.println(order.sku()); }`,
  ],
  [
    "stack-overflow",
    `static int depth(int n) { return depth(n + 1); }\n  public static void main(String[] a) { try { depth(0); } catch (StackOverflowError e) { StackTraceElement[] s = java.util.Arrays.copyOf(e.getStackTrace(), 4); Error short_ = new StackOverflowError(); short_.setStackTrace(s); throw short_; } }`,
  ],
  [
    "lambda",
    `public static void main(String[] a) { java.util.List.of("1", "two").stream().map(Integer::parseInt).forEach(n -> {}); }`,
  ],
  [
    "thread",
    `public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { throw new IllegalArgumentException("negative quantity: -3"); }, "order-worker-2"); t.start(); t.join(); }`,
  ],
  [
    "executor-flat",
    `public static void main(String[] a) throws Exception { var p = java.util.concurrent.Executors.newSingleThreadExecutor(); try { p.submit(() -> { throw new IllegalStateException("mail was rejected"); }).get(); } finally { p.shutdown(); } }`,
    true,
  ],
  [
    "credential-cause",
    `static void open(String url) { throw new IllegalArgumentException("Cannot parse " + url); }\n  public static void main(String[] a) { try { open("redis://:{{hexKey32:68}}@cache.internal:6379"); } catch (Exception e) { throw new RuntimeException("cache setup failed", e); } }`,
  ],
  ["no-such-method", `public static void main(String[] a) throws Exception { String.class.getMethod("shout"); }`, true],
  [
    "assertion",
    `static void total(int cents) { if (cents < 0) throw new AssertionError("total must not be negative: " + cents); }\n  public static void main(String[] a) { total(-5); }`,
  ],
  [
    "interrupted-cause",
    `public static void main(String[] a) { Thread.currentThread().interrupt(); try { Thread.sleep(5); } catch (InterruptedException e) { throw new RuntimeException(e); } }`,
  ],
];

const NOT_COMPILING: [string, string][] = [
  ["cannot-find-symbol", `class Order { int total() { return net + tax(3); } }`],
  ["incompatible-types", `class Order { int total() { return "12"; } }`],
  ["semicolon", `class Order { int total() { return 12 } }`],
  ["package-missing", `import com.acme.tax.Rates;\nclass Order { Rates rates; }`],
  ["unreported-exception", `class Order { void save() { throw new Exception("x"); } }`],
];

async function launcher(kit: Kit): Promise<void> {
  const broken = { files: { "conf/app.jar": "not a jar" } };
  await kit.run("java/no-jar", ["java", "-jar", "/opt/acme/billing/billing.jar"]);
  await kit.run("java/corrupt-jar", ["java", "-jar", "@WORK@/conf/app.jar"], broken);
  await kit.run("java/no-main-class", ["java", "com.acme.billing.Main"]);
  await kit.run("java/bad-option", ["java", "-Xmx12q", "Main"]);
  await kit.run("java/unknown-option", ["java", "-XX:+UseFastGC", "Main"]);
  await kit.run("java/agent", ["java", "-javaagent:/opt/newrelic/newrelic.jar", "Main"]);
  await kit.run("javac/no-file", ["javac", "src/main/java/Order.java"]);
  await kit.run("javac/bad-flag", ["javac", "--realease", "17"]);
  await kit.run("keytool/no-keystore", [
    "keytool",
    "-list",
    "-keystore",
    "/etc/acme/keystore.p12",
    "-storepass",
    "{{simplePassword:69}}",
  ]);
  await kit.run("keytool/illegal-option", ["keytool", "-lst"], { pick: (text) => text.split("\n")[0] ?? "" });
  await kit.run("jar/no-file", ["jar", "tf", "/srv/ledger/current/lib/ledger.jar"], { lang: "java" });
}

/** Runs this area. */
export async function provoke(kit: Kit): Promise<void> {
  const hosts = ["kafka-broker"];
  await kit.batch("java/", ["java", "Main.java"], { files: { "Main.java": MESSAGES }, hosts });
  const jars = "/usr/share/java/postgresql.jar:/usr/share/java/mariadb-java-client.jar";
  await kit.batch("jdbc/", ["java", "-cp", jars, "Main.java"], { files: { "Main.java": JDBC } });
  for (const [what, body, flat = false] of THROWING) {
    const program = `package com.acme.orders;\n\npublic class Main {\n  ${body}\n}\n`;
    const options: Provocation = { lang: "java", flat, files: { "com/acme/orders/Main.java": program } };
    const before = [["javac", "com/acme/orders/Main.java"]];
    await kit.run(`java/trace-${what}`, ["java", "com.acme.orders.Main"], { ...options, before });
  }
  for (const [what, program] of NOT_COMPILING) {
    const where = what === "semicolon" ? "@WORK@/src/main/java/Order.java" : "src/main/java/Order.java";
    await kit.run(`javac/${what}`, ["javac", where], { files: { "src/main/java/Order.java": `${program}\n` } });
  }
  await launcher(kit);
}
