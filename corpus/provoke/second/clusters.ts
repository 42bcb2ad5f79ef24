import type { Kit } from "../tools/kit.ts";
import type { Provocation } from "../tools/provocation.ts";

type Case = [id: string, argv: string[], options?: Provocation];

const DOCKER = ["/usr/local/bin/docker", "-H", "tcp://127.0.0.1:6551"];
const KUBE = ["kubectl", "--request-timeout=2s"];
const SERVER = ["--server", "http://127.0.0.1:6552"];
/** The log lines before the message repeat it with the time and the number of the process. */
const last = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !/^[EWI]\d{4} /.test(line))
    .join("\n");
const fixedLog = (text: string): string =>
  text
    .split("\n")
    .slice(0, 2)
    .join("\n")
    .replace(/\b([EWI])\d{4} [\d:.]+ +\d+ /g, "$10203 04:05:06.007008      31 ");

const CLUSTERS: Case[] = [
  ["docker/2-daemon", [...DOCKER, "ps"]],
  ["docker/2-daemon-flat", [...DOCKER, "run", "--rm", "images.builds.home/shop:118"], { flat: true }],
  [
    "docker/2-socket",
    ["/usr/local/bin/docker", "-H", "unix:///run/user/1000/docker.sock", "info"],
    { paths: ["/run/user/1000/docker.sock"] },
  ],
  ["docker/2-context", ["/usr/local/bin/docker", "--context", "edge", "ps"]],
  ["docker/2-host", ["/usr/local/bin/docker", "-H", "ftp://10.20.3.17", "ps"]],
  [
    "docker/2-certificates",
    ["/usr/local/bin/docker", "-H", "tcp://127.0.0.1:6551", "--tlsverify", "--tlscacert", "/etc/docker/ca.pem", "ps"],
  ],
  ["docker/2-unknown", ["/usr/local/bin/docker", "-H", "tcp://dind.builds.home:2375", "ps"]],
  ["docker/2-flag", [...DOCKER, "run", "--memmory", "1g", "alpine"]],
  ["docker/2-command", ["/usr/local/bin/docker", "imagse"]],
  ["docker/2-reference", [...DOCKER, "run", "Shop:118"]],
  ["docker/2-env-file", [...DOCKER, "run", "--env-file", "/etc/acme/shop.env", "alpine"]],
  [
    "docker/2-login",
    [...DOCKER, "login", "images.builds.home", "-u", "ci", "-p", "{{dockerToken:1801}}"],
    {
      pick: (text) =>
        text
          .split("\n")
          .filter((line) => !line.startsWith("time="))
          .join("\n"),
    },
  ],
  ["kubectl/2-refused", [...KUBE, ...SERVER, "get", "pods"], { pick: last }],
  ["kubectl/2-refused-log", [...KUBE, ...SERVER, "get", "deployments"], { pick: fixedLog }],
  [
    "kubectl/2-unknown",
    [...KUBE, "--server", "https://api.prod-eu.k8s.home:6443", "--token", "x", "get", "nodes"],
    { pick: last },
  ],
  [
    "kubectl/2-unknown-log-flat",
    [...KUBE, "--server", "https://kube-api.lan:6443", "--token", "x", "get", "nodes"],
    { pick: fixedLog, flat: true },
  ],
  ["kubectl/2-kubeconfig", [...KUBE, "--kubeconfig", "/home/deploy/.kube/prod.yaml", "get", "pods"], { pick: last }],
  [
    "kubectl/2-kubeconfig-content",
    [...KUBE, "--kubeconfig", "@WORK@/kube.yaml", "get", "pods"],
    { files: { "kube.yaml": "clusters: {name: prod\n" }, pick: last },
  ],
  ["kubectl/2-context", [...KUBE, "--context", "prod-eu", "get", "pods"], { pick: last }],
  [
    "kubectl/2-manifest",
    [...KUBE, ...SERVER, "apply", "--validate=false", "-f", "/srv/shop/deploy/web.yaml"],
    { pick: last },
  ],
  [
    "kubectl/2-manifest-content",
    [...KUBE, ...SERVER, "apply", "--validate=false", "-f", "-"],
    { stdin: "kind: Deployment\nspec: [\n", pick: last },
  ],
  ["kubectl/2-flag", [...KUBE, "get", "pods", "--al-namespaces"], { pick: last }],
  ["kubectl/2-type", [...KUBE, "create", "secrt", "generic", "a"], { pick: last }],
  [
    "kubectl/2-literal",
    [...KUBE, "create", "secret", "generic", "a", "--from-literal=token", "--dry-run=client"],
    { pick: last },
  ],
  [
    "kubectl/2-client-key",
    [
      ...KUBE,
      ...SERVER,
      "--client-key",
      "/etc/kubernetes/pki/none.key",
      "--client-certificate",
      "/etc/kubernetes/pki/none.crt",
      "get",
      "pods",
    ],
    { pick: last },
  ],
  [
    "kubectl/2-dry-run-secret",
    [
      ...KUBE,
      "create",
      "secret",
      "generic",
      "stripe",
      "--from-literal=token={{base62Key:1802}}",
      "--dry-run=client",
      "-o",
      "yaml",
    ],
    { pick: last },
  ],
  [
    "kubectl/2-verbose-token",
    [
      ...KUBE,
      ...SERVER,
      "--token",
      "{{base62Key:1803}}",
      "config",
      "view",
      "--kubeconfig",
      "@WORK@/kube.yaml",
      "--raw",
    ],
    {
      files: {
        "kube.yaml":
          "apiVersion: v1\nkind: Config\nclusters: []\nusers: [{name: ci, user: {token: '{{base62Key:1804}}'}}]\n",
      },
      pick: last,
    },
  ],
];

/** Runs this area: what the tools of containers and clusters print. */
export async function provoke(kit: Kit): Promise<void> {
  for (const [id, argv, options] of CLUSTERS) await kit.run(id, argv, options);
}
