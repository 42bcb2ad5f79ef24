/** A page in the sidebar: its path on the site, and the text of its link if its own title does not suit. */
export interface Entry {
  readonly page: string;
  readonly text?: string;
}

export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

const doc = (page: string, text?: string): Entry => (text === undefined ? { page } : { page, text });

/**
 * The order of the sidebar, by what a reader wants to do. This is the only place that states it; a test fails when a page of
 * `docs/` is missing here, or when a page here does not exist.
 */
export const ORDER: readonly Section[] = [
  {
    title: "Start",
    entries: [
      doc("getting-started"),
      doc("how-it-works"),
      doc("adopting"),
      doc("moving"),
      doc("protocols"),
      doc("questions"),
      doc("glossary"),
    ],
  },
  {
    title: "Frameworks",
    entries: [
      doc("express", "Express"),
      doc("koa", "Koa"),
      doc("fastify", "Fastify"),
      doc("hono"),
      doc("nestjs", "NestJS"),
      doc("h3", "h3 and Nitro"),
      doc("fetch"),
      doc("recipes", "Next, SvelteKit, Lambda …"),
      doc("mcp", "MCP servers"),
    ],
  },
  {
    title: "Other transports",
    entries: [
      doc("transports", "Overview"),
      doc("json-rpc"),
      doc("websockets"),
      doc("nestjs-gateways"),
      doc("jobs"),
      doc("graphql"),
      doc("trpc"),
      doc("lambda"),
    ],
  },
  {
    title: "Your errors",
    entries: [
      doc("your-codes"),
      doc("operations"),
      doc("recognizers"),
      doc("validation"),
      doc("databases"),
      doc("auth"),
      doc("uploads"),
      doc("tasks-and-streams"),
      doc("idempotency", "Idempotency keys"),
      doc("sanitizer"),
    ],
  },
  {
    title: "Several services",
    entries: [doc("sharing"), doc("relaying"), doc("versions"), doc("client"), doc("showing-errors"), doc("exports")],
  },
  {
    title: "Test and operate",
    entries: [
      doc("testing"),
      doc("checking"),
      doc("public-suite", "The protocol's test suite"),
      doc("operating"),
      doc("gateways"),
      doc("telemetry"),
      doc("troubleshooting"),
    ],
  },
  {
    title: "Reference",
    entries: [
      doc("reference"),
      doc("sanitizer-rules"),
      doc("codes/index", "Error codes"),
      doc("errors", "All codes on one page"),
      doc("foreign-errors"),
      doc("api/index", "API"),
    ],
  },
  {
    title: "More",
    entries: [
      doc("before-after"),
      doc("security"),
      doc("decisions"),
      doc("adapters"),
      doc("upgrading"),
      doc("releases"),
      doc("sdks"),
      doc("architecture"),
    ],
  },
];

/** The section of the packages' pages comes before this one. */
export const PACKAGES_BEFORE = "More";
