import { createContract, defineCatalog } from "@uhp-errors/core";
import { type BearerEnv, bearer, install, uhp, uhpErrorHandler, uhpNotFoundHandler } from "@uhp-errors/hono";
import { Hono } from "hono";

const contract = createContract(defineCatalog({ vendor: "acme" }));
const auth = bearer(contract, (token) => ({ name: token }));

const app = new Hono();
install(app, contract);
// A handler after the check knows the type of the principal.
app.get("/me", auth, (c) => c.json({ name: c.get("principal").name.length }));

// So does each handler of an app that declares it.
const part = new Hono<BearerEnv<{ name: string }>>();
part.use(uhp(contract), auth);
part.get("/me", (c) => c.text(c.get("principal").name));
app.route("/v1", part);

// An app with its own types keeps them.
const typed = new Hono<{ Bindings: { KEY: string }; Variables: { user: string } }>();
install(typed, contract);
typed.onError(uhpErrorHandler(contract));
typed.notFound(uhpNotFoundHandler(contract, typed));
typed.get("/", (c) => c.text(c.env.KEY + c.get("user")));
export default typed;
