// Serves a program whose default export is a fetch handler, as Workers and Bun would.
import { serve } from "srvx";

const { default: exported } = await import(new URL(process.argv[2], "file:").href);
// For a compiled CommonJS module, Node puts the default export into a field of its own default export.
serve(exported.fetch === undefined ? exported.default : exported);
