import { ORDER } from "../.vitepress/order.ts";
import { titleOf } from "../.vitepress/sources.ts";

/** A page about a framework or a transport. */
export interface Framework {
  readonly label: string;
  readonly link: string;
}

declare const data: readonly Framework[];

export { data };

export default {
  load(): readonly Framework[] {
    const shown = ORDER.filter(({ title }) => title === "Frameworks" || title === "Other transports");
    return shown.flatMap(({ entries }) =>
      entries.map(({ page, text }) => {
        const title = titleOf(`docs/${page}.md`);
        // A title with a number names the versions, which a reader who chooses wants to know.
        return { label: text === undefined || /\d/.test(title) ? title : text, link: `/${page}` };
      }),
    );
  },
};
