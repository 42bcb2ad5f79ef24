import type { Examples } from "../proof.examples.ts";

export const urlExamples: Examples = {
  "url-userinfo": {
    redacts: [
      "GET https://api.example.com/v1/check?input=https%3A%2F%2F{alnum:40}%40git.example.com%2Fa.git&page=2 failed",
      "https://api.example.com/x?filter=rediss%3A%2F%2F%3Ahunter2pw%40queue.example.org%3A6380%2F0&mail=a%40b.example",
      "https://api.example.com/x?to=redis://:hunter2@queue.example.org/0",
      "could not reach postgres://app:hunter2@db-1:5432/x",
      "mongodb+srv://root:p/w@s@cluster0.example.net/?retryWrites=true",
      "redis://:hunter2@cache.example.com",
      "https://x:{alnum:30}@git.example.com/a.git",
      "https://{alnum:30}@git.example.com/a.git",
      `amqp://svc:pa"ss'w@mq.example.com/vhost`,
      "nats://k7TokenOfTheShop@mq.example.com:4222",
      "url=https%3A%2F%2Fu%3Apw%40example.com",
      "Failed at postgres%3A%2F%2Fapp%3Ahunter2%40db",
    ],
    keeps: [
      "https://api.example.com/x?next=https%3A%2F%2Fexample.com%2Fx&mail=a%40example.com",
      "https://api.example.com/x?next=https://example.com/@name",
      "see https://example.com/docs",
      "mail ops@example.com",
      "https://example.com/@scope/name",
      "ssh://git@example.com/a.git",
      "https://example.com:8443/@user",
      "url=https%3A%2F%2Fexample.com%2Fx",
    ],
  },
  "webhook-url": {
    redacts: ["POST https://hooks.slack.com/services/T{upper:8}/B{upper:8}/{alnum:24} failed"],
    keeps: ["See https://hooks.slack.com/services for it."],
  },
  "one-time-link": {
    redacts: [
      "https://example.com/reset/{alnum:32}",
      "https://example.com/ical/private-{hex:32}/basic.ics",
      "No route for /reset/MQ/cx1a2b-{hex:32}/",
      "https://konto.example.de/passwort-zuruecksetzen/{hex:40} ist abgelaufen",
      "https://example.es/restablecer?lang=es&t={hex:40} ha caducado",
    ],
    keeps: [
      "POST /v1/verify/a-long-name-without-numbers",
      "/share/x1",
      "/reset/getting-started-with-2fa",
      "/orders/{hex:40}",
      "https://example.com/share?page_cursor={alnum:32}",
      "https://github.com/reactivex/rxjs/commit/{hex:40}",
      "https://github.com/acme/token/commit/{hex:40}",
    ],
  },
  "provider-url-key": {
    redacts: ["https://mainnet.infura.io/v3/{hex:32}", "https://x.quiknode.pro/{hex:40}/"],
    keeps: ["https://docs.infura.io/x"],
  },
  "webhook-path": {
    redacts: ["https://chat.example.com/hooks/{lower:26}"],
    keeps: ["POST /v1/webhooks/wh_123", "/hooks/a-long-name-without-number"],
  },
  "url-password-before-space": {
    redacts: ['bad URI: "redis://:{hex:32} @cache:6379"'],
    keeps: ["http://example.com:8080 @name"],
  },
  "userinfo-without-scheme": {
    redacts: [
      "Invalid URL: wss//svc:H1P/jUi=8HDd6xGi@live.example.com",
      "svc:hunter2@db.example.com is wrong",
      "DSN app:hunter@tcp(db.example.com:3306)/shop",
      "//elastic:changeme@es.example.com:9200",
    ],
    keeps: ["mailto:ops@example.com", "at 10:30@example.com", "python:3.12-slim@sha256:52f29cbc73c28a36"],
  },
  "token-before-host": {
    redacts: ["Invalid endPoint : {alnum:32}@minio.example.com"],
    keeps: ["firstnameandlastname2024@example.com"],
  },
};
