import { type ContractOptions, createContract, defineCatalog, joinCatalogs } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { undated } from "../support/comparable.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { handlersInTurn } from "../support/handlers-in-turn.ts";
import { type Received, send } from "../support/http.ts";
import type { Handler, Io } from "./drivers/driver.ts";
import { DRIVERS } from "./drivers/index.ts";

const DOCS = "https://docs.acme.example/errors/{code}";
const paged = joinCatalogs(defineCatalog({ vendor: "acme", docsUrl: DOCS }), acme);

const OLD = "2026-09-12";
const DATES = { deprecation: "@1796083200", sunset: "Tue, 01 Jun 2027 00:00:00 GMT" };
const OWN = { Deprecation: "@1688169599", Sunset: "Sun, 30 Jun 2030 23:59:59 GMT" };

const options: ContractOptions = {
  versions: ["2026-10-04", { version: OLD, deprecation: "2026-12-01", sunset: new Date("2027-06-01T00:00:00.900Z") }],
  errorHeaderFilter: { keep: ["link"] },
  onError: () => {},
};

const SUCCESSES: Readonly<Record<string, Handler>> = {
  json: ({ reply }) => reply(200, { a: 1 }),
  text: ({ reply }) => reply(200, "hello", { "Content-Type": "text/plain" }),
  "no content": ({ reply }) => reply(204),
  stream: async (io) => {
    const stream = io.stream(createContract(paged, options), { responseObject: { id: "resp_1" } });
    await stream.send({ type: "response.created", response: {} });
    await stream.end();
  },
};

const WRITTEN_TO_NODE: Readonly<Record<string, Handler>> = {
  "node, at once": ({ response }) => response.writeHead(200, { "Content-Type": "text/plain" }).end("hello"),
  "node, implicit head": ({ response }) => {
    response.statusCode = 200;
    response.end("hello");
  },
};

const ERRORS: Readonly<Record<string, Handler>> = {
  thrown: () => {
    throw paged.error("acme_teapot");
  },
  foreign: () => {
    throw new Error("x");
  },
  written: ({ reply }) => reply(404, { message: "no" }),
  "newer than the version": () => {
    throw paged.error("environment_busy");
  },
  unknown: ({ reply }) => reply(418, { message: "no" }),
};

/** The codes of these errors in the older version. */
const OLD_CODES: Readonly<Record<string, string>> = {
  thrown: "acme_teapot",
  foreign: "acme_internal_error",
  written: "acme_not_found",
  "newer than the version": "acme_environment_busy",
};

function datesOf({ headers }: Received) {
  const { deprecation, sunset } = headers;
  return { deprecation, sunset };
}

const linkTo = (code: string) => `<${DOCS.replace("{code}", code)}>; rel="help"`;

describe.each(DRIVERS)("$name", (driver) => {
  const place = handlersInTurn(driver, createContract(paged, options));
  const placePlain = handlersInTurn(driver, createContract(acme, { onError: () => {} }));
  const ask = async (handler: Handler, version = OLD, path = "/case") =>
    send(await place(handler), { path, headers: { "UHP-Version": version } });

  const successes = { ...SUCCESSES, ...(driver.hasNodeResponse ? WRITTEN_TO_NODE : {}) };
  for (const [what, handler] of Object.entries(successes)) {
    test(`a success announces the end of its version: ${what}`, async () => {
      const received = await ask(handler);
      expect(datesOf(received)).toEqual(DATES);
      expect([received.status < 300, received.headers["link"]]).toEqual([true, undefined]);
    });
  }

  for (const [what, handler] of Object.entries(ERRORS)) {
    test(`an error announces it too, and links to the page of the code: ${what}`, async () => {
      const received = await ask(handler);
      const code = OLD_CODES[what];
      expect(datesOf(received)).toEqual(DATES);
      expect(received.headers["link"]).toBe(code === undefined ? undefined : linkTo(code));
      if (code !== undefined) expect(expectEnvelope(received)).toMatchObject({ code });
    });
  }

  test("so do an unknown address and the other version's refusals", async () => {
    const unknown = await ask(() => {}, OLD, "/nowhere");
    expect(datesOf(unknown)).toEqual(DATES);
    expect(unknown.headers["link"]).toBe(linkTo("acme_route_not_found"));
    const refused = await ask(() => {}, "1999-01-01");
    expect(datesOf(refused)).toEqual({});
    expect(refused.headers["link"]).toBe(linkTo("unsupported_protocol_version"));
  });

  test("responses in another version announce nothing", async () => {
    for (const handler of [...Object.values(SUCCESSES), ...Object.values(ERRORS)]) {
      expect(datesOf(await ask(handler, "2026-10-04"))).toEqual({});
    }
    expect((await ask(ERRORS["newer than the version"] as Handler, "2026-10-04")).headers["link"]).toBe(
      linkTo("environment_busy"),
    );
  });

  // What throws in a function that returns a response has set nothing.
  const setsBefore = driver.name !== "web";
  const ways: Readonly<Record<string, Handler>> = {
    "on a success": ({ reply }) => reply(200, { a: 1 }, OWN),
    "before a success": ({ set, reply }) => {
      for (const [name, value] of Object.entries(OWN)) set(name, value);
      reply(200, { a: 1 });
    },
    ...(setsBefore && {
      "before an error": ({ set }: Io) => {
        for (const [name, value] of Object.entries(OWN)) set(name, value);
        throw paged.error("acme_teapot");
      },
    }),
    "on a written error": ({ reply }) => reply(404, { message: "no" }, OWN),
    ...(driver.hasNodeResponse && {
      "in a head of Node": ({ response }: Io) => response.writeHead(200, OWN).end("hello"),
      "in a head of Node, with a field set": ({ response }: Io) =>
        response.setHeader("X-A", "1").writeHead(200, OWN).end(),
    }),
  };
  for (const [where, handler] of Object.entries(ways)) {
    test(`dates of the service's own stay, once each: ${where}`, async () => {
      const received = await ask(handler);
      expect(datesOf(received)).toEqual({ deprecation: OWN.Deprecation, sunset: OWN.Sunset });
      expect(received.rawHeaders.filter((name) => /^(?:deprecation|sunset)$/i.test(name))).toHaveLength(2);
    });
  }

  test("text that is no date leaves no error, whoever wrote it", async () => {
    for (const text of ["primary db01 password hunter2 GMT", `@${"9".repeat(23)}`, "soon"]) {
      const received = await ask(({ reply }) => reply(502, { message: "no" }, { Sunset: text, Deprecation: text }));
      expect(datesOf(received)).toEqual({ deprecation: DATES.deprecation, sunset: DATES.sunset });
    }
  });

  test("a link of the service's own stays where the filter keeps it, and ours is added", async () => {
    const own = '</case?page=2>; rel="next"';
    const received = await ask(({ set, reply }) => {
      set("Link", own);
      if (setsBefore) throw paged.error("acme_teapot");
      reply(418, paged.error("acme_teapot").toJSON());
    });
    expect(received.headers["link"]).toBe(`${own}, ${linkTo("acme_teapot")}`);
    const success = await ask(({ reply }) => reply(200, { a: 1 }, { Link: own }));
    expect(success.headers["link"]).toBe(own);
  });

  for (const [what, handler] of Object.entries({ ...successes, ...ERRORS })) {
    if (what === "stream") continue;
    test(`only these headers are added, last and in one order: ${what}`, async () => {
      const sent = { path: "/case", headers: { "UHP-Version": OLD, "x-request-id": "same" } };
      const [plain, ended] = [await send(await placePlain(handler), sent), await send(await place(handler), sent)];
      const body = (received: Received) => received.body.replace(/[\da-f-]{36}/, "id");
      expect(body(ended)).toBe(body(plain));
      expect(undated(ended, ["deprecation", "sunset", "link"]).fields).toEqual(undated(plain).fields);
    });
  }
});
