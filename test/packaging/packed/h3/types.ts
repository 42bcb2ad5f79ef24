import { createContract, defineCatalog } from "@uhp-errors/core";
import { bearer, type H3Event, type InstallableH3App, install, requestContext, uhp } from "@uhp-errors/h3";

// h3's own types are those of an ES module, which a CommonJS module of TypeScript cannot import.
declare const app: InstallableH3App;
declare const event: H3Event;

const contract = createContract(defineCatalog({ vendor: "acme" }));
install(app, contract);
const auth = bearer(contract, (token) => ({ name: token }));
const name: string = auth.principal(event).name;
void uhp(contract)(event, () => name);
requestContext(event);
