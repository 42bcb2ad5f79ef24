import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { combineHooks, createContract, createOperationCheck, printReports, recognizeClass } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import compression from "compression";
import cors from "cors";
import express, { type RequestHandler } from "express";
import session from "express-session";
import helmet from "helmet";
import createError from "http-errors";
import morgan from "morgan";
import multer from "multer";
import passport from "passport";
import { Strategy } from "passport-local";
import { acme } from "./catalog.ts";
import { addPhoto, addToCart, getProduct } from "./operations.ts";

declare module "express-session" {
  interface SessionData {
    cart: string[];
  }
}

const MAX_PHOTO_BYTES = 65_536;

const NAMES = ["Chair", "Table", "Lamp", "Shelf", "Desk", "Sofa", "Stool", "Bench", "Bed", "Wardrobe", "Mirror", "Rug"];

class AppError extends Error {
  readonly statusCode: number;

  constructor(message: string, statusCode: number) {
    super(message);
    this.statusCode = statusCode;
  }
}

const undeclared = createOperationCheck(acme, [getProduct, addPhoto, addToCart]);

const contract = createContract(acme, {
  recognize: [
    recognizeClass(AppError),
    {
      name: "multer",
      recognize: (thrown) =>
        thrown instanceof multer.MulterError && thrown.code === "LIMIT_FILE_SIZE"
          ? { code: "file_too_large", param: thrown.field, detail: { max_bytes: MAX_PHOTO_BYTES } }
          : undefined,
    },
  ],
  onError: combineHooks(printReports(), (report) => {
    const sentence = undeclared(report);
    if (sentence !== undefined) console.error(sentence);
  }),
});

const findUser = (name: unknown) => (name === "ada" ? { name, password: "engine" } : false);

passport.use(
  new Strategy((name, password, done) => {
    const user = findUser(name);
    done(null, user && user.password === password ? user : false);
  }),
);
passport.serializeUser((user, done) => done(null, (user as { name: string }).name));
passport.deserializeUser((name, done) => done(null, findUser(name)));

const signedIn: RequestHandler = (request, _response, next) => {
  next(request.isAuthenticated() ? undefined : new AppError("Please sign in", 401));
};

/** A shop: products for everybody, a cart for each session, and photos from those who are signed in. */
export async function start(port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const products = NAMES.map((name, index) => ({
    id: String(index + 1),
    name,
    price: 40 + index,
    stock: index % 3,
    about: `A ${name.toLowerCase()} of solid oak, made to order`,
  }));
  const upload = multer({
    limits: { fileSize: MAX_PHOTO_BYTES },
    fileFilter: (_request, { mimetype }, done) => {
      if (mimetype.startsWith("image/")) done(null, true);
      else done(new AppError("Only pictures, please", 415));
    },
  });

  const app = express();
  install(app, contract);
  app.use(helmet());
  app.use(cors({ origin: "https://shop.example", credentials: true }));
  app.use(compression());
  app.use(morgan("tiny", { skip: () => process.env["NODE_ENV"] === "test" }));
  app.use(session({ secret: "keyboard cat", resave: false, saveUninitialized: true }));
  app.use(express.json({ limit: "20kb" }));
  app.use(passport.initialize());
  app.use(passport.session());

  app.get("/health", (_request, response) => {
    response.writeHead(200, { "Content-Type": "text/plain" });
    response.end("ok");
  });

  app.get("/products", (_request, response) => {
    response.json({ success: true, products });
  });

  app.get("/products/:id", (request, response) => {
    const product = products.find(({ id }) => id === request.params.id);
    if (product === undefined) {
      response.status(404);
      throw new Error("Product not found");
    }
    response.json({ success: true, product });
  });

  app.post("/products", signedIn, (request, response) => {
    if (!request.body?.name) throw new AppError("A product needs a name", 422);
    const product = { id: String(products.length + 1), name: request.body.name, price: 0, stock: 0, about: "" };
    products.push(product);
    response.status(201).json({ success: true, product });
  });

  app.post("/products/:id/photo", signedIn, upload.single("photo"), (request, response) => {
    if (request.file === undefined) throw new AppError("The photo is missing", 400);
    response.json({ success: true, bytes: request.file.size });
  });

  app.delete("/products/:id", signedIn, () => {
    throw createError(403, "Only the owner of the shop may do that");
  });

  app.post("/cart", async (request, response) => {
    const product = products.find(({ id }) => id === request.body?.id);
    if (product === undefined) throw new AppError("No such product", 404);
    if (product.stock === 0) throw new AppError(`${product.name} is sold out`, 409);
    const cart = [...(request.session.cart ?? []), product.name];
    request.session.cart = cart;
    response.json({ success: true, cart });
  });

  app.get("/cart", (request, response) => {
    response.json({ success: true, cart: request.session.cart ?? [] });
  });

  app.post("/cart/checkout", async (request, response) => {
    const total = request.body.payment.amount.toFixed(2);
    response.json({ success: true, total });
  });

  app.post("/login", passport.authenticate("local"), (request, response) => {
    response.json({ success: true, user: (request.user as { name: string }).name });
  });

  app.get("/me", signedIn, (request, response) => {
    response.json({ success: true, user: (request.user as { name: string }).name });
  });

  app.post("/logout", (request, response, next) => {
    request.logout((error) => (error ? next(error) : response.sendStatus(204)));
  });

  app.get("/catalogue.csv", (_request, response) => {
    response.attachment("catalogue.csv");
    for (const { id, name, price } of products) response.write(`${id},${name},${price}\n`);
    response.end();
  });

  app.get("/shop", (_request, response) => {
    response.redirect(301, "/products");
  });

  app.use((_request, response) => {
    response.status(404).send("<!doctype html><title>Not found</title><h1>We could not find that page</h1>");
  });

  const server = app.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await start(Number(process.env["PORT"] ?? 3000));
  process.stdout.write(`The shop listens on ${url}\n`);
}
