import { isPrivateV4, isPrivateV6 } from "./private-address.ts";

/** Top-level names that never resolve publicly, or that companies use as if they did not. */
const INTERNAL_TOP: ReadonlySet<string> = new Set(
  "internal intranet lan corp localdomain localhost consul svc privnet k8s lxd incus workgroup dmz onprem".split(" "),
);

/** Top-level names that are also ordinary words, or the last part of a field's name. */
const INTERNAL_WORDS: ReadonlySet<string> = new Set(
  "local home private test prod staging stage stg qa uat preprod int box cluster domain docker podman mesh kube nomad ec2 vpc intra priv".split(
    " ",
  ),
);

const INTERNAL_ENDING =
  /\.(?:home\.arpa|in-addr\.arpa|ip6\.arpa|fritz\.box|rds\.amazonaws\.com(?:\.cn)?|cache\.amazonaws\.com|elb\.amazonaws\.com|elb\.[a-z0-9-]+\.amazonaws\.com|compute(?:-1)?\.amazonaws\.com|vpce\.amazonaws\.com|efs\.[a-z0-9-]+\.amazonaws\.com|docdb\.amazonaws\.com|neptune\.amazonaws\.com|redshift\.amazonaws\.com|kafka\.[a-z0-9-]+\.amazonaws\.com|es\.amazonaws\.com|database\.windows\.net|redis\.cache\.windows\.net|(?:postgres|mysql|mariadb)\.database\.azure\.com|documents\.azure\.com|servicebus\.windows\.net|mongodb\.net|internal\.cloudapp\.net|azmk8s\.io|svc\.[a-z0-9-]+|pod\.cluster\.[a-z]+|ts\.net|flycast)$/;

const INTERNAL_BEGINNING =
  /^(?:ip|ec2)-\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}(?:\.|$)|^(?:kubernetes|metadata)\.(?:default|google)(?:\.|$)|(?:^|\.)privatelink\./;

/** Public names that resolve to the address which stands in them, as four numbers or eight hexadecimal digits. */
const NAMES_AN_ADDRESS =
  /(?:^|[.-])(?:(?<parts>\d{1,3}(?:[.-]\d{1,3}){3})|(?<hex>[0-9a-f]{8}))\.(?:nip\.io|sslip\.io|xip\.io|traefik\.me|[\w-]+\.plex\.direct)$/;

/** Names that always resolve to the machine itself, and hidden services, of which the name is all that is hidden. */
const HIDDEN = /(?:^|\.)(?:localtest\.me|lvh\.me|lacolhost\.com|(?:[a-z2-7]{16}|[a-z2-7]{56})\.onion)$/;

/** A part of every name that one of these expressions matches, in one that is soon through. */
const SPECIAL =
  /(?:arpa|box|amazonaws\.com(?:\.cn)?|windows\.net|azure\.com|mongodb\.net|cloudapp\.net|azmk8s\.io|ts\.net|flycast|ip\.io|traefik\.me|plex\.direct|localtest\.me|lvh\.me|lacolhost\.com|onion)$|svc\.|pod\.|^(?:ip|ec2|kubernetes|metadata)|privatelink/;

/** Whether a public name leads to a private place all the same. */
function leadsInside(name: string): boolean {
  const { parts, hex } = NAMES_AN_ADDRESS.exec(name)?.groups ?? {};
  if (parts !== undefined) return isPrivateV4(parts.replaceAll("-", "."));
  return hex === undefined ? HIDDEN.test(name) : isPrivateV4(`0x${hex}`);
}

/** How strongly a dotted name speaks of an internal host. */
export type Internal = "surely" | "perhaps" | "no";

/** Judges a dotted host name, in lower case and without a port. */
export function internality(name: string): Internal {
  const whole = name.endsWith(".") ? name.slice(0, -1) : name;
  const top = whole.slice(whole.lastIndexOf(".") + 1);
  if (SPECIAL.test(whole) && (INTERNAL_ENDING.test(`.${whole}`) || INTERNAL_BEGINNING.test(name) || leadsInside(whole)))
    return "surely";
  if (top === whole) return "no";
  if (INTERNAL_TOP.has(top)) return "surely";
  return INTERNAL_WORDS.has(top) ? "perhaps" : "no";
}

/** Whether the host of a URL or of a connection is internal: a private address, a single label, an internal name. */
export function isInternalHost(host: string): boolean {
  const lower = host.toLowerCase();
  const name = lower.endsWith(".") ? lower.slice(0, -1) : lower;
  if (name === "") return false;
  if (name.startsWith("[")) return isPrivateV6(name.slice(1).replace(/\]$/, ""));
  // A short whole number could be any number; as an address it has nine digits or ten.
  if (/^\d[0-9a-fx.]*$/.test(name)) return !/^\d{1,8}$/.test(name) && isPrivateV4(name);
  if (name.includes(":")) return isPrivateV6(name);
  if (!/^[a-z0-9_-][a-z0-9._-]*$/.test(name) && !/^[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u.test(name)) return false;
  // No public top-level name has a hyphen or a digit in it, but for those that encode another script.
  const top = name.slice(name.lastIndexOf(".") + 1);
  return top === name || internality(name) !== "no" || (/[-_\d]/.test(top) && !top.startsWith("xn--"));
}
