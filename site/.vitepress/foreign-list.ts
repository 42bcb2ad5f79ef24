import type { UserConfig } from "vitepress";

type Plugin = NonNullable<NonNullable<NonNullable<UserConfig["vite"]>["plugins"]>[number]>;

/** The list that the page in the repository has below the line that says how it is made. */
const LIST = /^<!-- Made from a run of test\/recognize[\s\S]*/m;

const TABLE = `<ForeignErrors />

<script setup>
import ForeignErrors from "../site/components/ForeignErrors.vue"
</script>
`;

/** The table gets the room of the outline, which would be empty. */
const ROOM = "---\naside: false\n---\n";

/** Shows, instead of the list of foreign errors, a table that is searched. The search of the site still finds what is in the list. */
export function foreignList(): Plugin {
  return {
    name: "foreign-list",
    enforce: "pre",
    transform: (code, id) =>
      /\/docs\/foreign-errors\.md$/.test(id) ? `${ROOM}${code.replace(LIST, TABLE)}` : undefined,
  };
}
