/** The globals of a page, which libraries look for when they load: import it before them. */
import { JSDOM } from "jsdom";

const { window } = new JSDOM("<main></main>", { url: "https://shop.example" });
Object.assign(globalThis, { window, document: window.document });
