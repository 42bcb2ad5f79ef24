import { createHmac, generateKeyPairSync } from "node:crypto";
import { expressjwt, UnauthorizedError } from "express-jwt";
import { auth, InvalidTokenError, requiredScopes } from "express-oauth2-jwt-bearer";
import createError from "http-errors";
import * as jose from "jose";
import jwt from "jsonwebtoken";
import koaJwt from "koa-jwt";
import { SECRETS } from "../../support/secrets.ts";
import {
  type Expected,
  type Family,
  FORBIDDEN,
  INTERNAL,
  INVALID,
  MISSING,
  type Row,
  TIMEOUT,
  UPSTREAM,
} from "../expect-answer.ts";
import { fromExpress, fromKoa, KOAS } from "../provoke.ts";
import { caught, raised } from "./caught.ts";

const SECRET = new TextEncoder().encode(SECRETS.password.padEnd(32, "!"));
const KEY = Buffer.from(SECRET);
const BEARER = { authorization: `Bearer ${SECRETS.password}` };
const claims = { sub: SECRETS.password };
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const otherRsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const publicPem = rsa.publicKey.export({ type: "spki", format: "pem" });

const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
const token = (header: object, payload: object = claims) => [encoded(header), encoded(payload), encoded("x")].join(".");
const sealed = (header: object) =>
  [encoded(header), "", ...["0123456789ab", "c", "0123456789abcdef"].map(raw)].join(".");
const raw = (text: string) => Buffer.from(text).toString("base64url");

const guarded =
  (authorization: string | undefined, options: Partial<Parameters<typeof expressjwt>[0]> = {}) =>
  () =>
    fromExpress((app) => app.use(expressjwt({ secret: KEY, algorithms: ["HS256"], ...options })), {
      headers: authorization === undefined ? {} : { Authorization: authorization },
    });

const EXPRESS_JWT: readonly Row[] = [
  ["no credential", guarded(undefined), MISSING],
  ["another scheme", guarded(`Basic ${SECRETS.password}`), MISSING],
  ["a scheme without a token", guarded("Bearer"), MISSING],
  ["a token in pieces", guarded(`Bearer ${SECRETS.password} ${SECRETS.password}`), INVALID],
  ["what is no token", guarded(`Bearer ${SECRETS.password}`), INVALID],
  ["an expired token", guarded(`Bearer ${jwt.sign(claims, KEY, { expiresIn: -9 })}`), INVALID],
  ["a token that does not parse", guarded(`Bearer ${encoded({ alg: "HS256", typ: "JWT" })}.${raw("{")}.x`), INVALID],
  ["a revoked token", guarded(`Bearer ${jwt.sign(claims, KEY)}`, { isRevoked: () => true }), INVALID],
  [
    "a service without a key",
    guarded(`Bearer ${jwt.sign(claims, KEY)}`, { secret: () => undefined as never }),
    INTERNAL,
  ],
];

const verified = (value: unknown, options: object = {}, key: unknown = KEY, headers = {}) =>
  caught(() => jwt.verify(value as string, key as Buffer, options as jwt.VerifyOptions), headers);
const looked = (found: (callback: (failure: Error | null, key?: Buffer) => void) => void) =>
  caught(
    () =>
      new Promise((resolve, reject) => {
        jwt.verify(
          jwt.sign(claims, KEY),
          (_header, callback) => found(callback as never),
          (failure, value) => (failure ? reject(failure) : resolve(value)),
        );
      }),
  );
const signed = jwt.sign(claims, KEY);
/** A token that jsonwebtoken itself would not sign. */
const hashed = (payload: object) => {
  const text = `${encoded({ alg: "HS256" })}.${encoded(payload)}`;
  return `${text}.${createHmac("sha256", KEY).update(text).digest("base64url")}`;
};
const unsigned = jwt.sign(claims, "", { algorithm: "none" });
const signedByRsa = jwt.sign(claims, rsa.privateKey, { algorithm: "RS256" });

const CHALLENGED = { headers: { "WWW-Authenticate": "Bearer" } };
const asks = (expected: Expected): Expected => ({ ...expected, ...CHALLENGED });

const KOA_JWT: readonly Row[] = KOAS.flatMap(([name, Framework]): readonly Row[] => {
  const row = (what: string, authorization: string | undefined, expected: Expected, options: object = {}): Row => [
    `${what} on ${name}`,
    () =>
      fromKoa(Framework, (use) => use(koaJwt({ secret: KEY as never, ...options }) as never), {
        headers: authorization === undefined ? {} : { Authorization: authorization },
      }),
    expected,
  ];
  const expired = `Bearer ${jwt.sign(claims, KEY, { expiresIn: -9 })}`;
  return [
    row("no credential", undefined, asks(MISSING)),
    row("no credential, with its own texts", undefined, asks(MISSING), { debug: true }),
    row("another scheme", `Basic ${SECRETS.password}`, asks(MISSING)),
    row("a scheme without a token", "Bearer", asks(MISSING)),
    row("a token in pieces", `Bearer ${SECRETS.password} ${SECRETS.password}`, asks(INVALID)),
    row("what is no token", `Bearer ${SECRETS.password}`, asks(INVALID)),
    row("an expired token", expired, asks(INVALID)),
    row("an expired token, with its own texts", expired, asks(INVALID), { debug: true }),
    row("a token of another key", `Bearer ${jwt.sign(claims, "x".repeat(32))}`, asks(INVALID)),
    row("a revoked token", `Bearer ${jwt.sign(claims, KEY)}`, asks(INVALID), { isRevoked: async () => true }),
    row("a service without a key", `Bearer ${jwt.sign(claims, KEY)}`, INTERNAL, { secret: async () => undefined }),
    row("a service with a key that is none", `Bearer ${signedByRsa}`, INTERNAL, { algorithms: ["RS256"] }),
  ];
});

const DPOP = { headers: { "WWW-Authenticate": "Bearer, DPoP" } };

const protectedBy = (
  authorization: string | undefined,
  scope = "read",
  more: Readonly<Record<string, string>> = {},
) => {
  const options = { issuer: "https://id.example/", audience: "a", secret: "s".repeat(32), tokenSigningAlg: "HS256" };
  return () =>
    fromExpress((app) => app.use(auth(options), requiredScopes(scope)), {
      headers: { ...(authorization === undefined ? {} : { Authorization: authorization }), ...more },
    });
};
const trusted = jwt.sign({ iss: "https://id.example/", aud: "a", scope: "read" }, "s".repeat(32), { expiresIn: 900 });

/** A token that only the owner of a key may use. */
const bound = jwt.sign(
  { iss: "https://id.example/", aud: "a", scope: "read", cnf: { jkt: "x".repeat(43) } },
  "s".repeat(32),
  { expiresIn: 900 },
);

const OAUTH2_BEARER: readonly Row[] = [
  ["no credential", protectedBy(undefined), { ...MISSING, ...DPOP }],
  ["another scheme", protectedBy(`Basic ${SECRETS.password}`), { ...MISSING, ...DPOP }],
  ["a token in pieces", protectedBy(`Bearer ${SECRETS.password} ${SECRETS.password}`), { ...INVALID, ...DPOP }],
  ["what is no token", protectedBy(`Bearer ${SECRETS.password}`), { ...INVALID, ...DPOP }],
  ["a token of another key", protectedBy(`Bearer ${jwt.sign(claims, KEY)}`), { ...INVALID, ...DPOP }],
  [
    "a proof of possession that is none",
    protectedBy(`DPoP ${bound}`, "read", { DPoP: SECRETS.password }),
    { ...INVALID, ...DPOP },
  ],
  ["a token without the scope", protectedBy(`Bearer ${trusted}`, SECRETS.password), FORBIDDEN],
];

const JSONWEBTOKEN: readonly Row[] = [
  ["an expired token", verified(jwt.sign(claims, KEY, { expiresIn: -9 })), INVALID],
  ["a token older than the service allows", verified(jwt.sign({ ...claims, iat: 1 }, KEY), { maxAge: 1 }), INVALID],
  ["a token that is not valid yet", verified(jwt.sign(claims, KEY, { notBefore: 99 })), INVALID],
  ["no token", verified(undefined), MISSING],
  ["no token that it sees, but a bearer token", verified(undefined, {}, KEY, BEARER), INVALID],
  ["what is no text", verified({ [SECRETS.password]: 1 }), INVALID],
  ["a malformed token", verified(SECRETS.password), INVALID],
  ["a token without a header", verified(`x.${SECRETS.password}.x`), INVALID],
  ["a signature of another key", verified(signed, {}, Buffer.from("x".repeat(32))), INVALID],
  ["a token without a signature", verified(unsigned), INVALID],
  ["an algorithm that is not allowed", verified(signed, { algorithms: ["HS512"] }), INVALID],
  ["another audience", verified(signed, { audience: SECRETS.host }), INVALID],
  ["another issuer", verified(signed, { issuer: SECRETS.host }), INVALID],
  ["another subject", verified(signed, { subject: SECRETS.host }), INVALID],
  ["another id", verified(signed, { jwtid: SECRETS.host }), INVALID],
  ["another nonce", verified(signed, { nonce: SECRETS.host }), INVALID],
  ["a time that is no number", verified(hashed({ nbf: SECRETS.password })), INVALID],
  ["a wrong time of the service", verified(signed, { clockTimestamp: SECRETS.password }), INTERNAL],
  ["a wrong nonce of the service", verified(signed, { nonce: "" }), INTERNAL],
  ["a wrong option of the service", verified(signed, { allowInvalidAsymmetricKeyTypes: SECRETS.password }), INTERNAL],
  ["a wrong age of the service", verified(signed, { maxAge: SECRETS.password }), INTERNAL],
  ["a service that does not wait for its key", verified(signed, {}, () => undefined), INTERNAL],
  ["a service without a key", verified(signed, {}, ""), INTERNAL],
  ["a service with neither key nor algorithm", verified(unsigned, {}, ""), INTERNAL],
  ["a key that is none", verified(signed, {}, { key: SECRETS.password }), INTERNAL],
  ["a public key for a secret", verified(signed, { algorithms: ["HS256"] }, publicPem), INTERNAL],
  ["a secret for a public key", verified(signedByRsa, { algorithms: ["RS256"] }), INTERNAL],
  ["a key that cannot be fetched", looked((callback) => callback(new Error(SECRETS.host))), INTERNAL],
];

const keySet = async (...keys: jose.CryptoKey[] | (typeof rsa.publicKey)[]) => ({
  keys: await Promise.all(keys.map(async (key, index) => ({ ...(await jose.exportJWK(key)), kid: `k${index}` }))),
});
const verify = (value: string, options?: jose.JWTVerifyOptions) => caught(() => jose.jwtVerify(value, SECRET, options));
const decrypt = (value: string) => caught(() => jose.jwtDecrypt(value, SECRET));
const verifyBySet = (header: object) =>
  caught(async () => {
    const set = await keySet(rsa.publicKey, otherRsa.publicKey);
    await jose.jwtVerify(token(header), jose.createLocalJWKSet(set));
  });
const verifyByRemote = (fetch: jose.FetchImplementation, options: jose.RemoteJWKSetOptions = {}) =>
  caught(() => {
    const set = jose.createRemoteJWKSet(new URL(`https://${SECRETS.host}/`), { ...options, [jose.customFetch]: fetch });
    return jose.jwtVerify(token({ alg: "RS256" }), set);
  });
const signedBy = (payload: jose.JWTPayload) =>
  new jose.SignJWT(payload).setProtectedHeader({ alg: "HS256" }).sign(SECRET);
const refusedClaims = (payload: jose.JWTPayload, options?: jose.JWTVerifyOptions) =>
  caught(async () => jose.jwtVerify(await signedBy(payload), SECRET, options));

const JOSE: readonly Row[] = [
  ["an expired token", refusedClaims({ ...claims, exp: 1 }), INVALID],
  ["another audience", refusedClaims({ ...claims, aud: SECRETS.password }, { audience: SECRETS.host }), INVALID],
  [
    "claims that are no object",
    caught(async () => {
      const text = new TextEncoder().encode(`"${SECRETS.password}"`);
      await jose.jwtVerify(await new jose.CompactSign(text).setProtectedHeader({ alg: "HS256" }).sign(SECRET), SECRET);
    }),
    INVALID,
  ],
  ["a malformed token", verify(SECRETS.password), INVALID],
  ["a signature of another key", verify(token({ alg: "HS256" })), INVALID],
  ["an algorithm that is not allowed", verify(token({ alg: "HS256" }), { algorithms: ["HS512"] }), INVALID],
  ["an algorithm that it does not know", verify(token({ alg: SECRETS.password })), INVALID],
  ["an extension that it does not know", verify(token({ alg: "HS256", crit: ["x"], x: SECRETS.password })), INVALID],
  ["a malformed encrypted token", decrypt(SECRETS.password), INVALID],
  ["an encrypted token for another key", decrypt(sealed({ alg: "dir", enc: "A256GCM" })), INVALID],
  ["a key management that it does not know", decrypt(sealed({ alg: SECRETS.password, enc: "A256GCM" })), INVALID],
  ["an encryption that it does not know", decrypt(sealed({ alg: "dir", enc: SECRETS.password })), INVALID],
  [
    "a compression that it does not know",
    decrypt(sealed({ alg: "dir", enc: "A256GCM", zip: SECRETS.password })),
    INVALID,
  ],
  ["an algorithm that no key set is for", verifyBySet({ alg: "HS256" }), INVALID],
  ["a key that is not in the set", verifyBySet({ alg: "RS256", kid: SECRETS.password }), INVALID],
  ["several keys that would fit", verifyBySet({ alg: "RS256" }), INTERNAL],
  ["a malformed key set", caught(() => jose.createLocalJWKSet({ keys: SECRETS.password } as never)), INTERNAL],
  ["a malformed key", caught(() => jose.calculateJwkThumbprint({ kty: "RSA", n: SECRETS.password })), INTERNAL],
  ["a key that it does not know", caught(() => jose.importJWK({ kty: SECRETS.password, alg: "RS256" })), INTERNAL],
  ["an error of no kind", raised(new jose.errors.JOSEError(SECRETS.password)), INTERNAL],
  [
    "a key server that is too slow",
    verifyByRemote(
      (_url, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      {
        timeoutDuration: 1,
      },
    ),
    TIMEOUT,
  ],
  ["a key server that fails", verifyByRemote(async () => new Response(SECRETS.password, { status: 401 })), UPSTREAM],
  [
    "a key server that answers with something else",
    verifyByRemote(async () => new Response(SECRETS.password)),
    UPSTREAM,
  ],
];

/** Libraries that check a token. */
export const AUTH: readonly Family[] = [
  { library: "express-jwt", rows: EXPRESS_JWT },
  { library: "koa-jwt", rows: KOA_JWT },
  { library: "express-oauth2-jwt-bearer", rows: OAUTH2_BEARER },
  { library: "jsonwebtoken", rows: JSONWEBTOKEN },
  { library: "jose", rows: JOSE },
];

const copied = (fields: object) => Object.assign(new Error(SECRETS.password), fields);

/** Values that look like their errors and are not. */
export const NOT_AUTH: readonly (readonly [what: string, thrown: unknown])[] = [
  ["express-jwt's fields out of JSON", { name: "UnauthorizedError", status: 401, code: "invalid_token" }],
  ["express-jwt's name with another code", copied({ name: "UnauthorizedError", status: 401, code: SECRETS.password })],
  ["express-jwt's name with another status", copied({ name: "UnauthorizedError", status: 403, code: "invalid_token" })],
  [
    "express-jwt's error with another service's answer",
    Object.assign(new UnauthorizedError("invalid_token", { message: SECRETS.password }), { response: {} }),
  ],
  ["koa-jwt's fields out of JSON", { expose: true, status: 401, statusCode: 401, message: "Authentication Error" }],
  [
    "koa-jwt's error with another service's answer",
    Object.assign(createError(401, "Authentication Error"), { response: {} }),
  ],
  [
    "express-oauth2-jwt-bearer's fields out of JSON",
    { ...new InvalidTokenError(SECRETS.password), message: SECRETS.password },
  ],
  [
    "express-oauth2-jwt-bearer's error with another service's answer",
    Object.assign(new InvalidTokenError(SECRETS.password), { response: {} }),
  ],
  [
    "express-oauth2-jwt-bearer's error without its challenge",
    Object.assign(new InvalidTokenError(SECRETS.password), { headers: {} }),
  ],
  ["express-oauth2-jwt-bearer's name on another class", copied({ ...new InvalidTokenError(SECRETS.password) })],
  ["jsonwebtoken's fields out of JSON", { name: "JsonWebTokenError", message: SECRETS.password }],
  ["jsonwebtoken's name without its date", copied({ name: "TokenExpiredError" })],
  [
    "jsonwebtoken's error with another service's answer",
    Object.assign(new jwt.JsonWebTokenError(SECRETS.password), { response: {} }),
  ],
  ["jose's code out of JSON", { name: "JWTExpired", code: "ERR_JWT_EXPIRED" }],
  ["jose's code with another service's answer", copied({ code: "ERR_JWT_EXPIRED", response: {} })],
  ["a code that jose does not have", copied({ code: "ERR_JWT_X" })],
];
