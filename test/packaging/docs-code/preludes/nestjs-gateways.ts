/** What the examples for gateways and microservices take for granted. */
export { CallFilter } from "../../../transports/nestjs/filter.ts";
export { acme, Order, onError, placeOrder } from "../../../transports/nestjs/orders.ts";
