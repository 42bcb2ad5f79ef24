import fastifyCookie from "@fastify/cookie";
import fastifyJwt from "@fastify/jwt";
import fastifySession from "@fastify/session";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";

declare module "fastify" {
  interface Session {
    name?: string;
    drafts?: number;
  }
}

declare module "@fastify/jwt" {
  interface FastifyJWT {
    user: { readonly sub: string; readonly points?: { readonly total: number } };
  }
}

const login = {
  type: "object",
  required: ["name", "password"],
  properties: { name: { type: "string", minLength: 1 }, password: { type: "string" } },
} as const;

export const auth = fastifyPlugin(async (app: FastifyInstance) => {
  await app.register(fastifyCookie);
  await app.register(fastifySession, {
    secret: "a secret of the session, for the tests",
    cookie: { secure: false },
    saveUninitialized: false,
    idGenerator: () => "session-1",
  });
  await app.register(fastifyJwt, { secret: "a secret for the tests" });

  app.post<{ Body: { name: string; password: string } }>(
    "/login",
    { schema: { body: login } },
    async (request, reply) => {
      const { name, password } = request.body;
      if (password !== "correct horse") return reply.code(401).send({ message: "The name or the password is wrong." });
      request.session.set("name", name);
      return { token: app.jwt.sign({ sub: name, iat: 1_760_000_000 }) };
    },
  );

  app.post("/logout", async (request, reply) => {
    await request.session.destroy();
    return reply.code(204).send();
  });
});

/** Lets requests with a token pass. */
export async function withToken(request: FastifyRequest): Promise<void> {
  await request.jwtVerify();
}

/** Lets requests of a session pass. */
export async function withSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.session.get("name") === undefined) await reply.code(401).send({ message: "Log in first." });
}
