import { text } from "../draft.ts";
import { clock, day, email, firstName, oneOf, prefixedId, price, requestId, whole } from "../words.ts";

/** What shops, banks, calendars and carriers say. */
export const payments = [
  text`Your card was declined.`,
  text`Your card has insufficient funds.`,
  text`Card ending in ${whole(1000, 9999)} expired ${whole(1, 12)}/${whole(20, 25)}`,
  text`3D Secure is required for payments over ${price}`,
  text`Charge ${prefixedId} has already been refunded (${price} of ${price})`,
  text`The payment of ${price} to ${firstName} is pending since ${day}`,
  text`Amount must convert to at least 50 cents. ${price} converts to approximately ${price}.`,
  text`Currency 'EUR/USD' cannot be settled on weekends`,
  text`VAT number DE${whole(100000000, 999999999)} could not be checked with VIES`,
  text`Subscription ${prefixedId} is past_due; next attempt on ${day} ${clock}`,
  text`Coupon SUMMER${whole(10, 99)} is not valid before ${day}`,
  text`Tax rate 7/107 does not apply to books`,
  text`Delivery to 10115 Berlin takes ${whole(1, 3)}-${whole(4, 9)} days`,
  text`Only ${whole(1, 4)} of ${whole(5, 9)} items are in stock (SKU ${whole(100, 999)}-XL/blue)`,
  text`Booking ${oneOf("LH", "BA", "AF")}${whole(100, 999)} on ${day} ${clock} is full`,
  text`Room 3/14 is taken from 09:00 to 10:30`,
  text`Event starts at 2025-10-26T02:30:00+02:00[Europe/Berlin], which occurs twice`,
  text`Size 38/40 is not offered; try S/M`,
  text`Payout to ****${whole(1000, 9999)} failed: account closed`,
  text`Receipt was sent to ${email}`,
  text`Dispute ${prefixedId} must be answered by ${day} 23:59:59 UTC`,
  text`Exchange rate 1 EUR = 1.0${whole(10, 99)} USD has expired`,
  text`Order total ${price} != sum of lines ${price} (request ${requestId})`,
  text`Price list 2025/26 is not published yet`,
];
