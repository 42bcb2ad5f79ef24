/** Prints the codes of the catalog for the warehouse, which is written in Python. */
import { acme } from "@acme/errors";
import { toConstants } from "@uhp-errors/exports";

process.stdout.write(toConstants(acme, "python"));
