/** What is there besides the app, for handlers that ask another service. */
export function upstream(pathname: string): Response | Promise<Response> | undefined {
  const [, status] = /^\/upstream\/(\d+)$/.exec(pathname) ?? [];
  if (status !== undefined) return Response.json({ message: "hunter2-planted" }, { status: Number(status) });
  // Not silent for ever: Workers end a request for which nothing is under way.
  if (pathname === "/silent") return new Promise((resolve) => setTimeout(() => resolve(new Response()), 5_000));
  return undefined;
}
