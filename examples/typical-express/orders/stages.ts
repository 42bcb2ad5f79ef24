import { createContract, type Recognizer, recognizeClass } from "@uhp-errors/core";
import { recognizeDatabaseErrors } from "@uhp-errors/core/databases";
import multer from "multer";
import { ApiError, acme } from "./errors.ts";
import { MAX_PHOTO_BYTES, type Stage } from "./service.ts";

/** The table shows only what clients get, so reports are dropped. */
const reports = { onError: () => {} };

const appliesTo = ({ path }: { readonly path: string }) => !path.startsWith("/pages/");

const recognize: readonly Recognizer[] = [
  {
    name: "multer",
    recognize: (thrown) =>
      thrown instanceof multer.MulterError && thrown.code === "LIMIT_FILE_SIZE"
        ? { code: "file_too_large", param: thrown.field, detail: { max_bytes: MAX_PHOTO_BYTES } }
        : undefined,
  },
  recognizeClass(ApiError, {
    catalog: acme,
    byCode: {
      NO_ORDER: "acme_order_not_found",
      NO_STOCK: (error) => ({ code: "acme_no_stock", detail: error.details ?? {} }),
      FORBIDDEN: "acme_staff_only",
    },
    exposeMessage: true,
  }),
  recognizeDatabaseErrors({ catalog: acme, constraints: { customers_email_key: "acme_email_taken" } }),
];

const taught = { ...reports, appliesTo, recognize };
const spoken = createContract(acme, { ...taught, exposeMessages: true });

/** The service after each step of docs/moving.md where a team can stop. */
export const STAGES: readonly (Stage & { readonly name: string })[] = [
  { name: "before", hasOwnHandler: true, throwsCodes: false },
  { name: "step 1: the contract", contract: createContract(acme, reports), hasOwnHandler: true, throwsCodes: false },
  {
    name: "step 2: pages left out",
    contract: createContract(acme, { ...reports, appliesTo }),
    hasOwnHandler: true,
    throwsCodes: false,
  },
  {
    name: "steps 3 to 5: classes, codes, no handler",
    contract: createContract(acme, taught),
    hasOwnHandler: false,
    throwsCodes: false,
  },
  { name: "own messages kept", contract: spoken, hasOwnHandler: false, throwsCodes: false },
  {
    name: "step 7: codes thrown",
    contract: spoken,
    hasOwnHandler: false,
    throwsCodes: true,
  },
];
