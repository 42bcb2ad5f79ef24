import { Controller, type NestInterceptor, UseFilters, UseInterceptors, ValidationPipe } from "@nestjs/common";
import { MessagePattern, Payload } from "@nestjs/microservices";
import { MessageBody, SubscribeMessage, WebSocketGateway } from "@nestjs/websockets";
import { exceptionFactory } from "@uhp-errors/nestjs";
import { tap } from "rxjs";
import { CallFilter } from "./filter.ts";
import { Order, placeOrder } from "./orders.ts";

const pipe = new ValidationPipe({ expectedType: Order, exceptionFactory });

/** A result that is no JSON fails here, before Nest writes it outside the filter. */
const json: NestInterceptor = {
  intercept: (_context, next) => next.handle().pipe(tap((result) => JSON.stringify(result))),
};

@UseFilters(CallFilter)
@UseInterceptors(json)
@WebSocketGateway()
export class OrderGateway {
  @SubscribeMessage("order.place")
  place(@MessageBody(pipe) order: Order) {
    return placeOrder(order);
  }
}

@UseFilters(CallFilter)
@UseInterceptors(json)
@Controller()
export class OrderCommands {
  @MessagePattern("order.place")
  place(@Payload(pipe) order: Order) {
    return placeOrder(order);
  }
}
