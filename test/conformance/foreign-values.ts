import fc from "fast-check";

/** Planted in every string of a thrown value; no response may show it. */
export const SECRET = "planted-secret-4711";

export const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constant(SECRET),
  fc.string().map((around) => `${around}${SECRET}`),
);

/** Any JavaScript value, with the secret in keys and strings alike. */
export const anything = fc.anything({
  values: [
    text,
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    fc.bigInt(),
    fc.date(),
  ],
  key: text,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withTypedArray: true,
  withSparseArray: true,
  maxDepth: 3,
});

const oneOf = (words: string) => fc.constantFrom(...words.split(" "));

/** A plausible value, or sometimes an absurd one. */
const mostly = <Value>(plausible: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 5, arbitrary: plausible }, { weight: 1, arbitrary: anything });

/** Names and codes by which libraries are known, and random ones. */
const names = fc.oneof(
  oneOf(
    "Error TypeError SyntaxError RangeError URIError AggregateError HTTPError TimeoutError RequestError AbortError",
  ),
  oneOf("ReplyError FastifyError MulterError ZodError ValiError ValidationError StructError UnauthorizedError"),
  oneOf("JsonWebTokenError JOSEError BadRequestException NotFoundException HTTPException MongoServerError"),
  oneOf("PrismaClientKnownRequestError ContractError"),
  text,
);
const codes = fc.oneof(
  oneOf("ECONNREFUSED ECONNRESET ETIMEDOUT ENOENT EACCES ENOTFOUND ERR_JWT_EXPIRED FST_ERR_VALIDATION"),
  oneOf("FST_ERR_CTP_BODY_TOO_LARGE FST_UNDER_PRESSURE FST_JWT_BAD_REQUEST UND_ERR_SOCKET HPE_INVALID Z_DATA_ERROR"),
  oneOf("ER_DUP_ENTRY 23505 57014 P2002 P1001 NR_CLOSED WRONGPASS LIMIT_FILE_SIZE __proto__"),
  oneOf("harness_not_found file_too_large rate_limited"),
  fc.integer({ min: -10, max: 2_000 }),
  text,
);
const statuses = fc.oneof(fc.integer({ min: 100, max: 999 }), fc.constantFrom(200, 401, 403, 404, 413, 429, 500, 503));
const headers = fc.dictionary(
  fc.oneof(
    oneOf("set-cookie x-internal-host Retry-After Allow WWW-Authenticate content-length transfer-encoding"),
    text,
  ),
  text,
);

/** The path of an issue. It is without the secret, since `param` is meant to name a field. */
const path = fc.array(
  fc.oneof(fc.constantFrom("a", 0, "metadata"), fc.integer(), fc.string(), fc.constant({ key: "b" })),
);
const issues = fc.array(
  fc.record({ message: text, path, code: text, type: text, keyword: text }, { requiredKeys: [] }),
);

/** Fields that frameworks and libraries read from a thrown value. */
export const foreignFields = fc.record(
  {
    message: mostly(text),
    name: names,
    code: codes,
    status: mostly(statuses),
    statusCode: mostly(statuses),
    expose: mostly(fc.boolean()),
    type: fc.oneof(oneOf("entity.too.large entity.parse.failed request.aborted StripeError constructor"), text),
    limit: mostly(fc.integer()),
    headers,
    httpCode: statuses,
    errno: fc.integer(),
    syscall: oneOf("connect read open getaddrinfo"),
    isJoi: fc.boolean(),
    isBoom: fc.boolean(),
    isAxiosError: fc.boolean(),
    details: fc.oneof(text, issues),
    issues,
    validation: issues,
    body: text,
    data: text,
    detail: anything,
    param: anything,
    misuse: text,
    output: fc.record({ statusCode: statuses, headers, payload: fc.dictionary(text, text) }),
    response: fc.oneof(fc.constant(undefined), fc.record({ status: statuses, headers })),
    sqlState: text,
    severity: text,
    metadata: fc.dictionary(text, text),
    cause: anything,
  },
  { requiredKeys: [] },
);

/** Only statuses and headers, as another service's client might put them on an error. */
const bare = fc.record(
  { message: text, status: statuses, statusCode: statuses, expose: fc.boolean(), headers },
  { requiredKeys: ["message"] },
);

/** The object that carries the fields: an error of some kind, or a plain object as parsed JSON gives. */
export const foreign = fc
  .tuple(
    fc.oneof(foreignFields, bare),
    fc.constantFrom<() => object>(
      () => new Error(SECRET),
      () => new TypeError(SECRET),
      () => new SyntaxError(SECRET),
      () => new URIError(SECRET),
      () => ({}),
    ),
    fc.boolean(),
  )
  .map(([given, make, isLikeHttpErrors]) => {
    const value = make();
    const alike = isLikeHttpErrors ? { statusCode: Reflect.get(given, "status"), expose: true } : {};
    for (const [key, own] of Object.entries({ ...given, ...alike })) {
      Object.defineProperty(value, key, { value: own, enumerable: true, configurable: true });
    }
    return value;
  });
