import type { SafeResult } from "@uhp-errors/client";
import useSWR from "swr";
import { type acme, client, type Task } from "./service.ts";

type RequestError = NonNullable<SafeResult<unknown, typeof acme>["error"]>;

export const useTask = (id: string) =>
  useSWR<Task, RequestError>(`/v1/responses/${encodeURIComponent(id)}`, (path: string) => client.json<Task>(path), {
    shouldRetryOnError: false,
  });
