import { Controller, Get, Module, Param, Post, Req, Res, UseGuards } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { BearerGuard, stream, UhpError, UhpModule } from "@uhp-errors/nestjs";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_order_not_found: { status: 404, message: "There is no such order." } },
});

const contract = createContract(acme, { onError: () => {} });

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

  @Get("me")
  @UseGuards(auth)
  me(@Req() request: NativeRequest) {
    return { name: auth.principal(request).name };
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
