import type { BuiltInRule } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsWith } from "../../engine/trigger.ts";

/** Keys and tokens of the standards: PEM, PuTTY, JSON Web Tokens. */
export const keyRules = (): readonly BuiltInRule[] => [
  {
    id: "private-key-block",
    kind: "credential",
    needs: 0,
    triggers: [beginsWith("-----BEGIN")],
    // Everything up to the next line of five hyphens, be it the end of this block or not: a cut key is a key. A form writes a space as "+".
    pattern:
      /-----BEGIN[ +](?!(?:CERTIFICATE|(?:RSA[ +])?PUBLIC[ +]KEY|PGP[ +](?:PUBLIC[ +]KEY[ +]BLOCK|SIGNATURE|MESSAGE)|CERTIFICATE[ +]REQUEST|X509[ +]CRL)-)[^-]*(?:-{1,4}(?!-)[^-]*)*(?:-----)?(?:[^-]*(?:-{1,4}(?!-)[^-]*)*-----(?:END [^-\n]*-----)?|[\w\s+/=:,.\\-]*)?/g,
    redacts: [
      "Bad key: -----BEGIN RSA PRIVATE KEY-----\n{alnum:64}\n-----END RSA PRIVATE KEY-----",
      "Bad key: -----BEGIN OPENSSH PRIVATE KEY-----\\n{alnum:64}",
      "-----BEGIN PGP PRIVATE KEY BLOCK-----",
      "cert=-----BEGIN+PRIVATE+KEY-----",
    ],
    keeps: ["Expected -----BEGIN CERTIFICATE----- at the start.", "Send -----BEGIN+RSA+PUBLIC+KEY----- first."],
  },
  {
    id: "putty-private-lines",
    kind: "credential",
    needs: TRAIT.colon,
    triggers: [beginsWith("Private-Lines: ")],
    pattern: /Private-Lines: \d+(?<private>(?:\s+[A-Za-z0-9+/=]{16,})+)/g,
    redacts: ["Private-Lines: 1\n{alnum:64}"],
    keeps: ["Private-Lines: 14"],
  },
  {
    id: "json-web-token",
    kind: "credential",
    needs: TRAIT.oddWord,
    triggers: [beginsWith("eyJ")],
    // Without a dot it may be any JSON, such as a cursor; a long one is a token that was cut off.
    pattern: /(?<![A-Za-z0-9_-])eyJ(?:[\w-]{5,}(?:\.[\w-]*){1,4}|[\w-]{60,})/g,
    redacts: ["Got eyJ{alnum:20}.eyJ{alnum:30}.{alnum:43} here", "Got eyJ{alnum:8}.e30.x"],
    keeps: ["The prefix eyJ marks a token.", "The cursor eyJpZCI6MTIzfQ is expired."],
  },
  {
    id: "ssh-or-wireguard-secret",
    kind: "credential",
    needs: TRAIT.equals,
    triggers: [beginsWith("PrivateKey", "PresharedKey")],
    pattern: /\bPr(?:ivate|eshared)Key\s*=\s*(?<private>[A-Za-z0-9+/]{20,}={0,2})/g,
    redacts: ["PrivateKey = {alnum:43}="],
    keeps: ["PrivateKey = none"],
  },
];
