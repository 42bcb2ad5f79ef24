import { createClient, isApiError, isNetworkError } from "@uhp-errors/client";

/** Orders an article, and returns the result as one sentence. */
export async function order(shop, article) {
  const client = createClient({ baseUrl: shop, maxAttempts: 1 });
  try {
    const { order } = await client.json("/v1/checkout", {
      method: "POST",
      body: JSON.stringify(article),
      headers: { traceparent: newTrace() },
    });
    return `Thank you. Your order is ${order}.`;
  } catch (error) {
    return sentence(error);
  }
}

function sentence(error) {
  if (isNetworkError(error)) return "The shop cannot be reached. Are you online?";
  if (!isApiError(error)) return "Something went wrong.";
  if (error.code === "acme_out_of_stock") return `Only ${error.detail?.available ?? "a few"} are left.`;
  if (error.code === "acme_checkout_paused") return `Please try again in ${error.retryAfter ?? "some"} seconds.`;
  if (error.code === "invalid_input") return `Please look at "${error.param}" again.`;
  return `Something went wrong. When you ask us about it, say ${error.requestId}.`;
}

/** The header that tells all services which errors belong together (W3C Trace Context). */
function newTrace() {
  const hex = (bytes) =>
    Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0"));
  return `00-${hex(16).join("")}-${hex(8).join("")}-01`;
}
