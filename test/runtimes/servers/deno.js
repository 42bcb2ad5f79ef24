const { default: program } = await import(Deno.args[0]);
const onListen = ({ port }) => void process.stdout.write(`${JSON.stringify({ port })}\n`);
Deno.serve({ hostname: "127.0.0.1", port: 0, onListen }, (request) => program.fetch(request));
