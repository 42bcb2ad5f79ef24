import * as boom from "@hapi/boom";
import { HttpException } from "@nestjs/common";
import { HTTPError } from "h3";
import { HTTPException } from "hono/http-exception";
import createError from "http-errors";
import { SECRETS } from "../../support/secrets.ts";

const { password: secret } = SECRETS;

/** An error status that a handler answers with. No code of any catalog says why. */
export interface Situation {
  /** The words of the table, after the status. */
  readonly says?: string;
  readonly status: number;
  /** The `WWW-Authenticate` header of the response. */
  readonly challenge?: string;
  /** Whether `bearer` of the contract has let the request pass. */
  readonly behindBearer?: true;
  /** Whether the request is for an address without a route, so that nothing throws. */
  readonly isUnrouted?: true;
  /** Header fields of the request. */
  readonly sent?: Readonly<Record<string, string>>;
}

const TOKEN = { authorization: "Bearer good" };

const STATUSES = [
  405, 406, 408, 409, 410, 412, 413, 414, 415, 416, 417, 418, 422, 423, 424, 426, 428, 429, 431, 451, 500, 501, 502,
  503, 504, 507, 599,
];

export const SITUATIONS: readonly Situation[] = [
  { status: 400 },
  { status: 401, says: "to a password, a cookie, an API key" },
  { status: 401, says: "the same, and the request has a bearer token", sent: TOKEN },
  { status: 401, says: "with a challenge of its own", challenge: "Basic" },
  { status: 401, says: "with a `Bearer` challenge", challenge: "Bearer" },
  {
    status: 401,
    says: "with a `Bearer` challenge, and the request has a bearer token",
    challenge: "Bearer",
    sent: TOKEN,
  },
  { status: 401, says: "after the contract's `bearer`", behindBearer: true, sent: TOKEN },
  { status: 402 },
  { status: 403 },
  { status: 403, says: "and the request has a bearer token", sent: TOKEN },
  { status: 404, says: "by a handler" },
  { status: 404, says: "and no route took the request", isUnrouted: true },
  ...STATUSES.map((status) => ({ status })),
];

/** The bodies of responses that are written. */
export const BODIES: readonly (string | object | undefined)[] = [
  undefined,
  `<p>${secret}</p>`,
  { message: secret },
  { error: { code: "WRONG", message: secret } },
];

/** Errors that name a status, as services throw them. Any of them may be thrown on any server. */
export function errorsOf({ status, challenge }: Situation): readonly unknown[] {
  const headers = challenge === undefined ? {} : { "WWW-Authenticate": challenge };
  const ofBoom = new boom.Boom(secret, { statusCode: status });
  Object.assign(ofBoom.output.headers, headers);
  const known = [
    createError(status, secret, { headers }),
    new HTTPException(status as 400, { res: new Response(secret, { status, headers }) }),
    new HTTPError({ status, message: secret, headers }),
    ofBoom,
  ];
  // Nest's exceptions have no headers, and http-errors has no class for some statuses.
  return challenge === undefined ? [...known, new HttpException(secret, status)] : known;
}
