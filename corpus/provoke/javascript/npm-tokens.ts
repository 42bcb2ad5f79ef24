import { about, cred, type Loose, load, type Provocation } from "./tools.ts";

const jwt = load("jsonwebtoken");
const jose = load("jose");
const bcrypt = load("bcryptjs");
const uuid = load("uuid");
const cookie = load("cookie");
const forge = load("node-forge");
const token = (options: object = {}, key = cred("hexKey64", 501)): Loose => jwt.sign({ sub: "7" }, key, options);

/** Messages of tokens and keys. */
export const provocations: Provocation[] = [
  ...about("jsonwebtoken", {
    malformed: () => jwt.verify("not-a-token", "x"),
    signature: [() => jwt.verify(token(), "other"), { as: ["message", "stack"] }],
    expired: () => jwt.verify(token({ expiresIn: -10 }), cred("hexKey64", 501)),
    early: () => jwt.verify(token({ notBefore: 60 }), cred("hexKey64", 501)),
    audience: () => jwt.verify(token({ audience: "shop" }), cred("hexKey64", 501), { audience: "billing" }),
    issuer: () =>
      jwt.verify(token({ issuer: "https://login.example.com" }), cred("hexKey64", 501), {
        issuer: "https://auth.prod.internal/",
      }),
    "no-key": () => jwt.sign({ sub: "7" }, ""),
    algorithm: () => token({ algorithm: "HS257" }),
    expires: () => token({ expiresIn: "soonish" }),
    asymmetric: () => token({ algorithm: "RS256" }),
    payload: () => jwt.sign("text", "x", { expiresIn: 3 }),
    missing: () => jwt.verify(undefined, "x"),
  }),
  ...about("jose", {
    malformed: () => jose.jwtVerify("a.b", new Uint8Array(32)),
    signature: [() => jose.jwtVerify(token(), new Uint8Array(32)), { as: ["message", "stack"] }],
    key: () => jose.importJWK({ kty: "oct" }),
    algorithm: () => jose.importPKCS8(cred("pem", 507), "RS999"),
    pem: () => jose.importPKCS8("nope", "RS256"),
    jwks: () => jose.createLocalJWKSet({}),
    compact: () => jose.compactDecrypt("a.b.c", new Uint8Array(32)),
    "no-matching-key": () => jose.jwtVerify(token({ keyid: "2026-04" }), jose.createLocalJWKSet({ keys: [] })),
    remote: () => jose.jwtVerify(token(), jose.createRemoteJWKSet(new URL("http://keycloak.auth.svc/certs"))),
    payload: () => new jose.SignJWT("text"),
  }),
  ...about("bcryptjs", {
    arguments: () => bcrypt.hashSync(42, 10),
    salt: () => bcrypt.hashSync("x", "$3a$10$abc"),
    rounds: () => bcrypt.genSaltSync("ten"),
    hash: () => bcrypt.getRounds(7),
    length: () => bcrypt.getSalt("x"),
  }),
  ...about("node-forge", {
    pem: () => forge.pki.privateKeyFromPem("nope"),
    asn1: () => forge.asn1.fromDer("x"),
    key: () => forge.cipher.createCipher("AES-CBC", "short"),
    certificate: () => forge.pki.certificateFromPem(cred("ecPem", 516)),
    utf8: () => forge.util.decodeUtf8("\xff"),
  }),
  ...about("cookie", {
    name: () => cookie.stringifySetCookie("a b", "1"),
    domain: () => cookie.stringifySetCookie("sid", cred("sessionCookie", 514), { domain: "exa mple" }),
    site: () => cookie.stringifySetCookie("sid", "1", { sameSite: "lenient" }),
    age: () => cookie.stringifySetCookie("sid", "1", { maxAge: "soon" }),
    value: () => cookie.stringifySetCookie("sid", `${cred("simplePassword", 515)};`, { encode: String }),
  }),
  ...about("uuid", {
    parse: () => uuid.parse("ord_1"),
    v5: () => uuid.v5("a", "not-a-uuid"),
    version: () => uuid.version("x"),
    random: () => uuid.v4({ random: [1] }),
  }),
];
