import { Readable } from "node:stream";
import joi from "joi";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { describe } from "vitest";
import { z } from "zod";
import { SECRETS } from "../support/secrets.ts";
import { BAD, FORBIDDEN, INTERNAL, issues, rows, tooLarge, UNAUTHENTICATED } from "./expect-answer.ts";
import { fastifyApp, get, JSON_TYPE, json, type More, type Mount, type Sent } from "./fastify-app.ts";
import { FASTIFIES, inside } from "./provoke.ts";

describe.each(FASTIFIES)("%s", (version, framework) => {
  const { run, handled } = fastifyApp(version, framework);
  const answering = handled(async () => ({}));
  const throwing = (make: () => unknown) =>
    handled(async () => {
      throw make();
    });
  const toId: Mount = (app) => app.get("/:id", async () => ({}));
  const createError = inside(version === "fastify4" ? "fastify4" : "fastify")("@fastify/error");
  const made = (code: string, status: number) =>
    run(
      throwing(() => createError(code, SECRETS.password, status)()),
      get(),
    );

  rows("fastify", [
    [
      "a body over the limit",
      run(answering, json(`{"a":"${SECRETS.password}"}`), { options: { bodyLimit: 9 } }),
      tooLarge(9),
    ],
    [
      "a body over the route's limit",
      run(
        handled(async () => ({}), { bodyLimit: 7 }),
        json(`{"a":"${SECRETS.password}"}`),
      ),
      tooLarge(7),
    ],
    [
      "a type without a parser",
      run(answering, { headers: { "Content-Type": `x/${SECRETS.password}` }, body: "x" }),
      BAD,
    ],
    ["an empty body", run(answering, { headers: JSON_TYPE }), BAD],
    ["JSON that does not parse", run(answering, json(`{"a": ${SECRETS.password}`)), BAD],
    ["JSON with a prototype", run(answering, json(`{"__proto__": "${SECRETS.password}"}`)), BAD],
    [
      "a length that is wrong",
      run(
        (app) => {
          app.addHook("preParsing", async () => Readable.from(["{}"]));
          answering(app);
        },
        json(`{"a":"${SECRETS.password}"}`),
      ),
      BAD,
    ],
    ["a path that cannot be decoded", run(toId, get(`/%zz${SECRETS.password}`)), BAD],
    [
      "its not found",
      run(
        throwing(() => new framework.errorCodes.FST_ERR_NOT_FOUND()),
        get(),
      ),
      { status: 404, code: "acme_not_found" },
    ],
    [
      "a payload that cannot be sent",
      run(
        handled((_request, reply) => reply.type("text/plain").send({})),
        get(),
      ),
      INTERNAL,
    ],
    [
      "a parser that is added too late",
      run(
        handled(async (request) => {
          request.server.addContentTypeParser(SECRETS.password, () => {});
        }),
        get(),
      ),
      INTERNAL,
    ],
    ["a code that is new, 4xx", made("FST_NEW", 409), { status: 409, code: "acme_conflict" }],
    ["a code that is new, 403", made("FST_NEW", 403), FORBIDDEN],
    ["a code that is new, 500", made("FST_NEW", 500), INTERNAL],
    ["a code that is new, 503", made("FST_NEW", 503), { status: 503, code: "acme_unavailable" }],
    ["the service's own 404", made("ACME_GONE", 404), { status: 404, code: "acme_not_found" }],
    ["the service's own 401", made("ACME_WHO", 401), UNAUTHENTICATED],
    ["the service's own 403", made("ACME_NO", 403), FORBIDDEN],
    ["the service's own 503", made("ACME_LATER", 503), { status: 503, code: "acme_unavailable" }],
    ["the service's own 500", made("ACME_BUG", 500), INTERNAL],
  ]);

  const NOT_VALID = "This field is not valid.";
  const NOT_KNOWN = "This field is not known.";
  const strict = { options: { ajv: { customOptions: { removeAdditional: false } } } };
  const nested = { type: "object", properties: { b: { type: "array", items: { type: "integer" } } } };
  const closed = { type: "object", additionalProperties: false };
  const checked = (schema: object, sent: Sent, more?: More) =>
    run(
      handled(async () => ({}), { schema }),
      sent,
      more,
    );
  const compiled = (compiler: () => (value: unknown) => object, part = "body") =>
    handled(async () => ({}), { schema: { [part]: { type: "object" } }, validatorCompiler: compiler });

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
      run(
        handled(async () => ({}), {
          schema: { body: nested },
          schemaErrorFormatter: () => new Error(`${SECRETS.password} ${SECRETS.path}`),
        }),
        json(`{"b":["${SECRETS.password}"]}`),
      ),
      issues(["b.0", "must be integer"]),
    ],
    [
      "typebox",
      run(
        compiled(() => (body: unknown) => {
          const errors = [...Compile(Type.Object({ a: Type.Number() })).Errors(body)];
          return errors.length > 0 ? { error: errors } : { value: body };
        }),
        json(`{"a":"${SECRETS.password}"}`),
      ),
      issues(["a", "must be number"]),
    ],
    [
      "a list that nothing is known of",
      run(
        compiled(() => () => ({ error: [{ message: SECRETS.password, path: ["a", SECRETS.path] }] })),
        json("{}"),
      ),
      issues(["a", NOT_VALID]),
    ],
    [
      "an error that nothing is known of",
      run(
        compiled(() => () => ({ error: new Error(SECRETS.password) })),
        json("{}"),
      ),
      BAD,
    ],
  ]);

  const crash = () => {
    throw new TypeError(`${SECRETS.password} is not a function`);
  };
  const asynchronous = (make: () => unknown) =>
    run(
      compiled(() => async () => (await make()) as object),
      json("{}"),
    );
  rows("fastify", [
    // Fastify 4 does not mark what a validator throws synchronously.
    ...(version === "fastify4"
      ? []
      : [
          [
            "a validator that crashes",
            run(
              compiled(() => crash),
              json("{}"),
            ),
            INTERNAL,
          ] as const,
        ]),
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
      run(
        handled(async () => ({}), {
          schema: { body: nested },
          schemaErrorFormatter: () => new TypeError(SECRETS.password),
        }),
        json(`{"b":["${SECRETS.password}"]}`),
      ),
      issues(["b.0", "must be integer"]),
    ],
  ]);

  rows("validation", [
    [
      "zod, of a validator that throws",
      run(
        compiled(() => (body: unknown) => z.object({ a: z.int() }).parse(body)),
        json(`{"a":"${SECRETS.password}"}`),
      ),
      issues(["a", "Invalid input: expected number, received string"]),
    ],
    [
      "zod",
      run(
        compiled(() => (body: unknown) => z.object({ a: z.int() }).safeParse(body)),
        json(`{"a":"${SECRETS.password}"}`),
      ),
      issues(["a", "Invalid input: expected number, received string"]),
    ],
    [
      "zod, of the headers",
      run(
        compiled(() => (headers: unknown) => z.object({ "x-a": z.string() }).safeParse(headers), "headers"),
        get(),
      ),
      issues([null, "Invalid input: expected string, received undefined"]),
    ],
  ]);

  const joiSchema = joi.object({ a: joi.number() });
  rows("joi", [
    [
      "joi",
      run(
        compiled(() => (body: unknown) => joiSchema.validate(body)),
        json(`{"a":"${SECRETS.password}"}`),
      ),
      issues(["a", NOT_VALID]),
    ],
    [
      "joi, a field that is not known",
      run(
        compiled(() => (body: unknown) => joiSchema.validate(body)),
        json('{"z":1}'),
      ),
      issues(["z", NOT_KNOWN]),
    ],
    [
      "joi, of the headers",
      run(
        compiled(() => (sent: unknown) => joiSchema.validate(sent), "headers"),
        get(),
      ),
      issues([null, NOT_KNOWN]),
    ],
  ]);

  if (version === "fastify4") return;
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
    [
      "a handler that takes too long",
      run(
        handled(() => new Promise(() => {})),
        get(),
        { options: { handlerTimeout: 20 } },
      ),
      { status: 504, code: "acme_upstream_timeout", detail: { correlation_id: "test" } },
    ],
  ]);
});
