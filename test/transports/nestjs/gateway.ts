import { Controller, UseFilters, ValidationPipe } from "@nestjs/common";
import { MessagePattern, Payload } from "@nestjs/microservices";
import { MessageBody, SubscribeMessage, WebSocketGateway } from "@nestjs/websockets";
import { exceptionFactory } from "@uhp-errors/nestjs";
import { CallFilter } from "./filter.ts";
import { Order, placeOrder } from "./orders.ts";

const pipe = new ValidationPipe({ expectedType: Order, exceptionFactory });

@UseFilters(CallFilter)
@WebSocketGateway()
export class OrderGateway {
  @SubscribeMessage("order.place")
  place(@MessageBody(pipe) order: Order) {
    return placeOrder(order);
  }
}

@UseFilters(CallFilter)
@Controller()
export class OrderCommands {
  @MessagePattern("order.place")
  place(@Payload(pipe) order: Order) {
    return placeOrder(order);
  }
}
