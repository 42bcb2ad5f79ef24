import { createContract, defineCatalog } from "@uhp-errors/core";
import { type InstallableMcpServer, type InstallableServer, install } from "@uhp-errors/mcp";
import { parseProtocolError, parseToolError } from "@uhp-errors/mcp/client";

const acme = defineCatalog({ vendor: "acme", codes: { acme_sold_out: { status: 409, message: "It is sold out." } } });
declare const server: InstallableMcpServer | InstallableServer;
install(server, createContract(acme));

export const codes = [parseToolError({}, { catalog: acme })?.code, parseProtocolError(new Error("x"))?.code];
