import { createContract, defineCatalog, recognizeClass } from "@uhp-errors/core";
import { BookingError } from "../src/errors.ts";

/** The error codes of the booking service. */
export const bookings = defineCatalog({
  vendor: "booking",
  codes: {
    booking_no_room: { status: 404, message: "There is no such room." },
    booking_no_room_left: { status: 409, message: "The room is taken." },
    booking_card_declined: { status: 402, message: "The card was declined." },
  },
});

export const contract = createContract(bookings, {
  onError: () => {},
  recognize: [
    recognizeClass(BookingError, {
      catalog: bookings,
      byCode: {
        NO_ROOM: "booking_no_room",
        NO_ROOM_LEFT: "booking_no_room_left",
        CARD_DECLINED: "booking_card_declined",
      },
      exposeMessage: true,
    }),
  ],
});
