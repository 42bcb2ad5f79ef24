import { createReadStream, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  createEventStream,
  type H3,
  handleCors,
  iterable,
  noContent,
  proxy,
  redirect,
  serveStatic,
  setCookie,
} from "h3";
import { bothWays } from "../support/both-ways.ts";
import { H3_2 } from "../support/h3.ts";
import type { Setup } from "../support/setup.ts";

const FILES = fileURLToPath(new URL("../files", import.meta.url));

const ORIGIN = { origin: "https://acme.example" };

function mount(app: H3): void {
  app.get("/error", () => ({ error: "none of ours" }));
  app.get("/no-content", () => noContent());
  app.get("/redirect", () => redirect("/error"));
  app.get("/file", () => createReadStream(`${FILES}/long.txt`));
  app.get("/iterable", () => iterable(["a", "b"]));
  app.get("/events", async (event) => {
    const events = createEventStream(event);
    void events.push("one").then(() => events.close());
    return events.send();
  });
  app.all("/cors", (event) => handleCors(event, { origin: "*", methods: "*" }) || "shared");
  app.get("/cookies", (event) => {
    setCookie(event, "a", "1");
    setCookie(event, "b", "2");
    event.res.status = 202;
    event.res.headers.set("x-request-id", "own");
    return { set: 2 };
  });
  app.get("/proxied", (event) => proxy(event, "data:application/json,{}"));
  app.get("/static/**", (event) => {
    const fileOf = (id: string) => FILES + id.slice("/static".length);
    return serveStatic(event, {
      getMeta: (id) => {
        const file = statSync(fileOf(id), { throwIfNoEntry: false });
        return file?.isFile() === true ? { size: file.size, etag: '"one"' } : undefined;
      },
      getContents: (id) => readFileSync(fileOf(id)),
    });
  });
}

const paths = [
  ["/error"],
  ["/no-content", 204],
  ["/redirect", 302],
  ["/file"],
  ["/iterable"],
  ["/events"],
  ["/cookies", 202],
  ["/proxied"],
  ["/static/hello.txt"],
] as const;

const SETUPS: readonly Setup<H3>[] = [
  {
    library: "h3",
    mount,
    requests: {
      ...Object.fromEntries(paths.map(([path, status = 200]) => [path, [{ path, status }]])),
      "the head of JSON": [{ path: "/error", method: "HEAD" }],
      "the head of a file": [{ path: "/static/hello.txt", method: "HEAD" }],
      "a file that the client has": [{ path: "/static/hello.txt", headers: { "if-none-match": '"one"' }, status: 304 }],
      "what browsers share": [{ path: "/cors", headers: ORIGIN }],
      "what browsers ask before": [
        {
          path: "/cors",
          method: "OPTIONS",
          headers: { ...ORIGIN, "access-control-request-method": "PUT" },
          status: 204,
        },
      ],
    },
  },
];

bothWays(H3_2, SETUPS);
