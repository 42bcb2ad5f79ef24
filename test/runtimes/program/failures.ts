import { stream } from "@uhp-errors/web";
import { acme } from "../../support/catalog.ts";
import { LEAKY_TEXT } from "../../support/secrets.ts";
import { type Exchange, inPieces } from "./exchange.ts";

const json = { "Content-Type": "application/json" };
const posted = (body: string, headers: Record<string, string> = json) => ({ method: "POST", headers, body });
const read = async (request: Request) => Response.json(await request.json());
const readForm = async (request: Request) => Response.json([...(await request.formData()).keys()]);

const internal = "acme_internal_error";

/** Failures that only handlers of the fetch standard have, or whose messages differ between runtimes. */
export const FAILURES: readonly Exchange[] = [
  { name: "Response.error()", code: internal, answer: () => Response.error() },
  { name: "no response", code: internal, answer: () => undefined as unknown as Response },
  {
    name: "a body that was read",
    code: internal,
    async answer() {
      const response = Response.json({ a: 1 });
      await response.text();
      return response;
    },
  },
  {
    name: "a thrown response",
    code: "acme_not_found",
    answer() {
      throw new Response(LEAKY_TEXT, { status: 404 });
    },
  },
  {
    name: "another service's error",
    code: "acme_conflict",
    answer: (request) => fetch(new URL("/upstream/409", request.url)),
  },
  {
    name: "an error as a stream",
    code: "acme_gone",
    answer: () => new Response(inPieces([LEAKY_TEXT]), { status: 410 }),
  },
  {
    name: "an error of an envelope as a stream",
    code: "session_busy",
    answer: () => new Response(inPieces([wire.slice(0, 9), wire.slice(9)]), { status: 409, headers: json }),
  },
  { name: "an envelope with 200", code: "session_busy", answer: () => new Response(wire, { headers: json }) },
  { name: "an envelope with 200 and a foreign type", code: "session_busy", answer: () => new Response(wire) },
  {
    name: "a stream that breaks off at once",
    code: internal,
    answer: () => new Response(inPieces([], new Error(LEAKY_TEXT)), { headers: json }),
  },
  {
    name: "an error whose stream breaks off",
    code: "acme_unavailable",
    answer: () => new Response(inPieces(["{"], new Error(LEAKY_TEXT)), { status: 503 }),
  },
  { name: "JSON that does not parse", code: "invalid_input", request: posted('{"a": hunter2-planted'), answer: read },
  { name: "JSON that ends early", code: "invalid_input", request: posted('{"a":'), answer: read },
  { name: "no JSON at all", code: "invalid_input", request: posted(""), answer: read },
  { name: "JSON of a clone", code: "invalid_input", request: posted("{"), answer: (request) => read(request.clone()) },
  {
    name: "a form that is none",
    code: "invalid_input",
    request: posted("x", { "Content-Type": "multipart/form-data; boundary=b" }),
    answer: readForm,
  },
  { name: "a form of no such type", code: "invalid_input", request: posted("x", json), answer: readForm },
  {
    name: "another text that is no JSON",
    code: internal,
    request: posted("{}"),
    answer: () => JSON.parse("{"),
  },
  {
    name: "a body that is read twice",
    code: internal,
    request: posted("{}"),
    async answer(request) {
      await request.json();
      return read(request);
    },
  },
  {
    name: "a failure after a text was read",
    code: internal,
    request: posted("x"),
    async answer(request) {
      await request.text();
      throw new Error(LEAKY_TEXT);
    },
  },
  {
    name: "an error of a class that says 200",
    code: internal,
    answer: () => new Untrue(LEAKY_TEXT, { status: 500 }),
  },
  {
    name: "a stream of events that is refused",
    code: "session_busy",
    answer: (request, contract) =>
      stream(contract, request, { responseObject: { id: "r1" } }, () => {
        throw acme.error("session_busy");
      }),
  },
  {
    name: "a version that is not served",
    code: "unsupported_protocol_version",
    request: { method: "GET", headers: { "UHP-Version": "1999-01-01" } },
    answer: () => new Response(),
  },
];

/** A response that does not state the status with which it is sent. */
class Untrue extends Response {}
Object.defineProperty(Untrue.prototype, "status", { get: () => 200 });

const wire = JSON.stringify({
  error: { type: "invalid_request_error", code: "session_busy", message: "By hand.", param: null, detail: null },
});
