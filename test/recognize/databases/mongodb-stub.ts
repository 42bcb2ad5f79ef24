import { type AddressInfo, createServer, type Socket } from "node:net";
import { BSON } from "mongodb";

/** A server that speaks MongoDB's protocol, without a database. It answers every command with `reply`, except the driver's own. */
export interface MongodbStub {
  readonly url: string;
  reply: object;
  readonly stop: () => Promise<void>;
}

const HEADER = 16;
const OP_MSG = 2013;

/** The answer to the driver's own first command. */
const HELLO = {
  ok: 1,
  isWritablePrimary: true,
  helloOk: true,
  setName: "rs",
  hosts: ["127.0.0.1"],
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 21,
};
const OWN: Readonly<Record<string, object>> = { hello: HELLO, endSessions: { ok: 1 }, abortTransaction: { ok: 1 } };

export async function startMongodbStub(): Promise<MongodbStub> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    let pending = Buffer.alloc(0);
    socket.on("data", (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= HEADER && pending.length >= pending.readInt32LE(0)) {
        const message = pending.subarray(0, pending.readInt32LE(0));
        pending = pending.subarray(message.length);
        // The header is followed by four bytes of flags, the kind of the section, and the command.
        const start = HEADER + 5;
        const command = BSON.deserialize(message.subarray(start, start + message.readInt32LE(start)));
        const [name = ""] = Object.keys(command);
        socket.write(messageOf(OWN[name] ?? stub.reply, message.readInt32LE(4)));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stub: MongodbStub = {
    url: `mongodb://127.0.0.1:${port}/shop?directConnection=true`,
    reply: { ok: 1 },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return stub;
}

function messageOf(reply: object, to: number): Buffer {
  const body = BSON.serialize(reply);
  const head = Buffer.alloc(HEADER + 5);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(to, 8);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, body]);
}
