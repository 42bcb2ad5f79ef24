import { secret } from "../../secrets.ts";
import { credential, type Draft, type Frame, inJson, text, withOne, written } from "../draft.ts";
import { oneOf } from "../words.ts";
import { of } from "./key.ts";

const NAMES = ["pem", "rsaPem", "ecPem", "opensshPem", "encryptedPem", "pgpPem"];

/** A private key; each line of its body is a secret of its own, so that no part of one may stay. */
const block: Frame = (random) => {
  const lines = secret(random.pick(NAMES), random.int(1, 1_000_000)).split("\n");
  return lines.flatMap((line, index): Draft => {
    const end = index === 0 || index === lines.length - 1;
    const shown: Draft = end ? [{ text: line }] : credential(line)(random);
    return index === 0 ? shown : [{ text: "\n" }, ...shown];
  });
};
const oneLine = written(block, inJson);

/** Texts that hold a private key. */
export const blocks = [
  text`Could not parse the key:\n${block}`,
  text`${block}`,
  text`secretOrPrivateKey is not valid for RS256: ${block}`,
  text`{"private_key":"${oneLine}","client_email":"exporter@acme.iam.gserviceaccount.com"}`,
  text`PRIVATE_KEY="${oneLine}" cannot be decoded`,
  text`tls.key: |\n${block}\n\ntype: kubernetes.io/tls`,
  text`Invalid PEM formatted message: ${written(block, (plain) => plain.replaceAll("\n", " "))}`,
  text`error:1E08010C:DECODER routines::unsupported while reading ${oneLine}`,
  withOne(of("ageKey"), (same) => text`age: error: malformed secret key: ${same}`),
  text`${oneOf("identity", "recipient file")}: ${of("ageKey")} is not supported`,
];
