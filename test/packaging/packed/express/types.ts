import { createContract, defineCatalog } from "@uhp-errors/core";
import { asyncHandler, attach, install, uhp, uhpErrorHandler } from "@uhp-errors/express";
import express, { type NextFunction, type Request, type RequestHandler, type Response } from "express";

const contract = createContract(defineCatalog({ vendor: "acme" }));
const app = express();
app.use(uhp(contract));
app.use("/v1", uhp(contract));
app.use("/v1", uhpErrorHandler(contract));
app.use(uhpErrorHandler(contract));
attach(app.listen(0), contract);
install(express(), contract);

// Annotated handlers keep their types.
app.get(
  "/b/:id",
  asyncHandler(async (request: Request, response: Response, next: NextFunction) => {
    response.json(request.params["id"]);
    next("route");
  }),
);
app.post(
  "/b",
  asyncHandler(
    async (
      request: Request<object, { ok: boolean }, { name: string }, { q?: string }>,
      response: Response<{ ok: boolean }>,
    ) => {
      const name: string = request.body.name;
      response.json({ ok: name === request.query.q });
    },
  ),
);
// Handlers in variables, of a list and in a class.
const plain: RequestHandler = async (_request, response) => {
  response.end();
};
const typed: RequestHandler<{ id: string }, { id: string }, { name: string }> = async (request, response) => {
  response.json({ id: request.params.id + request.body.name });
};
app.get("/c/:id", asyncHandler(typed));
const list: RequestHandler[] = [
  asyncHandler(plain),
  asyncHandler(async (request, response) => {
    response.json(request.params["x"]);
  }),
];
app.get("/d", ...list);
const wrapped: RequestHandler<{ id: string }> = asyncHandler(async (request, response) => {
  response.json(request.params.id);
});
app.get("/e/:id", wrapped);
class Controller {
  get = asyncHandler(async (request: Request, response: Response) => response.json(request.path));
}
app.get("/g", new Controller().get);
// @ts-expect-error a handler of errors has four parameters
asyncHandler((_error: Error, _request: Request, _response: Response, _next: NextFunction) => {});
// @ts-expect-error not a function
asyncHandler(5);
