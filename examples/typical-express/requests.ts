/** One request to the shop. */
export interface Step {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request of the shop's suite, and what it expects from the shop without and with the contract. */
export interface Expectation {
  readonly says: string;
  /** Sent first, on the same session and in this order. */
  readonly first?: readonly Step[];
  readonly request: Step;
  /** The status without the contract. */
  readonly was: number;
  /** Status and code with the contract; absent if the answer stays the same. */
  readonly is?: readonly [status: number, code: string];
}

const json = (path: string, context: unknown): Step => ({
  method: "POST",
  path,
  headers: { "Content-Type": "application/json" },
  body: typeof context === "string" ? context : JSON.stringify(context),
});

const photo = (size: number, type = "image/png", field = "photo"): Step => ({
  method: "POST",
  path: "/products/2/photo",
  headers: { "Content-Type": "multipart/form-data; boundary=cut" },
  body: [
    "--cut",
    `Content-Disposition: form-data; name="${field}"; filename="a.png"`,
    `Content-Type: ${type}`,
    "",
    "x".repeat(size),
    "--cut--",
    "",
  ].join("\r\n"),
});

const login = (password: string) => json("/login", { username: "ada", password });
const ADA = login("engine");
const LAMP = json("/cart", { id: "3" });
const FROM_THE_SHOP = { Origin: "https://shop.example" };

export const EXPECTATIONS: readonly Expectation[] = [
  { says: "a health check that writes to Node's response", request: { path: "/health" }, was: 200 },
  { says: "the list of products", request: { path: "/products" }, was: 200 },
  {
    says: "the list, compressed",
    request: { path: "/products", headers: { "Accept-Encoding": "gzip" } },
    was: 200,
  },
  { says: "the head of the list", request: { method: "HEAD", path: "/products" }, was: 200 },
  { says: "the list from another origin", request: { path: "/products", headers: FROM_THE_SHOP }, was: 200 },
  {
    says: "a preflight",
    request: {
      method: "OPTIONS",
      path: "/products",
      headers: { ...FROM_THE_SHOP, "Access-Control-Request-Method": "POST" },
    },
    was: 204,
  },
  { says: "one product", request: { path: "/products/2" }, was: 200 },
  {
    says: "a product that the client has",
    request: { path: "/products/2", headers: { "If-None-Match": "*" } },
    was: 304,
  },
  { says: "a download in parts", request: { path: "/catalogue.csv" }, was: 200 },
  {
    says: "the download, compressed",
    request: { path: "/catalogue.csv", headers: { "Accept-Encoding": "gzip" } },
    was: 200,
  },
  { says: "a redirection", request: { path: "/shop" }, was: 301 },
  { says: "a login", request: ADA, was: 200 },
  { says: "who is signed in", first: [ADA], request: { path: "/me" }, was: 200 },
  { says: "a logout", first: [ADA], request: { method: "POST", path: "/logout" }, was: 204 },
  { says: "a cart, kept in the session", first: [LAMP, LAMP], request: { path: "/cart" }, was: 200 },
  { says: "a new product", first: [ADA], request: json("/products", { name: "Clock" }), was: 201 },
  { says: "a photo", first: [ADA], request: photo(1_000), was: 200 },
  {
    says: "`res.status(404)`, then a throw",
    request: { path: "/products/99" },
    was: 404,
    is: [404, "acme_not_found"],
  },
  {
    says: "the throw, from another origin",
    request: { path: "/products/99", headers: FROM_THE_SHOP },
    was: 404,
    is: [404, "acme_not_found"],
  },
  {
    says: "an AppError of 404",
    request: json("/cart", { id: "99" }),
    was: 404,
    is: [404, "acme_not_found"],
  },
  { says: "an AppError of 409", request: json("/cart", { id: "1" }), was: 409, is: [409, "acme_conflict"] },
  { says: "an AppError of 422", first: [ADA], request: json("/products", {}), was: 422, is: [400, "invalid_input"] },
  { says: "an AppError of 401", request: { path: "/me" }, was: 401, is: [401, "acme_unauthenticated"] },
  {
    says: "an AppError of 401 after a logout",
    first: [ADA, { method: "POST", path: "/logout" }],
    request: { path: "/me" },
    was: 401,
    is: [401, "acme_unauthenticated"],
  },
  {
    says: "an error of http-errors",
    first: [ADA],
    request: { method: "DELETE", path: "/products/2" },
    was: 403,
    is: [403, "acme_forbidden"],
  },
  { says: "a wrong password", request: login("abacus"), was: 401, is: [401, "acme_unauthenticated"] },
  { says: "a login without a password", request: json("/login", {}), was: 400, is: [400, "invalid_input"] },
  { says: "JSON that does not parse", request: json("/cart", '{"id": hunter2}'), was: 400, is: [400, "invalid_input"] },
  {
    says: "JSON that is too large",
    request: json("/cart", { id: "x".repeat(30_000) }),
    was: 413,
    is: [413, "acme_content_too_large"],
  },
  { says: "a photo that is too large", first: [ADA], request: photo(70_000), was: 500, is: [413, "file_too_large"] },
  {
    says: "a photo that is not an image",
    first: [ADA],
    request: photo(10, "text/plain"),
    was: 415,
    is: [400, "invalid_input"],
  },
  {
    says: "a photo in another part",
    first: [ADA],
    request: photo(10, "image/png", "picture"),
    was: 500,
    is: [400, "invalid_input"],
  },
  {
    says: "a bug in an asynchronous handler",
    request: json("/cart/checkout", {}),
    was: 500,
    is: [500, "acme_internal_error"],
  },
  { says: "a path that cannot be decoded", request: { path: "/products/%ff" }, was: 400, is: [400, "invalid_input"] },
  { says: "a page that does not exist", request: { path: "/nowhere" }, was: 404, is: [404, "acme_route_not_found"] },
];
