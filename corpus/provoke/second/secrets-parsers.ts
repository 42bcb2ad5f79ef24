import { cred, load, type Provocation } from "../javascript/tools.ts";
import { after, again, carried, named } from "./carry.ts";

const { z } = load("zod");
const { program } = load("commander");
const yargs = load("yargs");
const dotenv = load("dotenv");
const execa = load("execa");
const { expect } = load("chai");
const JSON5 = load("json5");
const toml = load("smol-toml");
const Joi = load("joi");

/** Messages that repeat a secret which the text around it gives away. */
export const provocations: Provocation[] = [
  ...again("zod", {
    secret: carried(
      () =>
        z
          .object({ grant: z.literal("code"), client_secret: z.literal("") })
          .strict()
          .parse({ grant: "code", [`client_secret=${cred("hexKey40", 1551)}`]: 1 }),
      named("token request"),
    ),
  }),
  ...again("chai", {
    secret: () => expect({ authorization: `Token ${cred("hexKey40", 1552)}` }).to.deep.equal({}),
  }),
  ...again("json5", {
    "bare-word": carried(() => JSON5.parse(`{password: ${cred("simplePassword", 1554)}}`), after("bad settings")),
  }),
  ...again("smol-toml", { secret: () => toml.parse(`smtp_password = "${cred("base62Key", 1527)}"\nsmtp_port\n`) }),
  ...again("commander", {
    "secret-excess": () =>
      program
        .createCommand("sync")
        .exitOverride()
        .configureOutput({ writeErr: () => {} })
        .parse(["node", "sync", `--api-token=${cred("hubspotToken", 1555)}`]),
  }),
  ...again("yargs", {
    "unknown-option": () =>
      yargs([`--smtp-password=${cred("base62Key", 1556)}`])
        .strict()
        .exitProcess(false)
        .fail((message: unknown) => {
          throw new Error(String(message));
        })
        .parse(),
  }),
  ...again("execa", {
    "secret-env": [
      () => execa.execaSync("false", [`--license-key=${cred("hexKey40", 1557)}`]),
      { as: ["message", "stack"] },
    ],
    "secret-missing": carried(
      () =>
        execa.execa("restic-none", [
          "-r",
          `rest:http://backup:${cred("simplePassword", 1558)}@restic.home:8000/`,
          "check",
        ]),
      named("backup"),
    ),
  }),
  ...again("dotenv", {
    "secret-parsed": () =>
      `settings were ${JSON.stringify(dotenv.parse(`REDIS_PASSWORD=${cred("base62Key", 1559)}\nREDIS_HOST=redis.cache.home`))}`,
  }),
  ...again("joi", {
    "token-type": carried(
      () =>
        Joi.attempt(
          { url: `redis://:${cred("simplePassword", 1560)}@cache.home`, token: 7 },
          Joi.object({ url: Joi.string(), token: Joi.string() }),
        ),
      after("bad pool"),
    ),
  }),
];
