import { middleware } from "./requests.ts";
import { about, called, type Loose, load, type Provocation, word } from "./tools.ts";

const multer = load("multer");
const busboy = load("busboy");
const bodyParser = load("body-parser");

const JSON_TYPE = { "content-type": "application/json" };

const parsed = (body: string, headers: Record<string, string> = JSON_TYPE, options: object = {}): Promise<unknown> =>
  middleware(bodyParser.json(options), headers, body);
const upload = (part: string): string => `--b\r\n${part}\r\n\r\nxxxxxxxxxx\r\n--b--\r\n`;
const FORM = { "content-type": "multipart/form-data; boundary=b" };

/** Messages of the readers of bodies. */
export const provocations: Provocation[] = [
  ...about("body-parser", {
    json: [() => parsed('{"total":}'), { as: ["message", "stack"] }],
    strict: () => parsed('"text"'),
    "json-secret": () => parsed(word("simplePassword", 602)),
    size: () => parsed(`{"a":"${"x".repeat(99)}"}`, JSON_TYPE, { limit: 9 }),
    charset: () => parsed("{}", { "content-type": "application/json; charset=latin-9" }),
    encoding: () => parsed("{}", { ...JSON_TYPE, "content-encoding": "zip" }),
    gzip: () => parsed("plain", { ...JSON_TYPE, "content-encoding": "gzip" }),
    parameters: () =>
      middleware(
        bodyParser.urlencoded({ parameterLimit: 1, extended: true }),
        { "content-type": "application/x-www-form-urlencoded" },
        "a=1&b=2&c=3",
      ),
    depth: () =>
      middleware(
        bodyParser.urlencoded({ depth: 1, extended: true }),
        { "content-type": "application/x-www-form-urlencoded" },
        "a[b][c][d]=1",
      ),
    verify: () =>
      parsed("{}", JSON_TYPE, {
        verify: () => {
          throw new Error("invalid signature");
        },
      }),
    option: () => bodyParser.urlencoded({ parameterLimit: -1 }),
    limit: () => bodyParser.json({ limit: "many", type: 42, verify: "x" }),
  }),
  ...about("multer", {
    size: [
      () =>
        middleware(
          multer({ limits: { fileSize: 2 } }).single("doc"),
          FORM,
          upload('Content-Disposition: form-data; name="doc"; filename="a.pdf"'),
        ),
      { as: ["message", "stack"] },
    ],
    field: () =>
      middleware(
        multer().single("doc"),
        FORM,
        upload('Content-Disposition: form-data; name="photo"; filename="a.png"'),
      ),
    "field-count": () =>
      middleware(multer({ limits: { fields: 0 } }).none(), FORM, upload('Content-Disposition: form-data; name="a"')),
    "field-size": () =>
      middleware(multer({ limits: { fieldSize: 1 } }).none(), FORM, upload('Content-Disposition: form-data; name="a"')),
    boundary: () => middleware(multer().any(), { "content-type": "multipart/form-data" }, "x"),
    malformed: () => middleware(multer().any(), FORM, "--b\r\nContent-Disp"),
    directory: () =>
      middleware(
        multer({
          storage: multer.diskStorage({
            destination: (_q: unknown, _f: unknown, done: Loose) => done(null, "/srv/uploads/none"),
            filename: (_q: unknown, _f: unknown, done: Loose) => done(null, "a.pdf"),
          }),
        }).any(),
        FORM,
        upload('Content-Disposition: form-data; name="doc"; filename="a.pdf"'),
      ),
    option: () => multer(42),
  }),
  ...about("busboy", {
    type: () => busboy({ headers: { "content-type": "text/csv" } }),
    "no-type": () => busboy({ headers: {} }),
    boundary: () => busboy({ headers: { "content-type": "multipart/form-data" } }),
    header: () => busboy({}),
    end: () => called((done) => busboy({ headers: FORM }).on("error", done).end("--b\r\nx")),
  }),
];
