import { describe, expect, test } from "vitest";
import { scanSources } from "./scan.ts";

const routesIn = (text: string) =>
  scanSources([{ file: "a.ts", text }], "acme")
    .findings.filter(({ kind }) => kind === "response")
    .map(({ route }) => route);

const HANDLER = "(req, res) => res.sendStatus(404)";
const METHOD = "one(res) { res.sendStatus(404); }";

describe("a place belongs to the route", () => {
  test.each<readonly [text: string, route: string]>([
    [`app.get("/orders", ${HANDLER})`, "GET /orders"],
    [`app.post("/orders", ${HANDLER})`, "POST /orders"],
    [`app.put("/orders", ${HANDLER})`, "PUT /orders"],
    [`app.patch("/orders", ${HANDLER})`, "PATCH /orders"],
    [`app.delete("/orders", ${HANDLER})`, "DELETE /orders"],
    [`app.del("/orders", ${HANDLER})`, "DELETE /orders"],
    [`app.head("/orders", ${HANDLER})`, "HEAD /orders"],
    [`app.options("/orders", ${HANDLER})`, "OPTIONS /orders"],
    [`app.all("/orders", ${HANDLER})`, "ALL /orders"],
    [`app.GET("/orders", ${HANDLER})`, "GET /orders"],
    [`app.get("/orders", auth, ${HANDLER})`, "GET /orders"],
    [`app.get("/orders", wrap(${HANDLER}))`, "GET /orders"],
    [`app.get(\`/\${base}/orders\`, ${HANDLER})`, "GET /{}/orders"],
    [`app.on("GET", "/orders", ${HANDLER})`, "GET /orders"],
    [`app.on("get", "/orders", ${HANDLER})`, "GET /orders"],
    [`app.on(method, "/orders", ${HANDLER})`, "ALL /orders"],
    [`router.route("/orders").get(${HANDLER})`, "GET /orders"],
    [`router.route("/orders").post(auth).get(${HANDLER})`, "GET /orders"],
    [`app.route({ method: "PUT", url: "/orders", handler: ${HANDLER} })`, "PUT /orders"],
    [`app.route({ method: "PUT", path: "/orders", handler: ${HANDLER} })`, "PUT /orders"],
    [`app.route({ method: ["PUT"], url: "/orders", handler: ${HANDLER} })`, "ALL /orders"],
    [`app.get("/a", () => app.post("/b", ${HANDLER}))`, "POST /b"],
    [`@Controller("orders") class A { @Get(":id") ${METHOD} }`, "GET /orders/:id"],
    [`@Controller("/orders/") class A { @Get("/:id/") ${METHOD} }`, "GET /orders/:id"],
    [`@Controller("a/b") class A { @Get("c/d") ${METHOD} }`, "GET /a/b/c/d"],
    [`@Controller("orders") class A { @Get() ${METHOD} }`, "GET /orders"],
    [`@Controller("orders") class A { @Get ${METHOD} }`, "GET /orders"],
    [`@Controller() class A { @Get(":id") ${METHOD} }`, "GET /:id"],
    [`@Controller() class A { @Get() ${METHOD} }`, "GET /"],
    [`class A { @Get(":id") ${METHOD} }`, "GET /:id"],
    [`@RestController("orders") class A { @Post() ${METHOD} }`, "POST /orders"],
    [`@JsonController("/orders") class A { @Delete() ${METHOD} }`, "DELETE /orders"],
    [`@Controller({ path: "orders" }) class A { @Put() ${METHOD} }`, "PUT /orders"],
    [`@Auth() @Controller("orders") class A { @Auth() @Patch() ${METHOD} }`, "PATCH /orders"],
    [`@Auth("orders") class A { @All() ${METHOD} }`, "ALL /"],
    [`class A { @(all[0]) @Get(":id") ${METHOD} }`, "GET /:id"],
    [`@Controller("orders") class A { @Get() one(res) { f(() => res.sendStatus(404)); } }`, "GET /orders"],
  ])("%s", (text, route) => {
    expect(routesIn(text)).toEqual([route]);
  });

  test.each([
    "res.sendStatus(404)",
    `get("/orders", ${HANDLER})`,
    `app.use("/orders", ${HANDLER})`,
    `app.get("orders", ${HANDLER})`,
    `app.get(path, ${HANDLER})`,
    `app.get(${HANDLER})`,
    `app.on("GET", ${HANDLER})`,
    `app.on("GET", path, ${HANDLER})`,
    `app.on("GET", "/orders").then(${HANDLER})`,
    `app.model("/orders", ${HANDLER})`,
    `app.widget("/orders", ${HANDLER})`,
    `router.routes("/orders").get(${HANDLER})`,
    `router.route(path).get(${HANDLER})`,
    `app.route({ url: "/orders", handler: ${HANDLER} })`,
    `app.route({ method: "PUT", url: "orders", handler: ${HANDLER} })`,
    `app.route({ method: "PUT", handler: ${HANDLER} })`,
    `@Controller("orders") class A { ${METHOD} }`,
    `@Controller("orders") class A { @Auth("x") ${METHOD} }`,
  ])("but not to one in %s", (text) => {
    expect(routesIn(text)).toEqual([undefined]);
  });
});
