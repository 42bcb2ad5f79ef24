const { default: program } = await import(process.argv[2]);
const server = Bun.serve({ hostname: "127.0.0.1", port: 0, idleTimeout: 60, fetch: program.fetch });
process.stdout.write(`${JSON.stringify({ port: server.port })}\n`);
