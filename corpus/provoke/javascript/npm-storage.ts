import { about, answer, bytes, called, closed, cred, type Loose, load, type Provocation, settled } from "./tools.ts";

const { S3Client, GetObjectCommand, PutObjectCommand, ListBucketsCommand } = load("@aws-sdk/client-s3");
const { BlobServiceClient, StorageSharedKeyCredential } = load("@azure/storage-blob");
const { ClientSecretCredential, ClientCertificateCredential, EnvironmentCredential } = load("@azure/identity");
const { Storage } = load("@google-cloud/storage");
const { Client: Minio } = load("minio");
const keys = (): object => ({ accessKeyId: cred("awsAccessKeyId", 404), secretAccessKey: cred("awsSecretKey", 405) });

const s3 = (options: object = {}): Loose =>
  new S3Client({ region: "eu-west-1", maxAttempts: 1, forcePathStyle: true, credentials: keys(), ...options });

const object = (client: Loose): Loose =>
  client.send(new GetObjectCommand({ Bucket: "acme-invoices", Key: "2026/04/ord_8123.pdf" }));

const s3Error = (status: number, code: string, message: string, extra = ""): Promise<number> =>
  answer(
    9000,
    status,
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message>${extra}</Error>`,
    { "content-type": "application/xml" },
  );

const stored = async (port: Promise<number>): Promise<unknown> =>
  object(s3({ endpoint: `http://127.0.0.1:${await port}` }));

const blob = (url: string): Loose =>
  new BlobServiceClient(url, new StorageSharedKeyCredential("acmestore", cred("azureAccountKey", 406)), {
    retryOptions: { maxTries: 1 },
  })
    .getContainerClient("invoices")
    .getBlockBlobClient("a.pdf")
    .download();

const bucket = (options: object): Loose =>
  new Storage({ projectId: "acme-prod", retryOptions: { autoRetry: false }, ...options })
    .bucket("acme-invoices")
    .file("a.pdf")
    .download();

const minio = (options: object): Loose =>
  new Minio({ endPoint: "127.0.0.1", useSSL: false, accessKey: "app", secretKey: cred("base62Key", 407), ...options });

/** Messages of the clients of clouds, whose servers are local here. */
export const provocations: Provocation[] = [
  ...about("@aws-sdk/client-s3", {
    refused: [() => object(s3({ endpoint: `http://127.0.0.1:${closed(4566)}` })), { as: ["message", "stack"] }],
    "unknown-host": [
      () => object(s3({ endpoint: "http://minio.storage.svc.cluster.local:9000" })),
      { as: ["message", "stack"] },
    ],
    "no-such-key": [
      async () => stored(s3Error(404, "NoSuchKey", "The specified key does not exist.")),
      { as: ["message", "stack"] },
    ],
    denied: async () =>
      stored(
        s3Error(
          403,
          "AccessDenied",
          "User: arn:aws:iam::123456789012:user/orders is not authorized to perform: s3:GetObject",
        ),
      ),
    "key-id": async () =>
      stored(
        s3Error(
          403,
          "InvalidAccessKeyId",
          `The AWS Access Key Id ${cred("awsAccessKeyId", 404)} you provided does not exist in our records.`,
        ),
      ),
    "no-bucket": async () => stored(s3Error(404, "NoSuchBucket", "The specified bucket does not exist")),
    "slow-down": async () => stored(s3Error(503, "SlowDown", "Please reduce your request rate.")),
    html: async () => stored(answer(9000, 500, "<html>oops", { "content-type": "text/html" })),
    region: () => object(new S3Client({ credentials: { accessKeyId: "x", secretAccessKey: "y" }, region: "" })),
    "bucket-missing": () => s3().send(new GetObjectCommand({ Key: "a" })),
    endpoint: () => object(s3({ endpoint: "minio.internal" })),
    credentials: () => s3({ endpoint: "http://127.0.0.1:1", credentials: {} }).send(new ListBucketsCommand({})),
    profile: () =>
      s3({ endpoint: "http://127.0.0.1:1", credentials: undefined, profile: "none-such" }).send(
        new ListBucketsCommand({}),
      ),
    "bucket-name": () => s3().send(new PutObjectCommand({ Bucket: "arn:aws:s3:eu", Key: "a", Body: "x" })),
    body: () =>
      s3({ endpoint: "http://127.0.0.1:1" }).send(
        new PutObjectCommand({
          Bucket: "a",
          Key: "b",
          Body: load("node:fs").createReadStream("/srv/exports/none.csv"),
        }),
      ),
  }),
  ...about("@azure/storage-blob", {
    "connection-string": () =>
      BlobServiceClient.fromConnectionString(`AccountName=acmestore;AccountKey=${cred("azureAccountKey", 412)}`),
    "connection-string-empty": () => BlobServiceClient.fromConnectionString("x"),
    refused: [() => blob(`http://127.0.0.1:${closed(10000)}/acmestore`), { as: ["message"] }],
    "unknown-host": [() => blob("http://azurite.storage.svc:10000/acmestore"), { as: ["message", "stack"] }],
    denied: async () =>
      blob(
        `http://127.0.0.1:${await answer(10000, 403, '<?xml version="1.0"?><Error><Code>AuthenticationFailed</Code><Message>Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly including the signature.</Message></Error>', { "content-type": "application/xml" })}/acmestore`,
      ),
    missing: [
      async () =>
        blob(
          `http://127.0.0.1:${await answer(10000, 404, '<?xml version="1.0"?><Error><Code>ContainerNotFound</Code><Message>The specified container does not exist.</Message></Error>', { "content-type": "application/xml" })}/acmestore`,
        ),
      { as: ["message", "stack"] },
    ],
    url: () => blob("acmestore.blob.internal"),
    range: () =>
      new BlobServiceClient("https://example.com").getContainerClient("a").getBlockBlobClient("b").download(-1, -2),
    name: () => new BlobServiceClient("https://example.com").getContainerClient(""),
    upload: () =>
      new BlobServiceClient("http://127.0.0.1:1")
        .getContainerClient("a")
        .getBlockBlobClient("b")
        .uploadFile("/srv/exports/none.csv"),
  }),
  ...about("@azure/identity", {
    tenant: () => new ClientSecretCredential("acme corp", "id", cred("azureClientSecret", 413)),
    arguments: () => new ClientSecretCredential("8f16ba2b-5a65-4936-ad30-0dab18a24ea5", "", "x"),
    certificate: () =>
      new ClientCertificateCredential("8f16ba2b-5a65-4936-ad30-0dab18a24ea5", "id", "/etc/azure/orders.pem").getToken(
        "https://vault.azure.net/.default",
      ),
    environment: () => new EnvironmentCredential().getToken("https://vault.azure.net/.default"),
  }),
  ...about("@google-cloud/storage", {
    credentials: () =>
      bucket({
        credentials: { client_email: "orders@acme-prod.example.com", private_key: cred("pem", 414) },
        apiEndpoint: `http://127.0.0.1:${closed(4443)}`,
      }),
    "key-file": [
      () =>
        new Storage({ projectId: "x", keyFilename: "/var/secrets/google/key.json" })
          .bucket("a")
          .file("b")
          .getSignedUrl({ action: "read", expires: "2099-01-01" }),
      { as: ["message", "stack"] },
    ],
    "bucket-name": () => new Storage({ projectId: "x" }).bucket(""),
    "file-name": () => new Storage({ projectId: "x" }).bucket("a").file(""),
    notification: () => new Storage({ projectId: "x" }).bucket("a").createNotification(),
    "signed-url": () =>
      new Storage({ projectId: "x" }).bucket("a").file("b").getSignedUrl({ action: "peek", expires: 1 }),
    expires: () =>
      new Storage({ projectId: "x" }).bucket("a").file("b").getSignedUrl({ action: "read", expires: "never" }),
    upload: () =>
      new Storage({ projectId: "x", apiEndpoint: "http://127.0.0.1:1", useAuthWithCustomEndpoint: false })
        .bucket("a")
        .upload("/srv/exports/none.csv"),
  }),
  ...about("minio", {
    refused: [() => settled(minio({ port: closed(9000) }).listBuckets()), { as: ["message", "stack"] }],
    "unknown-host": () => settled(minio({ endPoint: "minio.storage.internal" }).listBuckets()),
    endpoint: () => minio({ endPoint: "https://minio.internal:9000" }),
    port: () => minio({ port: 99_999 }),
    bucket: () => minio({}).listObjects("A"),
    object: () => minio({}).getObject("acme-invoices", ""),
    file: () => settled(minio({}).fPutObject("acme-invoices", "a", "/srv/exports/none.csv")),
    keys: () => minio({ accessKey: "", secretKey: "" }).presignedGetObject("acme", "a"),
    expiry: () => settled(minio({}).presignedGetObject("acme-invoices", "a.pdf", 999_999_999)),
    denied: async () =>
      settled(
        minio({
          port: await s3Error(
            403,
            "SignatureDoesNotMatch",
            "The request signature we calculated does not match the signature you provided.",
          ),
          region: "eu-west-1",
        }).listBuckets(),
      ),
    "hang-up": async () => settled(minio({ port: await bytes(9000, "") }).listBuckets()),
    metadata: () => called((done) => minio({}).putObject("acme", "a", 42, done)),
  }),
];
