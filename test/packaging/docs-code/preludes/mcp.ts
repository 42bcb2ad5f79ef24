/** What the examples for MCP take for granted. */
import { type Contract, defineCatalog } from "@uhp-errors/core";
import { z } from "zod";

export const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_sold_out: { status: 409, message: "It is sold out.", detail: z.object({ left: z.number() }) } },
});
export declare const contract: Contract;
export declare class McpServer {
  readonly server: {
    connect(transport: object): Promise<void>;
    setRequestHandler(method: string, handler: () => unknown): void;
  };
  constructor(info: { readonly name: string; readonly version: string });
  connect(transport: object): Promise<void>;
  registerTool(name: string, config: object, run: () => Promise<object>): object;
}
export declare const client: { callTool(call: { readonly name: string; readonly arguments: object }): Promise<object> };
export declare function show(what: unknown): void;
