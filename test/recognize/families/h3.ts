import {
  assertMethod,
  bodyLimit,
  getValidatedQuery,
  H3,
  type H3Event,
  HTTPError,
  type Middleware,
  readBody,
  readValidatedBody,
  requireBasicAuth,
  requireContentType,
} from "h3";
import { serve } from "srvx";
import * as v from "valibot";
import { z } from "zod";
import { SECRETS } from "../../support/secrets.ts";
import {
  BAD,
  CONFLICT,
  type Family,
  FORBIDDEN,
  INTERNAL,
  issues,
  LIMITED,
  NOT_FOUND,
  type Row,
  tooLarge,
  UNAUTHENTICATED,
  UNAVAILABLE,
} from "../expect-answer.ts";
import type { Provoked } from "../provoke.ts";
import { raised, requestWith } from "./caught.ts";

const secret = SECRETS.password;
const JSON_TYPE = { "content-type": "application/json" };

/** What an h3 app passes to its hook for errors. */
function fromH3(
  handler: (event: H3Event) => unknown,
  request: RequestInit = {},
  path = "/",
  middleware: readonly Middleware[] = [],
): () => Promise<Provoked> {
  return async () => {
    let thrown: unknown;
    const onError = (error: unknown) => {
      thrown = error;
    };
    const app = new H3({ silent: true, onError });
    for (const one of middleware) app.use(one);
    app.post("/", handler);
    await app.request(path, { method: "POST", ...request });
    if (thrown === undefined) throw new Error("nothing was thrown");
    return { thrown, context: requestWith(Object.fromEntries(new Headers(request.headers))) };
  };
}

const Note = z.object({ title: z.string(), tags: z.array(z.object({ rank: z.number() })) });
const bad = { body: JSON.stringify({ title: secret, tags: [{ rank: secret }] }), headers: JSON_TYPE };
const rank = "tags.0.rank";
const limited = fromH3((event) => readBody(event), { body: secret }, "/", [bodyLimit(3)]);

const ROWS: readonly Row[] = [
  ["400, a body that is no JSON", fromH3((event) => readBody(event), { body: secret }), BAD],
  [
    "400, a body that a Standard Schema refuses",
    fromH3((event) => readValidatedBody(event, Note), bad),
    issues([rank, "This field is not valid."]),
  ],
  [
    "400, a body that another validator refuses",
    fromH3((event) => readValidatedBody(event, v.object({ title: v.literal("x") })), bad),
    issues(["title", "This field is not valid."]),
  ],
  [
    "400, a body that zod's own function refuses",
    fromH3((event) => readValidatedBody(event, (body) => Note.parse(body)), bad),
    issues([rank, "Invalid input: expected number, received string"]),
  ],
  ["400, a body that a function refuses", fromH3((event) => readValidatedBody(event, () => false), bad), BAD],
  [
    "400, a query that a Standard Schema refuses",
    fromH3((event) => getValidatedQuery(event, z.object({ page: z.coerce.number() })), {}, `/?page=${secret}`),
    issues(["page", "This field is not valid."]),
  ],
  ["400, an address that cannot be decoded", fromH3(() => "", {}, "/%ff"), BAD],
  ["400, a type of body that is missing", fromH3((event) => requireContentType(event, "text/plain")), BAD],
  [
    "401 of requireBasicAuth",
    fromH3((event) => requireBasicAuth(event, { username: "a", password: secret })),
    { ...UNAUTHENTICATED, headers: { "WWW-Authenticate": 'Basic realm="auth", charset="UTF-8"' } },
  ],
  ["403", raised(new HTTPError({ status: 403, message: secret })), FORBIDDEN],
  ["404, no route", fromH3(() => "", {}, `/${secret}`), NOT_FOUND],
  ["404", raised(HTTPError.status(404, secret)), NOT_FOUND],
  [
    "405 of assertMethod",
    fromH3((event) => assertMethod(event, ["PUT", "GET"])),
    { status: 405, code: "acme_method_not_allowed", headers: { Allow: "GET, PUT" } },
  ],
  ["409", raised(new HTTPError(secret, { status: 409, data: { secret } })), CONFLICT],
  ["413 of bodyLimit", limited, tooLarge(3)],
  ["413 of the server", fromServer({ maxRequestBodySize: 3 }), tooLarge(3)],
  ["415", fromH3((event) => requireContentType(event, "text/plain"), { headers: JSON_TYPE, body: "{}" }), BAD],
  [
    "429 and a wait",
    raised(new HTTPError({ status: 429, headers: { "Retry-After": "9" } })),
    { ...LIMITED, headers: { "Retry-After": "9" } },
  ],
  ["500", raised(new HTTPError(secret)), INTERNAL],
  ["503", raised(new HTTPError({ status: 503, message: secret })), UNAVAILABLE],
];

/** What a handler gets from srvx, the server beneath h3, when a body is over the server's own limit. */
function fromServer(limits: { readonly maxRequestBodySize: number }): () => Promise<Provoked> {
  return async () => {
    let thrown: unknown;
    const server = serve({
      ...limits,
      port: 0,
      hostname: "127.0.0.1",
      silent: true,
      fetch: async (request) => {
        thrown = await request.text().catch((reason: unknown) => reason);
        return new Response();
      },
    });
    await server.ready();
    await fetch(server.url ?? "", { method: "POST", body: secret });
    await server.close(true);
    return { thrown, context: requestWith() };
  };
}

/** Errors of h3 2 and of the server beneath it. */
export const H3_FAMILY: Family = { library: "h3", rows: ROWS };

const fields = { name: "HTTPError", status: 404, statusCode: 404, toJSON: () => ({}) };
const upstream = new HTTPError({ status: 404, message: secret });

/** Values that look like errors of h3 and are not, and errors that the service did not intend. */
export const NOT_H3: readonly (readonly [what: string, thrown: unknown])[] = [
  ["an error of h3's out of JSON", JSON.parse(JSON.stringify(new HTTPError({ status: 404, message: secret })))],
  ["the fields of h3's error", { ...fields, message: secret }],
  ["an error of h3's with another service's answer", Object.assign(upstream, { response: { body: secret } })],
  ["an error of h3's that is no failure", new HTTPError({ status: 304 })],
  ["an error of h3's that nobody planned for", new HTTPError({ status: 404, unhandled: true, message: secret })],
];
