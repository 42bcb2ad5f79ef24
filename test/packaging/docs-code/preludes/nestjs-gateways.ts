/** What the examples for gateways and microservices take for granted. */
export { acme, onError } from "../../../transports/nestjs/orders.ts";
