import { createContract, defineCatalog } from "@uhp-errors/core";
import { attach, uhp } from "@uhp-errors/koa";
import Koa from "koa";

interface State {
  user: string;
}

interface Extras {
  log(text: string): void;
}

const contract = createContract(defineCatalog({ vendor: "acme" }));
const app = new Koa();
app.use(uhp(contract));
attach(app.listen(0), contract);

// An app whose state and context have their own types keeps them for later middleware.
const typed = new Koa<State, Extras>();
typed.use(uhp(contract)).use((context) => context.log(context.state.user));

const middleware: Koa.Middleware = uhp(contract);
app.use(middleware);
