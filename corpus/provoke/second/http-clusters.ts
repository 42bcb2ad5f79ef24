import { answer, closed, cred, type Loose, load, type Provocation, serve } from "../javascript/tools.ts";
import { again, carried, chained, inOneLine, named, shown } from "./carry.ts";

const vault = load("node-vault");
const kube = load("@kubernetes/client-node");
const at = (port: number, path = ""): string => `http://127.0.0.1:${port}${path}`;
const steady = [
  [/"date":"[^"]+"/g, '"date":"Tue, 03 Feb 2026 04:05:06 GMT"'],
  [/date: '[^']+'/g, "date: 'Tue, 03 Feb 2026 04:05:06 GMT'"],
] as const;

const cluster = (port: number, user: object): Loose => {
  const config = new kube.KubeConfig();
  config.loadFromOptions({
    clusters: [{ name: "prod", server: at(port), skipTLSVerify: true }],
    users: [{ name: "deployer", ...user }],
    contexts: [{ name: "prod", cluster: "prod", user: "deployer" }],
    currentContext: "prod",
  });
  return config;
};
const STATUS = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Forbidden", code: 403 };

/** Messages of HTTP clients and of bodies that services quote. */
export const provocations: Provocation[] = [
  ...again("node-vault", {
    sealed: async () =>
      vault({
        endpoint: at(await answer(8200, 503, { errors: ["Vault is sealed"] })),
        token: cred("vaultToken", 1408),
      }).read("secret/data/shop"),
    denied: async () =>
      vault({
        endpoint: at(await answer(8200, 403, { errors: ["1 error occurred:\n\t* permission denied\n\n"] })),
        token: cred("vaultToken", 1409),
      }).write("kv/shop", { a: 1 }),
    refused: carried(
      () => vault({ endpoint: at(closed(8201)), token: cred("vaultToken", 1410) }).health(),
      shown("no secrets:"),
    ),
    "unknown-host": carried(
      () => vault({ endpoint: "http://vault-active.vault.private:8200" }).health(),
      inOneLine(" "),
    ),
    status: async () => vault({ endpoint: at(await answer(8200, 404, "none")) }).list("kv"),
  }),
  ...again("@kubernetes/client-node", {
    forbidden: [
      async () =>
        cluster(
          await answer(6443, 403, {
            ...STATUS,
            message:
              'pods is forbidden: User "system:serviceaccount:shop:deployer" cannot list resource "pods" in API group "" in the namespace "shop"',
          }),
          {},
        )
          .makeApiClient(kube.CoreV1Api)
          .listNamespacedPod({ namespace: "shop" }),
      { tidy: steady },
    ],
    "missing-secret": [
      async () =>
        cluster(
          await answer(6443, 404, {
            ...STATUS,
            reason: "NotFound",
            code: 404,
            message: 'secrets "stripe-live" not found',
          }),
          { token: cred("jwt", 1411) },
        )
          .makeApiClient(kube.CoreV1Api)
          .readNamespacedSecret({ name: "stripe-live", namespace: "shop" }),
      { tidy: steady },
    ],
    refused: carried(() => cluster(closed(6444), {}).makeApiClient(kube.CoreV1Api).listNamespace(), chained),
    "no-namespace": () => cluster(1, {}).makeApiClient(kube.CoreV1Api).listNamespacedPod({}),
    "no-cluster": () => new kube.KubeConfig().makeApiClient(kube.CoreV1Api),
    file: [() => new kube.KubeConfig().loadFromFile("/home/deploy/.kube/config-prod"), { as: ["message", "stack"] }],
    "certificate-file": carried(
      async () =>
        cluster(closed(6444), { certFile: "/var/run/secrets/tls/client.crt" })
          .makeApiClient(kube.CoreV1Api)
          .listNamespace(),
      shown("scale:"),
    ),
    exec: carried(
      () =>
        cluster(closed(6444), { exec: { command: "aws-iam-authenticator-none", args: ["token", "-i", "prod"] } })
          .makeApiClient(kube.CoreV1Api)
          .listNamespace(),
      named("auth"),
    ),
    text: () => new kube.KubeConfig().loadFromString("clusters: [}"),
    "serve-shape": async () =>
      cluster(await serve(6443, (_, response) => response.end("{")), {})
        .makeApiClient(kube.CoreV1Api)
        .listNode(),
  }),
];
