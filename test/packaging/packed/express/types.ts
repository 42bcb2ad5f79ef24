import { createContract, defineCatalog } from "@uhp-errors/core";
import { asyncHandler, attach, install, uhp, uhpErrorHandler } from "@uhp-errors/express";
import express, { type NextFunction, type Request, type RequestHandler, type Response } from "express";

const contract = createContract(defineCatalog({ vendor: "acme" }));
const app = express();
const router = express.Router();
app.use(uhp(contract));
app.use("/v1", uhp(contract));
app.use("/v1", uhpErrorHandler(contract));
app.use(uhpErrorHandler(contract));
attach(app.listen(0), contract);
install(express(), contract);

// Annotated handlers keep their types.
app.get(
  "/b/:id",
  asyncHandler(async (request: Request, response: Response) => {
    response.json(request.params["id"]);
  }),
);
app.get(
  "/b/:id",
  asyncHandler(async (request: Request<{ id: string }>, response: Response<{ id: string }>) => {
    response.json({ id: request.params.id });
  }),
);
app.get(
  "/b/:id",
  asyncHandler(async (request: Request, response: Response, next: NextFunction) => {
    response.json(request.params["id"]);
    next(new Error());
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
// Handlers in variables.
const plain: RequestHandler = async (_request, response) => {
  response.end();
};
const typed: RequestHandler<{ id: string }, { id: string }, { name: string }> = async (request, response) => {
  response.json({ id: request.params.id + request.body.name });
};
app.get("/c", asyncHandler(plain));
app.get("/c/:id", asyncHandler(typed));
router.get("/c/:id", asyncHandler(typed));
const list: RequestHandler[] = [
  asyncHandler(plain),
  asyncHandler(async (request, response) => {
    response.json(request.params["x"]);
  }),
];
app.get("/d", ...list);
const wrapped: RequestHandler = asyncHandler(async (request, response) => {
  response.json(request.path);
});
const wrappedTyped: RequestHandler<{ id: string }> = asyncHandler(async (request, response) => {
  response.json(request.params.id);
});
app.get("/e", wrapped);
app.get("/e/:id", wrappedTyped);
const params = asyncHandler(plain);
app.use(params);
// Methods, and handlers in lists.
class Controller {
  get = asyncHandler(async (request: Request, response: Response) => {
    response.json(request.path);
  });
}
app.get("/g", new Controller().get);
function named(request: Request, response: Response): Promise<void> {
  response.json(request.path);
  return Promise.resolve();
}
app.get("/h", asyncHandler(named));
// @ts-expect-error a handler of errors has four parameters
asyncHandler((_error: Error, _request: Request, _response: Response, _next: NextFunction) => {});
// @ts-expect-error not a function
asyncHandler(5);
app.get(
  "/l/:id",
  asyncHandler(async (request: Request, response: Response) => response.json(request.path)),
);
const returning: RequestHandler = asyncHandler(async (_request, response) => response.json({}));
app.get("/n", returning);
