/** The port that a service listens on and the service that it asks, from the environment. */
export function settings(): { readonly port: number; readonly upstream: string } {
  const { PORT, UPSTREAM } = process.env as { readonly PORT?: string; readonly UPSTREAM?: string };
  if (UPSTREAM === undefined) throw new Error("set UPSTREAM to the address of the service to ask");
  return { port: Number(PORT ?? 0), upstream: UPSTREAM };
}

/** Tells the process that started the service where it listens. */
export function announce(port: number): void {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
}
