import { describe, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { defineCatalog } from "../index.ts";
import { defineMessages, type Messages } from "./index.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_closed: {
      status: 409,
      message: "Closed.",
      detail: z.object({ closed_at: z.string(), by: z.string().optional() }),
    },
    acme_sold_out: { status: 409, message: "Sold out." },
    acme_agent_crashed: { task: true, message: "The agent crashed." },
  },
  contractCodes: ["files"],
});

declare const types: Messages["types"] & Record<"server_error", string>;
const all = {
  invalid_request_error: "a",
  authentication_error: "b",
  permission_error: "c",
  rate_limit_error: "d",
  server_error: "e",
  harness_error: "f",
};
const own = { acme_closed: "Zu.", acme_sold_out: "Aus.", acme_agent_crashed: "Weg." } as const;
const german = defineMessages<typeof acme>();

describe("the sentences of a catalog", () => {
  test("are one for each of its own codes, and any of the others", () => {
    expectTypeOf(german("de", { codes: own, types: all })).toEqualTypeOf<Messages>();
    german("de", {
      codes: { ...own, file_too_large: "{max_bytes}", acme_internal_error: "Nr. {correlation_id}" },
      types: all,
    });
    // @ts-expect-error acme_agent_crashed is missing
    german("de", { codes: { acme_closed: "Zu.", acme_sold_out: "Aus." }, types: all });
    // @ts-expect-error "acme_vanished is not a code of this catalog"
    german("de", { codes: { ...own, acme_vanished: "Fort." }, types: all });
    // @ts-expect-error a code that the catalog does not use
    german("de", { codes: { ...own, plugin_not_found: "Fort." }, types: all });
    // @ts-expect-error neither a text nor a function
    german("de", { codes: { ...own, acme_closed: 7 }, types: all });
  });

  test("are one for each type", () => {
    // @ts-expect-error five are missing
    german("de", { codes: own, types: { server_error: "Nein." } });
    // @ts-expect-error the names of the types are not known
    german("de", { codes: own, types });
  });

  test("name fields of the detail", () => {
    german("de", { codes: { ...own, acme_closed: "Zu seit {closed_at}, { so } {}" }, types: all });
    // @ts-expect-error "{closed} names no field of the code's detail"
    german("de", { codes: { ...own, acme_closed: "Zu seit {closed}." }, types: all });
    // @ts-expect-error the second of two
    german("de", { codes: { ...own, acme_closed: "{closed_at}{closed}" }, types: all });
    // @ts-expect-error of a code of the specification
    german("de", { codes: { ...own, file_too_large: "{max}" }, types: all });
    german("de", { codes: { ...own, acme_sold_out: "{anything}" }, types: all });
  });

  test("get the fields of the detail, each of which may be missing", () => {
    german("de", {
      codes: {
        ...own,
        acme_closed(detail, format, error) {
          expectTypeOf(detail.closed_at).toEqualTypeOf<string | undefined>();
          expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>();
          return format.date(detail.closed_at);
        },
        acme_sold_out: (detail, format) => format.text(detail["article"]),
        // @ts-expect-error no such field
        file_too_large: (detail, format) => format.number(detail.max),
      },
      types: all,
    });
  });

  test("are of any code where the catalog is not known", () => {
    defineMessages()("de", { codes: { anything: "{at_all}" }, types: all });
  });
});
