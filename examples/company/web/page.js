import { order } from "./order.js";

const form = document.querySelector("form");
const status = document.querySelector("[role=status]");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { sku, quantity } = Object.fromEntries(new FormData(form));
  status.textContent = "One moment …";
  status.textContent = await order(location.origin, { sku, quantity: Number(quantity) });
});
