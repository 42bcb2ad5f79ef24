import { acme } from "../../contract.ts";

export default () => {
  throw acme.error("acme_note_not_found");
};
