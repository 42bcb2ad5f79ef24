/** What the examples for transports other than HTTP take for granted. */
export { acme, admit, contract, placeOrder } from "../../../transports/support/orders.ts";
