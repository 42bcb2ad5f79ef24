import type { BuiltInRule } from "../../engine/rule.ts";
import { contains } from "../../engine/trigger.ts";

/** Keys and tokens in standard formats: PEM, PuTTY, JSON Web Tokens. */
export const keyRules = (): readonly BuiltInRule[] => [
  {
    id: "private-key-block",
    kind: "credential",
    triggers: [contains("-----BEGIN")],
    // Everything up to the next five hyphens, even if those end another block: half a key is a secret too. Form encoding writes a space as
    // "+".
    pattern:
      /-----BEGIN[ +](?!(?:CERTIFICATE|(?:RSA[ +])?PUBLIC[ +]KEY|PGP[ +](?:PUBLIC[ +]KEY[ +]BLOCK|SIGNATURE|MESSAGE)|CERTIFICATE[ +]REQUEST|X509[ +]CRL)-)[^-]*(?:-{1,4}(?!-)[^-]*)*(?:-----)?(?:[^-]*(?:-{1,4}(?!-)[^-]*)*-----(?:END [^-\n]*-----)?|[\w\s+/=:,.\\-]*)?/g,
  },
  {
    id: "putty-private-lines",
    kind: "credential",
    triggers: [contains("Private-Lines: ")],
    pattern: /Private-Lines: \d+(?<private>(?:\s+[A-Za-z0-9+/=]{16,})+)/g,
  },
  {
    id: "json-web-token",
    kind: "credential",
    triggers: [contains("eyJ")],
    // Without a dot it may be any JSON, such as a cursor; a long one is a token that lost its end.
    pattern: /(?<![A-Za-z0-9_-])eyJ(?:[\w-]{5,}(?:\.[\w-]*){1,4}|[\w-]{60,})/g,
  },
];
