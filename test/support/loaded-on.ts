import { vi } from "vitest";

/** Loads modules as they are on another runtime, which has these globals. Later imports get the modules of this runtime again. */
export async function loadedOn<Module>(globals: object, load: () => Promise<Module>): Promise<Module> {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  vi.resetModules();
  try {
    return await load();
  } finally {
    vi.resetModules();
    vi.unstubAllGlobals();
  }
}

/** Loads modules as they are on a runtime that serves responses by itself. */
export function loadedOnDeno<Module>(load: () => Promise<Module>): Promise<Module> {
  return loadedOn({ navigator: { userAgent: "Deno/2.5.0" } }, load);
}
