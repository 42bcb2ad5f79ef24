import { Controller, Get, Module, Param, Post, Req, Res, UseGuards } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { createContract, defineCatalog, type ErrorReport, type Recognizer, recognizeClass } from "@uhp-errors/core";
import { BearerGuard, stream, UhpError, UhpModule } from "@uhp-errors/nestjs";
import * as z from "zod";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_order_not_found: { status: 404, message: "There is no such order." },
    acme_sold_out: {
      status: 409,
      message: "There are not enough of this article.",
      detail: z.object({ left: z.int().nonnegative() }),
    },
  },
});

class AppError extends Error {
  constructor(
    message: string,
    readonly statusCode: number,
  ) {
    super(message);
  }
}

class StripeError extends Error {}

const stripe: Recognizer = {
  name: "stripe",
  recognize: (thrown) => (thrown instanceof StripeError ? { code: "upstream_error" } : undefined),
};

export const reports: ErrorReport[] = [];

const contract = createContract(acme, {
  recognize: [recognizeClass(AppError), stripe],
  onError: (report) => void reports.push(report),
});

const auth = new BearerGuard(async (token) => (token === "key" ? { name: "Ada" } : null));
const orders = new Map([["1", { id: "1" }]]);

type NativeRequest = Parameters<typeof auth.principal>[0];

@Controller("v1")
class ShopController {
  @Get("orders/:id")
  @UhpError("acme_order_not_found")
  order(@Param("id") id: string) {
    const order = orders.get(id);
    if (order === undefined) throw acme.error("acme_order_not_found", { param: "id" });
    return order;
  }

  @Post("orders")
  buy() {
    throw acme.error("acme_sold_out", { detail: { left: 2 } });
  }

  @Get("me")
  @UseGuards(auth)
  me(@Req() request: NativeRequest) {
    return { name: auth.principal(request).name };
  }

  @Get("report")
  report() {
    throw new Error("cannot open /srv/acme/notes.db");
  }

  @Get("class")
  ofClass() {
    throw new AppError("No such order.", 404);
  }

  @Get("stripe")
  stripe() {
    throw new StripeError("card_declined");
  }

  @Get("written")
  written(@Res() response: { status(code: number): { json(body: object): void } }) {
    response.status(403).json({ error: "no" });
  }

  @Post("responses")
  async responses(@Req() request: NativeRequest, @Res() response: Parameters<typeof stream>[2]) {
    const responseObject = { id: "r1", object: "response", status: "in_progress" };
    const events = stream(contract, request, response, { responseObject });
    await events.send({ type: "response.created", response: responseObject });
    events.fail(acme.taskError("provider_error"));
  }
}

@Module({ imports: [UhpModule.forRoot({ contract })], controllers: [ShopController] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: false });
await app.listen(0, "127.0.0.1");
export const server = app.getHttpServer();
