import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import { basicAuth } from "hono/basic-auth";
import { bearerAuth } from "hono/bearer-auth";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { cors } from "hono/cors";
import { etag } from "hono/etag";
import { HTTPException } from "hono/http-exception";
import { poweredBy } from "hono/powered-by";
import { requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import { stream, streamSSE, streamText } from "hono/streaming";
import { trimTrailingSlash } from "hono/trailing-slash";
import { validator } from "hono/validator";

/** Hono wants it relative to the folder in which the process runs. */
const FOLDER = relative(process.cwd(), fileURLToPath(new URL("../..", import.meta.url)));

interface Book {
  readonly id: number;
  readonly title: string;
  readonly stars: number;
}

/** A shelf of books: an API with Hono's own middleware. Its client needs only its type. */
export function shelfOn<Base extends Hono>(base: Base) {
  const books = new Map<number, Book>([[1, { id: 1, title: "Walden", stars: 4 }]]);

  const titled = validator("json", (value: Partial<Book>, c) => {
    const { title, stars } = value;
    if (typeof title !== "string" || title === "") return c.json({ error: "A book has a title." }, 422);
    return { title, stars: Number(stars ?? 0) };
  });
  const numbered = validator("param", ({ id }: Record<string, string>) => {
    if (!/^\d+$/.test(String(id))) throw new HTTPException(400, { message: `${id} is no number.` });
    return { id: Number(id) };
  });
  const found = (id: number): Book => {
    const book = books.get(id);
    if (book === undefined) throw new HTTPException(404, { message: `There is no book ${id}.` });
    return book;
  };

  base.use(trimTrailingSlash());
  base.use("/api/*", cors({ origin: "https://pages.test", exposeHeaders: ["ETag"] }), secureHeaders(), poweredBy());
  base.use("/api/books/*", etag());
  base.use("/packed/*", compress({ threshold: 0 }));
  base.use("/files/*", serveStatic({ root: FOLDER }));

  const api = base
    .basePath("/api")
    .get("/books", (c) => c.json([...books.values()]))
    .post("/books", bearerAuth({ token: "editor" }), titled, (c) => {
      const book = { id: books.size + 1, ...c.req.valid("json") };
      books.set(book.id, book);
      return c.json(book, 201, { Location: `/api/books/${book.id}` });
    })
    .get("/books/:id", numbered, (c) => c.json(found(c.req.valid("param").id)))
    .put("/books/:id", bearerAuth({ token: "editor" }), numbered, titled, (c) => {
      const { id } = found(c.req.valid("param").id);
      books.set(id, { id, ...c.req.valid("json") });
      return c.body(null, 204);
    })
    .delete("/books/:id", bearerAuth({ token: "editor" }), numbered, (c) => {
      books.delete(found(c.req.valid("param").id).id);
      return c.body(null, 204);
    })
    .post(
      "/covers",
      bodyLimit({ maxSize: 500, onError: (c) => c.text("That cover is too large.", 413) }),
      async (c) => {
        const { cover } = await c.req.parseBody();
        if (!(cover instanceof File)) return c.json({ error: "Send a cover." }, 400);
        return c.json({ name: cover.name, size: cover.size, type: cover.type }, 201);
      },
    )
    .get("/old/:id", (c) => c.redirect(`/api/books/${c.req.param("id")}`, 301))
    .get("/admin", basicAuth({ username: "ada", password: "not-a-real-password" }), (c) => c.text("hello, ada"))
    .get("/visits", (c) => {
      const visits = Number(getCookie(c, "visits") ?? 0) + 1;
      setCookie(c, "visits", String(visits), { httpOnly: true, path: "/" });
      return c.json({ visits });
    })
    .get("/goodbye", (c) => {
      deleteCookie(c, "visits");
      return c.text("bye");
    })
    .get("/lines", (c) =>
      streamText(c, async (out) => {
        for (const line of ["one", "two", "three"]) await out.writeln(line);
      }),
    )
    .get("/bytes", (c) => stream(c, async (out) => void (await out.write(new Uint8Array([1, 2, 3])))))
    .get("/events", (c) =>
      streamSSE(c, async (out) => {
        for (const id of ["1", "2"]) await out.writeSSE({ id, event: "read", data: `book ${id}` });
      }),
    )
    .get("/closed", (c) => c.json({ error: "closed", until: "spring" }, 503, { "Retry-After": "60" }))
    .get("/page", (c) => c.html("<!doctype html><title>Shelf</title><h1>Shelf</h1>"))
    .get("/broken", () => {
      throw new Error("pg://svc:hunter2@db-1 refused");
    })
    .get("/own", () => {
      throw new HTTPException(409, {
        res: Response.json({ error: "twice" }, { status: 409, headers: { "X-Why": "taken" } }),
      });
    })
    .get("/same", (c) => c.body(null, 304, { ETag: '"1"' }));

  base.get("/packed/list", (c) => c.text("a book, ".repeat(40)));
  base.get("/packed/closed", (c) => c.text("closed, ".repeat(40), 503));
  base.get("/traced", requestId({ generator: () => "of-the-app" }), (c) => c.text(c.get("requestId")));
  return api;
}

/** What the client knows about the API. */
export type Shelf = ReturnType<typeof shelfOn<Hono>>;
