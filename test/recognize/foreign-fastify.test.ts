import { Readable } from "node:stream";
import { createContract, type ErrorReport, serializeReport } from "@uhp-errors/core";
import type { RouteHandlerMethod } from "fastify";
import joi from "joi";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { acme } from "../support/catalog.ts";
import { SECRETS } from "../support/secrets.ts";
import {
  BAD,
  CONFLICT,
  FORBIDDEN,
  INTERNAL,
  issues,
  NOT_FOUND,
  rows,
  TIMEOUT,
  tooLarge,
  UNAUTHENTICATED,
  UNAVAILABLE,
} from "./expect-answer.ts";
import { fastifyApp, get, JSON_TYPE, json, type More, type Mount, type Sent } from "./fastify-app.ts";
import { FASTIFIES, inside } from "./provoke.ts";

describe.each(FASTIFIES)("%s", (version, framework) => {
  const { run, handled } = fastifyApp(version, framework);
  const nothing = async () => ({});
  const answering = handled(nothing);
  const throwing = (make: () => unknown) =>
    handled(async () => {
      throw make();
    });
  const thrown = (make: () => unknown) => run(throwing(make), get());
  const refused = json(`{"a":"${SECRETS.password}"}`);
  const shortened: Mount = (app) => {
    app.addHook("preParsing", async () => Readable.from(["{}"]));
    answering(app);
  };
  const unsendable: RouteHandlerMethod = (_request, reply) => reply.type("text/plain").send({});
  const adding: RouteHandlerMethod = async ({ server }) => {
    server.addContentTypeParser(SECRETS.password, () => {});
  };
  const toId: Mount = (app) => app.get("/:id", async () => ({}));
  const createError = inside(version === "fastify4" ? "fastify4" : "fastify")("@fastify/error");
  const made = (code: string, status: number) => thrown(() => createError(code, SECRETS.password, status)());

  rows("fastify", [
    ["a body over the limit", run(answering, refused, { options: { bodyLimit: 9 } }), tooLarge(9)],
    ["a body over the route's limit", run(handled(nothing, { bodyLimit: 7 }), refused), tooLarge(7)],
    [
      "a type without a parser",
      run(answering, { headers: { "Content-Type": `x/${SECRETS.password}` }, body: "x" }),
      BAD,
    ],
    ["an empty body", run(answering, { headers: JSON_TYPE }), BAD],
    ["JSON that does not parse", run(answering, json(`{"a": ${SECRETS.password}`)), BAD],
    ["JSON with a prototype", run(answering, json(`{"__proto__": "${SECRETS.password}"}`)), BAD],
    ["a length that is wrong", run(shortened, refused), BAD],
    ["a path that cannot be decoded", run(toId, get(`/%zz${SECRETS.password}`)), BAD],
    ["its not found", thrown(() => new framework.errorCodes.FST_ERR_NOT_FOUND()), NOT_FOUND],
    ["a payload that cannot be sent", run(handled(unsendable), get()), INTERNAL],
    ["a parser that is added too late", run(handled(adding), get()), INTERNAL],
    ["a code that is new, 4xx", made("FST_NEW", 409), CONFLICT],
    ["a code that is new, 403", made("FST_NEW", 403), FORBIDDEN],
    ["a code that is new, 500", made("FST_NEW", 500), INTERNAL],
    ["a code that is new, 503", made("FST_NEW", 503), UNAVAILABLE],
    ["the service's own 404", made("ACME_GONE", 404), NOT_FOUND],
    ["the service's own 401", made("ACME_WHO", 401), UNAUTHENTICATED],
    ["the service's own 403", made("ACME_NO", 403), FORBIDDEN],
    ["the service's own 503", made("ACME_LATER", 503), UNAVAILABLE],
    ["the service's own 500", made("ACME_BUG", 500), INTERNAL],
  ]);

  const NOT_VALID = "This field is not valid.";
  const NOT_KNOWN = "This field is not known.";
  const strict = { options: { ajv: { customOptions: { removeAdditional: false } } } };
  const nested = { type: "object", properties: { b: { type: "array", items: { type: "integer" } } } };
  const closed = { type: "object", additionalProperties: false };
  const checked = (schema: object, sent: Sent, more?: More) => run(handled(nothing, { schema }), sent, more);
  /** A route whose body, or other part, a function checks. */
  const validated = (validate: (value: unknown) => object, sent: Sent = refused, part = "body") =>
    run(handled(nothing, { schema: { [part]: { type: "object" } }, validatorCompiler: () => validate }), sent);
  const formatted = (schemaErrorFormatter: () => Error) =>
    run(handled(nothing, { schema: { body: nested }, schemaErrorFormatter }), json(`{"b":["${SECRETS.password}"]}`));
  const typebox = (body: unknown) => {
    const errors = [...Compile(Type.Object({ a: Type.Number() })).Errors(body)];
    return errors.length > 0 ? { error: errors } : { value: body };
  };

  rows("fastify", [
    [
      "a body that is not valid",
      checked({ body: { type: "object", properties: { a: nested } } }, json(`{"a":{"b":[1,"${SECRETS.password}"]}}`)),
      issues(["a.b.1", "must be integer"]),
    ],
    [
      "a query without a field",
      checked({ querystring: { type: "object", required: ["q"] } }, get("/")),
      issues(["q", "must have required property 'q'"]),
    ],
    ["a field that is not known", checked({ body: closed }, json('{"z": 1}'), strict), issues(["z", NOT_KNOWN])],
    [
      "a field that is not known and no plain name",
      checked({ body: closed }, json(`{"${SECRETS.password} ${SECRETS.path}": 1}`), strict),
      issues([null, NOT_KNOWN]),
    ],
    [
      "a header",
      checked({ headers: { type: "object", required: ["x-a"] } }, get()),
      issues([null, "must have required property 'x-a'"]),
    ],
    [
      "a text of the service's formatter",
      formatted(() => new Error(`${SECRETS.password} ${SECRETS.path}`)),
      issues(["b.0", "must be integer"]),
    ],
    ["typebox", validated(typebox), issues(["a", "must be number"])],
    [
      "a list that nothing is known of",
      validated(() => ({ error: [{ message: SECRETS.password, path: ["a", SECRETS.path] }] })),
      issues(["a", NOT_VALID]),
    ],
    [
      "a list with pointers",
      validated(() => ({ error: [{ message: SECRETS.password, path: "/a/0" }] })),
      issues(["a.0", NOT_VALID]),
    ],
    ["an error that nothing is known of", validated(() => ({ error: new Error(SECRETS.password) })), BAD],
  ]);

  const quoted = `"a" with value "${SECRETS.password}" is not valid`;
  test.each<[what: string, list: readonly object[], shown: string]>([
    ["joi's details", joi.object({ a: joi.number() }).validate({ a: SECRETS.password }).error?.details ?? [], ": a"],
    [
      "a list of paths",
      [
        { message: quoted, path: ["a", 0] },
        { message: quoted, path: "b.c" },
      ],
      ": a.0, b.c",
    ],
    ["a list of pointers", [{ message: quoted, instancePath: "/a" }], ": /a"],
    ["a list without paths", [{ message: quoted }], ""],
  ])("logs the paths alone of %s", async (_what, list, shown) => {
    const reports: ErrorReport[] = [];
    const contract = createContract(acme, { onError: (report) => reports.push(report) });
    const { thrown: failure, context } = await validated(() => ({ error: list }))();
    contract.respond(failure, context);
    const logged = serializeReport(reports[0] as ErrorReport).thrown;
    expect(logged?.message).toBe(
      shown === "" ? "a value does not fit its schema" : `values do not fit their schema${shown}`,
    );
    expect(JSON.stringify(logged)).not.toContain(SECRETS.password);
  });

  test("logs ajv's own messages, which quote the schema alone", async () => {
    const reports: ErrorReport[] = [];
    const contract = createContract(acme, { onError: (report) => reports.push(report) });
    const { thrown: failure, context } = await checked({ body: nested }, json(`{"b":["${SECRETS.password}"]}`))();
    contract.respond(failure, context);
    expect(serializeReport(reports[0] as ErrorReport).thrown?.message).toBe("body/b/0 must be integer");
  });

  const crash = () => {
    throw new TypeError(`${SECRETS.password} is not a function`);
  };
  const asynchronous = (make: () => unknown) => validated(async () => (await make()) as object);
  rows("fastify", [
    // Fastify 4 does not mark what a validator throws synchronously.
    ...(version === "fastify4" ? [] : [["a validator that crashes", validated(crash), INTERNAL] as const]),
    ["a validator that crashes later", asynchronous(crash), INTERNAL],
    [
      "a validator that rejects with an error that nothing is known of",
      asynchronous(() => Promise.reject(new Error(SECRETS.password))),
      BAD,
    ],
    [
      "a validator that rejects with a class of its own",
      asynchronous(() => Promise.reject(new (class Refused extends TypeError {})(SECRETS.password))),
      BAD,
    ],
    [
      "a formatter that returns an error of the language's",
      formatted(() => new TypeError(SECRETS.password)),
      issues(["b.0", "must be integer"]),
    ],
  ]);

  const expected = "Invalid input: expected";
  const zod = z.object({ a: z.int() });
  const headers = z.object({ "x-a": z.string() });
  rows("validation", [
    [
      "zod, of a validator that throws",
      validated((body) => zod.parse(body)),
      issues(["a", `${expected} number, received string`]),
    ],
    ["zod", validated((body) => zod.safeParse(body)), issues(["a", `${expected} number, received string`])],
    [
      "zod, of the headers",
      validated((sent) => headers.safeParse(sent), get(), "headers"),
      issues([null, `${expected} string, received undefined`]),
    ],
  ]);

  const joiSchema = joi.object({ a: joi.number() });
  const byJoi = (value: unknown) => joiSchema.validate(value);
  rows("joi", [
    ["joi", validated(byJoi), issues(["a", NOT_VALID])],
    ["joi, a field that is not known", validated(byJoi, json('{"z":1}')), issues(["z", NOT_KNOWN])],
    ["joi, of the headers", validated(byJoi, get(), "headers"), issues([null, NOT_KNOWN])],
  ]);

  if (version === "fastify4") return;
  const pending = () => new Promise(() => {});
  rows("fastify", [
    [
      "a query in the body, without a type",
      run((app) => app.route({ method: "QUERY", url: "/", handler: async () => ({}) }), { method: "QUERY" }),
      BAD,
    ],
    [
      "a parameter that is too long",
      run(toId, get(`/${SECRETS.password.repeat(20)}`)),
      { status: 414, code: "acme_uri_too_long" },
    ],
    ["a handler that takes too long", run(handled(pending), get(), { options: { handlerTimeout: 20 } }), TIMEOUT],
  ]);
});
