// Serves a program whose default export is a fetch handler, as Workers and Bun would.
import { serve } from "srvx";

const { default: exported } = await import(new URL(process.argv[2], "file:").href);
// Of a CommonJS module, Node makes the default export a field of the default export.
serve(exported.fetch === undefined ? exported.default : exported);
