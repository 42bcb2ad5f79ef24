/** What only our own packages use, and types that nobody needs to name. Nothing here is promised: it may change in any release. */
export type { HonoRoute, RoutedHonoApp } from "./allowed-methods.ts";
export type { InstallableHonoApp } from "./install.ts";
export type { Fetch } from "./observe.ts";
export type { ValidationResult } from "./validation-hook.ts";
