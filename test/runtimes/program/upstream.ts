/** A service that runs next to the app, for handlers that call another service. */
export function upstream(pathname: string): Response | Promise<Response> | undefined {
  const [, status] = /^\/upstream\/(\d+)$/.exec(pathname) ?? [];
  if (status !== undefined) return Response.json({ message: "hunter2-planted" }, { status: Number(status) });
  // Not silent forever, since Workers end a request for which nothing is pending.
  if (pathname === "/silent") return new Promise((resolve) => setTimeout(() => resolve(new Response()), 5_000));
  return undefined;
}
