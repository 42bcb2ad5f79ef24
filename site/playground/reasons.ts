/** Things that look private but are not. Each has the reason why it stays, with code between backticks, and an example. */
export const STAYING: readonly {
  readonly looksLike: RegExp;
  readonly because: string;
  readonly example: string;
  readonly word: string;
}[] = [
  {
    looksLike: /^(?:s3|gs|hdfs|abfss?):\/\//,
    because:
      "An object in a store: often, the client itself has named it. Add a rule for the names of your own buckets.",
    example: "The object s3://bucket/key is missing here.",
    word: "s3://bucket/key",
  },
  {
    looksLike: /^\/[\w-]+$/,
    because: "One name after a slash: far more often an API route than a folder of a server, such as `/srv`.",
    example: "Nothing is served at /reports now.",
    word: "/reports",
  },
  {
    looksLike: /^https?:\/\//,
    because: "A public URL: its host is not under an internal name, and it carries no credential.",
    example: "See https://docs.acme.com/errors for help.",
    word: "https://docs.acme.com/errors",
  },
  {
    looksLike: /^[\w.+-]+@[\w-]+\.[\w.]+$/,
    because: "An email address: it names a person, not a machine or a secret.",
    example: "Write to help@acme.com about it.",
    word: "help@acme.com",
  },
  {
    looksLike: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
    because: "A UUID: an id, which grants nothing.",
    example: "The job 0b9c3a52-3a8e-4d9a-9f0a-7f0f6c3a1b11 was not found.",
    word: "0b9c3a52-3a8e-4d9a-9f0a-7f0f6c3a1b11",
  },
  {
    looksLike: /^(?:resp|chrn|file|task|sess)_\w+$/,
    because: "An id of the protocol: its random part grants nothing.",
    example: "The response resp_9f8a7b6c5d was not found.",
    word: "resp_9f8a7b6c5d",
  },
  {
    looksLike: /^v?\d+(?:\.\d+){1,3}(?:-[\w.]+)?$/,
    because: "A version, a decimal number or a public IP address.",
    example: "The client needs version 2.14.1 or later.",
    word: "2.14.1",
  },
  {
    looksLike: /^\d{4}-\d\d-\d\d/,
    because: "A date.",
    example: "The version 2026-10-04 is not served.",
    word: "2026-10-04",
  },
  {
    looksLike: /^[0-9a-f]{7,40}$/i,
    because: "The hash of a commit: no word next to it says that it is a key.",
    example: "The commit 9fceb02d0ae598e95dc970b74767f19372d61af8 is missing.",
    word: "9fceb02d0ae598e95dc970b74767f19372d61af8",
  },
  {
    looksLike: /^\/v\d+(?:\/[\w:{}.-]+)+$/,
    because: "An API route. Clients call it, so they know it.",
    example: "Use POST /v1/responses for it.",
    word: "/v1/responses",
  },
  {
    looksLike: /^(?:application|text|image|audio|video|multipart)\/[\w.+-]+$/,
    because: "A MIME type.",
    example: "The body must be application/json here.",
    word: "application/json",
  },
  {
    looksLike: /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/,
    because: "The name of an environment variable or a constant. Its value would be taken out.",
    example: "Set ACME_API_KEY before the start.",
    word: "ACME_API_KEY",
  },
  {
    looksLike: /^[a-z][a-z\d]*(?:_[a-z\d]+)+$/,
    because: "The name of a field or a code.",
    example: "The field harness_id is missing here.",
    word: "harness_id",
  },
  {
    looksLike: /^(?:[a-z\d-]+\.)+(?:com|net|org|io|dev|app|cloud|example)(?::\d+)?$/i,
    because:
      "A dotted name: no ending such as `.internal` marks it as private. If it is private, add it to `internalHosts`.",
    example: "The host orders.example.com is down now.",
    word: "orders.example.com",
  },
  {
    looksLike: /^[a-z_]\w*(?:\.\w+)+$/i,
    because: "A dotted name, such as the path of a field: no ending such as `.internal` marks it as private.",
    example: "The field input.0.type is not known.",
    word: "input.0.type",
  },
  {
    looksLike: /^\d/,
    because: "A number, or a word that starts with one: no word next to it says that it is a secret.",
    example: "The limit is 4096 tokens a minute.",
    word: "4096",
  },
];

/** Why a word that looks technical stays in a message; `undefined` if it looks like nothing that is taken out. */
export function reasonToStay(word: string): string | undefined {
  return STAYING.find(({ looksLike }) => looksLike.test(word))?.because;
}
