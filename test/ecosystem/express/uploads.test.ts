import type { RequestHandler } from "express";
import multer from "multer";
import { bothWays } from "../support/both-ways.ts";
import { EXPRESS, type ExpressApp } from "../support/express.ts";
import { broken, file, form, text } from "../support/multipart.ts";
import type { Setup } from "../support/setup.ts";

const JSON_TYPE = { "Content-Type": "application/json" };
const FORM_TYPE = { "Content-Type": "application/x-www-form-urlencoded" };

const post = (path: string, body: string, headers: Readonly<Record<string, string>>, status = 200) => [
  { method: "POST", path, body, headers, status },
];

const SETUPS: readonly Setup<ExpressApp>[] = [
  {
    library: "multer",
    mount: (app) => {
      const upload = multer({ limits: { fileSize: 100, files: 2, fields: 2, fieldSize: 50 } });
      const picky = multer({
        fileFilter: (_request, { originalname }, done) => {
          if (originalname === "bad.txt") done(new Error("pg://svc:hunter2@db-1"));
          else done(null, originalname !== "skipped.txt");
        },
      });
      const say: RequestHandler = (request, response) => {
        const files = [request.file ?? request.files ?? []].flat() as Express.Multer.File[];
        response.json({ files: files.map(({ originalname, size }) => [originalname, size]), body: request.body });
      };
      app.post("/single", upload.single("file"), say);
      app.post("/array", upload.array("file", 2), say);
      app.post("/none", upload.none(), say);
      app.post("/any", upload.any(), say);
      app.post("/picky", picky.single("file"), say);
    },
    requests: {
      "one file": [{ ...form([file("file", "a.txt", "hello"), text("name", "ada")]), path: "/single" }],
      "two files": [{ ...form([file("file", "a.txt", "hello"), file("file", "b.txt", "world")]), path: "/array" }],
      "fields alone": [{ ...form([text("a", "1"), text("b", "2")]), path: "/none" }],
      "no body": [{ method: "POST", path: "/single" }],
      "a body that is no form": post("/single", "{}", JSON_TYPE),
      "a file that is skipped": [{ ...form([file("file", "skipped.txt", "hello")]), path: "/picky" }],
      "a file that is refused": [{ ...form([file("file", "bad.txt", "hello")]), path: "/picky", status: 500 }],
      "a file that is too large": [{ ...form([file("file", "a.txt", "x".repeat(101))]), path: "/single", status: 500 }],
      "a file of another name": [{ ...form([file("other", "a.txt", "hello")]), path: "/single", status: 500 }],
      "too many fields": [{ ...form([text("a", "1"), text("b", "2"), text("c", "3")]), path: "/any", status: 500 }],
      "a field that is too long": [{ ...form([text("a", "1".repeat(51))]), path: "/any", status: 500 }],
      "a file where none is taken": [{ ...form([file("file", "a.txt", "hello")]), path: "/none", status: 500 }],
      "a form that breaks off": [{ ...broken(), path: "/any", status: 500 }],
      "a form without a boundary": post("/any", "x", { "Content-Type": "multipart/form-data" }, 500),
    },
    differences: {
      ...refusal("a file that is too large", 413),
      ...refusal("a file of another name", 400),
      ...refusal("too many fields", 400),
      ...refusal("a field that is too long", 400),
      ...refusal("a file where none is taken", 400),
      ...refusal("a form that breaks off", 400),
      ...refusal("a form without a boundary", 400),
    },
  },
  {
    library: "express",
    mount: (app) => {
      const { framework } = app;
      const say: RequestHandler = (request, response) => void response.json({ body: request.body ?? null });
      app.post("/json", framework.json({ limit: 50 }), say);
      app.post("/form", framework.urlencoded({ extended: true, limit: 50 }), say);
      app.post("/text", framework.text(), say);
      app.post("/raw", framework.raw(), (request, response) => void response.send(request.body));
      app.post(
        "/checked",
        framework.json({
          verify: () => {
            throw new Error("a wrong signature");
          },
        }),
        say,
      );
    },
    requests: {
      "a JSON": post("/json", '{"a":1}', JSON_TYPE),
      "a form": post("/form", "a[b]=1&c=2", FORM_TYPE),
      "a text": post("/text", "hello", { "Content-Type": "text/plain" }),
      bytes: post("/raw", "hello", { "Content-Type": "application/octet-stream" }),
      "no body": [{ method: "POST", path: "/json" }],
      "a body of another type": post("/json", "<a/>", { "Content-Type": "text/xml" }),
      "a JSON that breaks off": post("/json", '{"a":', JSON_TYPE, 400),
      "a JSON that is too large": post("/json", `{"a":"${"x".repeat(60)}"}`, JSON_TYPE, 413),
      "a form that is too large": post("/form", `a=${"x".repeat(60)}`, FORM_TYPE, 413),
      "an unknown encoding": post("/json", "{}", { ...JSON_TYPE, "Content-Encoding": "bogus" }, 415),
      "an unknown charset": post("/json", "{}", { "Content-Type": "application/json; charset=bogus" }, 415),
      "a body that is refused": post("/checked", "{}", JSON_TYPE, 403),
    },
    differences: {
      "an unknown encoding": { seen: ["status: 415 → 400"], why: "the contract has one code for all invalid input" },
      "an unknown charset": { seen: ["status: 415 → 400"], why: "the contract has one code for all invalid input" },
    },
  },
];

/** multer's own errors have no status, so Express answers each with 500. */
function refusal(name: string, status: number) {
  return { [name]: { seen: [`status: 500 → ${status}`], why: "the contract knows whose fault it is" } };
}

bothWays(EXPRESS, SETUPS);
