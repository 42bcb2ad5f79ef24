import { QueryClient, useQuery } from "@tanstack/react-query";
import type { SafeResult } from "@uhp-errors/client";
import { type acme, client, type Task } from "./service.ts";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: NonNullable<SafeResult<unknown, typeof acme>["error"]>;
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        failures < 3 && (error?.retryAfter ?? 0) < 60 && (error?.retry === "backoff" || error?.retry === "retry_after"),
      retryDelay: (failures, error) => Math.max(Math.random() * 500 * 2 ** failures, (error?.retryAfter ?? 0) * 1_000),
    },
  },
});

export const useTask = (id: string) =>
  useQuery({
    queryKey: ["task", id],
    queryFn: ({ signal }) => client.json<Task>(`/v1/responses/${encodeURIComponent(id)}`, { signal, maxAttempts: 1 }),
  });
