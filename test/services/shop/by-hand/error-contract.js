import { createContract, defineCatalog, recognizeClass } from "@uhp-errors/core";
import { ShopError } from "../src/errors.js";

/** The error codes of the shop. */
export const shop = defineCatalog({
  vendor: "shop",
  codes: {
    shop_no_product: { status: 404, message: "There is no such product." },
    shop_out_of_stock: { status: 409, message: "Not enough is left." },
    shop_card_declined: { status: 402, message: "The card was declined." },
  },
});

export const contract = createContract(shop, {
  onError: () => {},
  recognize: [
    {
      name: "multer",
      recognize: (thrown) =>
        thrown?.code === "LIMIT_FILE_SIZE"
          ? { code: "file_too_large", param: thrown.field, detail: { max_bytes: 1_000 } }
          : undefined,
    },
    recognizeClass(ShopError, {
      catalog: shop,
      byCode: {
        NO_PRODUCT: "shop_no_product",
        OUT_OF_STOCK: "shop_out_of_stock",
        CARD_DECLINED: "shop_card_declined",
        NO_CARD: () => ({ code: "invalid_input", param: "card" }),
      },
      exposeMessage: true,
    }),
  ],
});
