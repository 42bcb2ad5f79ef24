import { describe, expect, test } from "vitest";
import { builtInMessage, proposedCode } from "./propose.ts";

const codeOf = (status: number | undefined, sentence?: string, route?: string) =>
  proposedCode({ status, sentence, route }, "acme");

describe("the code for a status without a sentence", () => {
  test.each<readonly [status: number | undefined, code: string | undefined]>([
    [undefined, undefined],
    [400, "invalid_input"],
    [401, "acme_unauthenticated"],
    [402, "acme_payment_required"],
    [403, "acme_forbidden"],
    [404, "acme_not_found"],
    [405, "acme_method_not_allowed"],
    [409, "acme_conflict"],
    [410, "acme_gone"],
    [413, "acme_content_too_large"],
    [415, "invalid_input"],
    [418, "acme_http_418"],
    [422, "invalid_input"],
    [428, "acme_precondition_required"],
    [429, "rate_limited"],
    [499, "acme_http_499"],
    [500, "acme_internal_error"],
    [502, "acme_upstream_error"],
    [503, "acme_unavailable"],
    [504, "acme_upstream_timeout"],
    [599, "acme_http_599"],
  ])("%s is %s", (status, code) => {
    expect(codeOf(status)).toBe(code);
  });
});

describe("the code for a sentence that says more than its status", () => {
  test.each<readonly [status: number, sentence: string, code: string]>([
    [409, "Sold out", "acme_sold_out"],
    [409, "Sold out. Try another day", "acme_sold_out"],
    [409, "Sold out!", "acme_sold_out"],
    [409, "Sold out? Yes", "acme_sold_out"],
    [409, "Sold out: try another day", "acme_sold_out"],
    [409, "Sold out; try another day", "acme_sold_out"],
    [409, "Plan a.b sold", "acme_plan_b_sold"],
    [409, "409 sold out", "acme_sold_out"],
    [409, "410 sold out", "acme_error_410_sold_out"],
    [409, "3 seats left", "acme_error_3_seats_left"],
    [409, "Row 3 sold", "acme_row_3_sold"],
    [409, "seatTaken", "acme_seat_taken"],
    [409, "SEAT_TAKEN", "acme_seat_taken"],
    [409, "seat-taken", "acme_seat_taken"],
    [409, '"Seat" - taken', "acme_seat_taken"],
    [409, "Row/seat taken", "acme_row_seat_taken"],
    [409, "Can't book", "acme_cant_book"],
    [409, "Can’t book", "acme_cant_book"],
    [409, "Café closed", "acme_cafe_closed"],
    [409, "Order {} is closed", "acme_order_closed"],
    [409, "Seats one two three four five six", "acme_seats_one_two_three_four"],
    [409, "You are not the owner", "acme_not_the_owner"],
    [409, "Seats must not be sold", "acme_seats_not_sold"],
    [409, "Failed to book the seat", "acme_book_seat_failed"],
    [409, "Booking failed", "acme_booking_failed"],
    [409, "An error with the seats of your order", "acme_seats_order"],
    [409, "Sorry, there is a booking", "acme_booking"],
    [409, "The given HTTP booking", "acme_booking"],
    [400, "Seat taken", "acme_seat_taken"],
    [401, "Session ended", "acme_session_ended"],
    [402, "Card declined", "acme_card_declined"],
    [403, "Seat of another guest", "acme_seat_another_guest"],
    [404, "No seat", "acme_no_seat"],
    [410, "Show over", "acme_show_over"],
    [499, "Show over", "acme_show_over"],
  ])("%i %s is %s", (status, sentence, code) => {
    expect(codeOf(status, sentence)).toBe(code);
  });
});

describe("a sentence that says no more than its status", () => {
  test.each([
    ..."Not found|Resource not found|Bad request|The page does not exist|Item doesn't exist".split("|"),
    ..."Unauthorized|Forbidden|Access denied|Permission denied|Not allowed|Method not allowed".split("|"),
    ..."Conflict|Conflict!|Gone|Too many|Too many requests|Unprocessable entity|unprocessablecontent".split("|"),
    ..."Internal|Internal server error|Server error|Something went wrong|Unknown error".split("|"),
    ..."Unexpected error|Unable to process|Not implemented|Service unavailable|Unavailable".split("|"),
    ..."Bad gateway|Gateway timeout|Invalid|Missing|Validation error|Failed|409|!".split("|"),
  ])("%s does not name a code", (sentence) => {
    expect(codeOf(409, sentence)).toBe("acme_conflict");
  });

  test.each(["Please log in", "Please sign in", "You are not logged in", "Login required", "Not signed in"])(
    "%s does not name a code for 401",
    (sentence) => {
      expect(codeOf(401, sentence)).toBe("acme_unauthenticated");
    },
  );

  test.each<readonly [sentence: string, code: string]>([
    ["Conflict with another guest", "acme_conflict_another_guest"],
    ["Seat conflict", "acme_seat_conflict"],
    ["Seat not found", "acme_seat_not_found"],
    ["Not found twice", "acme_not_found_twice"],
    ["Too many requests here or elsewhere", "acme_too_many_requests_elsewhere"],
  ])("%s says more", (sentence, code) => {
    expect(codeOf(409, sentence)).toBe(code);
  });
});

describe("a code of the contract", () => {
  test.each<readonly [status: number, sentence: string, code: string]>([
    [413, "The file is huge", "file_too_large"],
    [413, "Upload above 5 MB", "file_too_large"],
    [413, "Image too big", "file_too_large"],
    [413, "Attachment too big", "file_too_large"],
    [413, "Too big", "acme_content_too_large"],
    [409, "The file is open", "acme_file_open"],
    [401, "No token", "missing_credential"],
    [401, "Token missing", "missing_credential"],
    [401, "Bearer required", "missing_credential"],
    [401, "JWT absent", "missing_credential"],
    [401, "Credential not found", "missing_credential"],
    [401, "Authorization header missing", "missing_credential"],
    [401, "The token has no name", "invalid_credential"],
    [401, "Token expired", "invalid_credential"],
    [401, "Bad authorization header", "invalid_credential"],
    [401, "No session", "acme_no_session"],
    [401, "Session missing", "acme_session_missing"],
    [403, "Token expired", "acme_token_expired"],
    [403, "Wrong scope", "insufficient_scope"],
    [401, "Wrong scope", "acme_wrong_scope"],
    [400, "Seat is invalid", "invalid_input"],
    [400, "Choose at least one seat", "invalid_input"],
    [400, "You may order at most 9 seats", "invalid_input"],
    [400, "Seats must be open", "invalid_input"],
    [400, "Password is wrong", "invalid_input"],
    [400, "The order is closed", "acme_order_closed"],
    [400, "Email already registered", "acme_email_already_registered"],
    [400, "Not enough credit", "acme_not_enough_credit"],
    [422, "The card was declined", "acme_card_declined"],
    [415, "Seat is required", "invalid_input"],
    [422, "Seat missing", "invalid_input"],
    [422, "Not a valid seat", "invalid_input"],
    [422, "Validation of seats", "invalid_input"],
    [422, "Malformed JSON", "invalid_input"],
    [422, "Seat cannot be empty", "invalid_input"],
    [422, "Seat can't be blank", "invalid_input"],
    [422, "Name too short", "invalid_input"],
    [422, "Name too long", "invalid_input"],
    [422, "Number expected", "invalid_input"],
    [422, "Not found", "invalid_input"],
    [422, "Seat taken", "acme_seat_taken"],
    [409, "Seat is invalid", "acme_seat_invalid"],
    [429, "Seat taken", "rate_limited"],
    [500, "Seat taken", "acme_internal_error"],
    [503, "Seat taken", "acme_unavailable"],
  ])("%i %s is %s", (status, sentence, code) => {
    expect(codeOf(status, sentence)).toBe(code);
  });
});

test.each<readonly [status: number, sentence: string, code: string]>([
  [401, "Not authenticated", "acme_unauthenticated"],
  [401, "Unauthorized user", "acme_unauthenticated"],
  [401, "Login first", "acme_unauthenticated"],
  [401, "Signin first", "acme_unauthenticated"],
  [401, "User access denied", "acme_unauthenticated"],
  [401, "User not authorized", "acme_unauthenticated"],
  [403, "User not authorized", "acme_forbidden"],
  [403, "Unauthorized user", "acme_forbidden"],
  [403, "No permission to book", "acme_forbidden"],
  [403, "No access to seats", "acme_forbidden"],
  [403, "Seats denied", "acme_forbidden"],
  [403, "Booking not allowed", "acme_forbidden"],
  [403, "Booking not permitted", "acme_forbidden"],
  [403, "Lacks the privilege", "acme_forbidden"],
  [403, "Booking is forbidden", "acme_forbidden"],
  [409, "Booking is forbidden", "acme_booking_forbidden"],
])("%i %s says no more than the status and is %s", (status, sentence, code) => {
  expect(codeOf(status, sentence)).toBe(code);
});

describe("the subject of the route is in the code for", () => {
  test.each<readonly [route: string, code: string]>([
    ["GET /orders/:id", "acme_order_not_found"],
    ["GET /Orders", "acme_order_not_found"],
    ["GET /api/v1/categories", "acme_category_not_found"],
    ["GET /orders/api", "acme_order_not_found"],
    ["GET /orders/API", "acme_order_not_found"],
    ["GET /orders/apis", "acme_api_not_found"],
    ["GET /orders/myapi", "acme_myapi_not_found"],
    ["GET /orders/v2", "acme_order_not_found"],
    ["GET /orders/a1", "acme_order_not_found"],
    ["GET /orders/1a", "acme_order_not_found"],
    ["GET /orders/*", "acme_order_not_found"],
    ["GET /order-items", "acme_order_item_not_found"],
    ["GET /order-line-items", "acme_order_line_item_not_found"],
    ["GET /boxes", "acme_box_not_found"],
    ["GET /classes", "acme_class_not_found"],
    ["GET /matches", "acme_match_not_found"],
    ["GET /dishes", "acme_dish_not_found"],
    ["GET /cakes", "acme_cake_not_found"],
    ["GET /houses", "acme_house_not_found"],
    ["GET /cases", "acme_case_not_found"],
    ["GET /courses", "acme_course_not_found"],
    ["GET /clauses", "acme_clause_not_found"],
    ["GET /buses", "acme_bus_not_found"],
    ["GET /aliases", "acme_alias_not_found"],
    ["GET /status", "acme_status_not_found"],
    ["GET /analysis", "acme_analysis_not_found"],
    ["GET /series", "acme_series_not_found"],
    ["GET /species", "acme_species_not_found"],
    ["GET /movies", "acme_movie_not_found"],
    ["GET /cookies", "acme_cookie_not_found"],
    ["GET /address", "acme_address_not_found"],
    ["GET /studies-done", "acme_studies_done_not_found"],
    ["GET /boxes-sent", "acme_boxes_sent_not_found"],
    ["GET /seats-sold", "acme_seats_sold_not_found"],
    ["GET /api", "acme_not_found"],
    ["GET /", "acme_not_found"],
    ["GET /xs", "acme_not_found"],
    ["GET /x", "acme_not_found"],
    ["/orders", "acme_order_not_found"],
  ])("404 at %s", (route, code) => {
    expect(codeOf(404, undefined, route)).toBe(code);
  });

  test.each<readonly [status: number, sentence: string | undefined, code: string]>([
    [404, "Not found", "acme_order_not_found"],
    [404, "Cannot {} {}", "acme_order_not_found"],
    [404, "No seat", "acme_no_seat"],
    [400, "File not found", "acme_order_file_not_found"],
    [400, "Only {} left of {}", "invalid_input"],
    [400, undefined, "invalid_input"],
    [409, undefined, "acme_conflict"],
    [409, "Session expired", "acme_conflict"],
    [500, undefined, "acme_internal_error"],
  ])("or not: %i %s", (status, sentence, code) => {
    expect(codeOf(status, sentence, "GET /orders/:id")).toBe(code);
  });
});

test.each<readonly [status: number, sentence: string, code: string]>([
  [400, "File not found", "invalid_input"],
  [404, "File not found", "acme_not_found"],
  [409, "Session busy", "acme_conflict"],
  [409, "Idempotency conflict", "acme_conflict"],
  [409, "Session busy again", "acme_session_busy_again"],
])("%i %s gets no name that a code of the contract has", (status, sentence, code) => {
  expect(codeOf(status, sentence)).toBe(code);
});

test.each<readonly [status: number, message: string | undefined]>([
  [404, "What the request names does not exist."],
  [409, "The request conflicts with the current state."],
  [400, undefined],
  [418, undefined],
  [500, "The server failed to handle the request."],
])("the message of %i is %s", (status, message) => {
  expect(builtInMessage(status)).toBe(message);
});
