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
    entries: [doc("getting-started"), doc("how-it-works"), doc("adopting"), doc("moving")],
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
      doc("recipes", "Next, SvelteKit, uploads …"),
      doc("mcp", "MCP servers"),
    ],
  },
  {
    title: "Other transports",
    entries: [doc("transports", "Messages, sockets, jobs"), doc("graphql")],
  },
  {
    title: "Your errors",
    entries: [
      doc("your-codes"),
      doc("operations"),
      doc("recognizers"),
      doc("auth"),
      doc("tasks-and-streams"),
      doc("sanitizer"),
    ],
  },
  {
    title: "Several services",
    entries: [doc("sharing"), doc("relaying"), doc("versions"), doc("client"), doc("showing-errors"), doc("exports")],
  },
  {
    title: "Test and operate",
    entries: [doc("testing"), doc("checking"), doc("operating"), doc("telemetry"), doc("troubleshooting")],
  },
  {
    title: "Reference",
    entries: [
      doc("reference"),
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
      doc("contributors/decisions"),
      doc("contributors/adapters"),
      doc("upgrading"),
      doc("contributors/releases"),
      doc("contributors/architecture"),
    ],
  },
];

/** The section of the packages' pages comes before this one. */
export const PACKAGES_BEFORE = "More";
