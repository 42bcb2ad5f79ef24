import { asyncHandler } from "@uhp-errors/express";
import express from "express";

const app = express();
const router = express.Router();

// An inline handler takes the types of its parameters from the path, as it does without asyncHandler. This needs TypeScript 5.9.
app.get(
  "/a/:id",
  asyncHandler(async (request, response, next) => {
    const id: string = request.params.id;
    response.json({ id });
    next();
  }),
);
router.post(
  "/a/:a/b/:b",
  asyncHandler(async (request, response) => {
    response.json(request.params.a + request.params.b);
  }),
  asyncHandler(async (_request, response) => response.end()),
);
router.use(
  asyncHandler(async (request, _response, next) => {
    request.headers.accept;
    next();
  }),
);
app.route("/r/:id").get(
  asyncHandler((request, response) => {
    response.json(request.params.id);
  }),
);
app.get(
  "/j/:id",
  asyncHandler(async (request, response) => {
    // @ts-expect-error the path has no such parameter
    response.json(request.params.ie);
  }),
);
app.get(
  "/m",
  asyncHandler(async (_request, response) => {
    if (response.headersSent) return;
    return response.json({});
  }),
);
