import mysql, { type Connection } from "mysql2";

/** mysql2's own server. mysql2's types lack some of its methods. */
interface Server {
  on(event: "connection", listener: (connection: ServerConnection) => void): void;
  listen(port: number, host: string, backlog: undefined, listening: () => void): void;
  close(closed: () => void): void;
  readonly _server: { address(): { readonly port: number } };
}

type ServerConnection = Pick<Connection, "destroy"> & {
  on(event: "error" | "query", listener: (sql: string) => void): void;
  serverHandshake(options: object): void;
  writeOk(): void;
  writeError(error: { readonly code: number; readonly message: string }): void;
};

/** A server that speaks MySQL's protocol, without a database. It answers `fail 1062 text` with the packet of that error. */
export interface MysqlStub {
  readonly address: { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
  readonly stop: () => Promise<void>;
}

const LATIN = 33;

export async function startMysqlStub(): Promise<MysqlStub> {
  const server = (mysql.createServer as unknown as () => Server)();
  const open = new Set<ServerConnection>();
  server.on("connection", (connection) => {
    open.add(connection);
    let id = 0;
    connection.on("error", () => open.delete(connection));
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: "8.4.0",
      connectionId: ++id,
      statusFlags: 2,
      characterSet: LATIN,
      capabilityFlags: 0xff_ff_ff,
    });
    connection.on("query", (sql: string) => {
      const [, number, message = ""] = /^fail (\d+) (.*)$/s.exec(sql) ?? [];
      if (number !== undefined) connection.writeError({ code: Number(number), message });
      else connection.writeOk();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", undefined, resolve));
  const { port } = server._server.address();
  return {
    address: { host: "127.0.0.1", port, user: "u", database: "shop" },
    stop: () =>
      new Promise((resolve) => {
        for (const connection of open) connection.destroy();
        server.close(resolve);
      }),
  };
}
