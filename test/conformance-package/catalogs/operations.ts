/** Plain data, as a service declares it next to its catalog. */
export const getX = { method: "GET", path: "/x/:id", operationId: "getX", codes: ["acme_cold"] } as const;
