/** Plain data, as a service declares it beside its catalog. */
export const getX = { method: "GET", path: "/x/:id", operationId: "getX", codes: ["acme_cold"] } as const;
