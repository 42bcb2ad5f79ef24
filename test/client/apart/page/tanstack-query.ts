import { QueryClient, useQuery } from "@tanstack/react-query";
import type { SafeResult } from "@uhp-errors/client";
import { type acme, client, type Task } from "./service.ts";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: NonNullable<SafeResult<unknown, typeof acme>["error"]>;
  }
}

export const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });

export const useTask = (id: string) =>
  useQuery({
    queryKey: ["task", id],
    queryFn: ({ signal }) => client.json<Task>(`/v1/responses/${encodeURIComponent(id)}`, { signal }),
  });
