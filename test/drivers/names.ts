/** The frameworks that every case runs on. */
export const DRIVER_NAMES = ["express4", "express5"] as const;

/** One of them. */
export type DriverName = (typeof DRIVER_NAMES)[number];
