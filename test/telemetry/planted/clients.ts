import Anthropic from "@anthropic-ai/sdk";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import axios from "axios";
import got from "got";
import ky from "ky";
import nodemailer from "nodemailer";
import OpenAI from "openai";
import * as undici from "undici";
import { plant } from "./plant.ts";
import { answeredWith, CLOSED, conversation, failureOf } from "./servers.ts";

const JSON_TYPE = "application/json";
const REFUSAL = JSON.stringify({
  error: { message: `Bad ${plant("responsebody")}`, type: "auth", code: plant("responsecode") },
  message: plant("responsebody"),
});
const OTHER = JSON.stringify({ customer: plant("responsebody") });
const XML = `<Error><Code>${plant("responsecode")}</Code><Message>Bad ${plant("responsebody")}</Message></Error>`;

const headers = {
  authorization: `Bearer ${plant("token")}`,
  cookie: `session=${plant("cookie")}`,
  "x-api-key": plant("apikey"),
};
const body = JSON.stringify({ password: plant("requestbody") });
const pathOf = (at: string) => `${at}/v1/x?api_key=${plant("query")}`;
const urlOf = (at: string) => `http://${pathOf(at)}`;
const withLogin = (at: string) => `http://user:${plant("userinfo")}@${pathOf(at)}`;

const refused = (call: (at: string) => unknown) => () => failureOf(() => call(CLOSED));
const denied = (call: (at: string) => unknown) => answeredWith(401, JSON_TYPE, REFUSAL, call);
const notJson = (call: (at: string) => unknown) => answeredWith(200, JSON_TYPE, `${plant("responsebody")} x`, call);

const viaAxios = (at: string) => axios.post(withLogin(at), body, { headers });
const viaGot = (at: string) => got.post(withLogin(at), { headers, body, retry: { limit: 0 } });
const viaKy = (at: string) => ky.post(urlOf(at), { headers, body, retry: 0 });
const viaFetch = (url: string) => fetch(url, { method: "POST", headers, body });

async function viaUndici(at: string): Promise<void> {
  const agent = new undici.Agent();
  try {
    const dispatcher = agent.compose(undici.interceptors.responseError());
    await undici.request(withLogin(at), { method: "POST", headers, body, dispatcher });
  } finally {
    await agent.destroy();
  }
}

async function viaAws(at: string): Promise<void> {
  const client = new S3Client({
    endpoint: `http://${at}`,
    region: "eu-west-1",
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: {
      accessKeyId: plant("accesskey"),
      secretAccessKey: plant("secretkey"),
      sessionToken: plant("sessiontoken"),
    },
  });
  try {
    await client.send(
      new PutObjectCommand({ Bucket: "b", Key: "k", Body: body, Metadata: { note: plant("metadata") } }),
    );
  } finally {
    client.destroy();
  }
}

const messages = [{ role: "user" as const, content: plant("prompt") }];
const viaOpenAi = (at: string) =>
  new OpenAI({ apiKey: plant("apikey"), baseURL: urlOf(at), maxRetries: 0 }).chat.completions.create({
    model: "gpt",
    messages,
  });
const viaAnthropic = (at: string) =>
  new Anthropic({ apiKey: plant("apikey"), baseURL: urlOf(at), maxRetries: 0 }).messages.create({
    model: "claude",
    max_tokens: 1,
    messages,
  });

/** An SMTP server that refuses the login, or the recipient. */
const smtp = (refusal: RegExp) => (line: string) => {
  if (refusal.test(line)) return `535 5.7.8 refused ${plant("smtpreply")}\r\n`;
  return /^EHLO/.test(line) ? "250-here\r\n250 AUTH PLAIN\r\n" : /^AUTH/.test(line) ? "235 yes\r\n" : "250 yes\r\n";
};
const mailed = (refusal: RegExp) =>
  conversation("220 here\r\n", smtp(refusal), async (port, host) => {
    const transport = nodemailer.createTransport({ host, port, auth: { user: "u", pass: plant("password") } });
    try {
      await transport.sendMail({
        from: "a@acme.example",
        to: `${plant("recipient")}@acme.example`,
        subject: plant("subject"),
        text: plant("mail"),
      });
    } finally {
      transport.close();
    }
  });

/** Calls to other services that fail, by library. */
export const CLIENTS: Readonly<Record<string, () => Promise<unknown>>> = {
  "axios, 401": denied(viaAxios),
  "axios, refused": refused(viaAxios),
  "got, 401": denied(viaGot),
  "got, refused": refused(viaGot),
  "got, no JSON": notJson((at) => viaGot(at).json()),
  "ky, 401": denied(viaKy),
  "ky, refused": refused(viaKy),
  "ky, no JSON": notJson((at) => viaKy(at).json()),
  "undici, 401": denied(viaUndici),
  "undici, refused": refused(viaUndici),
  "fetch, refused": refused((at) => viaFetch(urlOf(at))),
  "fetch, a login in the URL": refused((at) => viaFetch(withLogin(at))),
  "fetch, no URL": refused(() => viaFetch(`http//${plant("url")}`)),
  "fetch, no header": refused((at) => fetch(urlOf(at), { headers: { "x-key": `${plant("apikey")}\n` } })),
  "fetch, no JSON": notJson(async (at) => (await viaFetch(urlOf(at))).json()),
  "AWS SDK, 403": answeredWith(403, "application/xml", XML, viaAws),
  "AWS SDK, refused": refused(viaAws),
  "OpenAI, 401": denied(viaOpenAi),
  "OpenAI, 500 of another form": answeredWith(500, JSON_TYPE, OTHER, viaOpenAi),
  "OpenAI, 500 without JSON": answeredWith(500, "text/html", plant("responsebody"), viaOpenAi),
  "OpenAI, refused": refused(viaOpenAi),
  "Anthropic, 401": denied(viaAnthropic),
  "Anthropic, refused": refused(viaAnthropic),
  "nodemailer, the login": mailed(/^AUTH/),
  "nodemailer, the recipient": mailed(/^RCPT/),
};
