import { createContract, defineCatalog, type RequestContext, RequestMemory } from "@uhp-errors/core";

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme);

class FetchContext extends RequestMemory implements RequestContext {
  readonly native: Request;
  readonly method: string;
  readonly path: string;

  constructor(request: Request) {
    super();
    this.native = request;
    this.method = request.method;
    this.path = new URL(request.url).pathname;
  }

  header(name: string): string | undefined {
    return this.native.headers.get(name) ?? undefined;
  }
}

async function serve(request: Request, handle: (request: Request) => Promise<Response>): Promise<Response> {
  const context = new FetchContext(request);
  try {
    return await handle(request);
  } catch (thrown) {
    const answer = contract.respond(thrown, context);
    // The contract does not apply to this request.
    if (answer === undefined) throw thrown;
    return new Response(answer.body, answer);
  }
}

export const handler = (request: Request): Promise<Response> =>
  serve(request, async ({ url }) => {
    if (url.endsWith("/v1/orders")) return new Response("[]");
    throw acme.error("session_busy");
  });
