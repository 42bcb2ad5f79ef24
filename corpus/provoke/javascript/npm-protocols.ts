import {
  about,
  bytes,
  closed,
  cred,
  failing,
  file,
  type Loose,
  load,
  type Provocation,
  settled,
  tcp,
} from "./tools.ts";

const mail = load("nodemailer");
const { Client: Ssh, utils: sshUtils } = load("ssh2");
const { Client: Ldap } = load("ldapts");
const { execa } = load("execa");
const git = load("simple-git")["simpleGit"] as Loose;

const smtp = (options: object): Loose =>
  mail
    .createTransport({ host: "127.0.0.1", connectionTimeout: 400, greetingTimeout: 400, ...options })
    .sendMail({ from: "shop@example.com", to: "ada@example.com", text: "x" });

/** A mail server that gives one answer to each line. */
const post = (...answers: string[]): Promise<number> =>
  tcp(25, (socket) => {
    const left = [...answers];
    socket.write(`${left.shift()}\r\n`);
    socket.on("data", () => socket.write(`${left.shift() ?? "421 closing"}\r\n`));
  });

const ssh = (options: object): Promise<never> => {
  const client = new Ssh();
  const failed = failing(client);
  client.connect({ readyTimeout: 400, ...options });
  return failed;
};

/** Messages of mail, shells and directories. */
export const provocations: Provocation[] = [
  ...about("nodemailer", {
    "unknown-host": [
      () => smtp({ host: "smtp-relay.corp", auth: { user: "shop", pass: cred("password", 308) } }),
      { as: ["message", "stack"] },
    ],
    "single-label": [() => smtp({ host: "mailhog", port: 1025 }), { hosts: ["mailhog"] }],
    refused: [() => smtp({ port: closed(25) }), { as: ["message", "inspect"] }],
    greeting: async () => smtp({ port: await post("554 No SMTP service here") }),
    auth: [
      async () =>
        smtp({
          port: await post("220 mx ESMTP", "250-mx\r\n250 AUTH PLAIN", "535 5.7.8 Error: authentication failed"),
          auth: { user: "shop", pass: "x" },
        }),
      { as: ["message", "stack"] },
    ],
    recipient: async () =>
      smtp({
        port: await post(
          "220 mx ESMTP",
          "250 mx",
          "250 ok",
          "550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown",
        ),
      }),
    sender: async () =>
      smtp({ port: await post("220 mx ESMTP", "250 mx", "553 5.1.8 Sender address rejected: Domain not found") }),
    timeout: async () => smtp({ port: await tcp(25, () => {}), greetingTimeout: 60 }),
    "hang-up": async () => smtp({ port: await tcp(25, (socket) => socket.destroy()) }),
    "no-recipients": () =>
      mail.createTransport({ host: "127.0.0.1", port: closed(25) }).sendMail({ from: "a@example.com" }),
    attachment: [
      () =>
        mail
          .createTransport({ streamTransport: true, buffer: true })
          .sendMail({ to: "a@example.com", attachments: [{ path: "/srv/shop/invoices/2026-04.pdf" }] }),
      { as: ["message", "stack"] },
    ],
    "no-auth": async () =>
      smtp({ port: await post("220 mx ESMTP", "250-mx\r\n250 AUTH LOGIN"), auth: { user: "shop" } }),
    sendmail: () =>
      mail
        .createTransport({ sendmail: true, path: "/usr/sbin/sendmail-none" })
        .sendMail({ from: "a@example.com", to: "b@example.com", text: "x" }),
  }),
  ...about("ssh2", {
    "unknown-host": [
      () => ssh({ host: "bastion.corp", username: "deploy", password: cred("password", 309) }),
      { as: ["message", "stack"] },
    ],
    refused: () => ssh({ host: "127.0.0.1", port: closed(22), username: "deploy" }),
    key: () => ssh({ host: "127.0.0.1", username: "deploy", privateKey: "nope" }),
    protocol: async () =>
      ssh({ host: "127.0.0.1", port: await bytes(22, "HTTP/1.1 400 Bad Request\r\n", true), username: "deploy" }),
    "hang-up": async () =>
      ssh({ host: "127.0.0.1", port: await tcp(22, (socket) => socket.destroy()), username: "deploy" }),
    timeout: async () =>
      ssh({ host: "127.0.0.1", port: await tcp(22, () => {}), username: "deploy", readyTimeout: 60 }),
    user: () => ssh({ host: "127.0.0.1" }),
    "agent-missing": () =>
      ssh({
        host: "127.0.0.1",
        port: closed(22),
        username: "x",
        agent: "/run/user/1000/ssh-agent.sock",
        agentForward: "x",
        algorithms: { kex: ["none-such"] },
      }),
    "parse-key": () => {
      throw sshUtils.parseKey(cred("opensshPem", 310));
    },
    channel: () => new Ssh().exec("ls", () => {}),
  }),
  ...about("ldapts", {
    refused: [
      () => new Ldap({ url: `ldap://127.0.0.1:${closed(389)}` }).bind("cn=app,dc=acme", "x"),
      { as: ["message", "stack"] },
    ],
    "unknown-host": [
      () => new Ldap({ url: "ldaps://dc01.ad.corp" }).bind("cn=app,dc=acme", cred("password", 311)),
      { as: ["message", "stack"] },
    ],
    url: () => new Ldap({ url: `ldapx://app:${cred("simplePassword", 312)}@dc02.corp` }),
    credentials: async () =>
      new Ldap({
        url: `ldap://127.0.0.1:${await bytes(389, Buffer.from("300c02010161070a013104000400", "hex"))}`,
      }).bind("cn=app", "x"),
    filter: () => new Ldap({ url: "ldap://127.0.0.1" }).search("dc=acme", { filter: "(&(uid=ada)" }),
  }),
  ...about("execa", {
    status: [() => execa("sh", ["-c", "echo broken pipe >&2; exit 4"], { cwd: "/" }), { as: ["message", "stack"] }],
    secret: () =>
      execa("sh", ["-c", "exit 22", "curl", "-u", `deploy:${cred("base62Key", 313)}`, "https://nexus.corp/repository"]),
    "secret-env": () => execa("sh", ["-c", `PGPASSWORD=${cred("simplePassword", 314)} false`]),
    missing: [() => execa("/opt/tools/none/bin/optimize", ["--level", "3"]), { as: ["message", "stack"] }],
    directory: () => execa("true", [], { cwd: "/srv/jobs/none" }),
    timeout: () => execa("sleep", ["3"], { timeout: 60 }),
    killed: () => execa("sh", ["-c", "kill -9 $$"]),
    "max-buffer": () => execa("sh", ["-c", "echo aaaaaaaaaa"], { maxBuffer: 2 }),
    option: () => execa("true", [], { stdio: "loud" }),
    input: () => execa("true", [], { inputFile: "/srv/none/in.txt" }),
  }),
  ...about("simple-git", {
    directory: [() => git("/srv/shop/none"), { as: ["message", "stack"] }],
    "not-a-repository": () => settled(git("/usr").status()),
    clone: () =>
      settled(git("/usr").clone(`https://ci:${cred("githubToken", 315)}@git.internal/shop.git`, file("clones/shop"))),
    unsafe: () => settled(git("/usr").clone("ext::sh -c ls", "x")),
  }),
];
