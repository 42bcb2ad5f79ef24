import { either, text } from "../draft.ts";
import { anyHost, authority, name, v4 } from "../hosts.ts";
import { database, hexId, oneOf, prefixedId, publicName, user, whole } from "../words.ts";
import { of, ofWritten } from "./key.ts";

const encode = encodeURIComponent;
/** A password as it may stand in a URL: harmless, encoded, or raw although it should not be. */
const pass = either(
  of("simplePassword", "passphrase"),
  of("password", "password", "base62Key"),
  ofWritten(encode, "slashPassword", "password", "colonPassword", "quotePassword"),
  of("slashPassword"),
);
const scheme = oneOf(
  "postgres",
  "postgresql",
  "mysql",
  "mongodb",
  "redis",
  "rediss",
  "amqp",
  "amqps",
  "http",
  "https",
  "ftp",
  "sftp",
  "smtp",
  "ldap",
  "mssql",
  "clickhouse",
  "nats",
  "mqtt",
  "mongodb+srv",
  "kafka",
  "cassandra",
  "rtsp",
  "ssh",
  "socks5",
);
const place = either(authority, authority, text`${anyHost}:5432`, publicName);
const repository = oneOf("github.com/acme/shop.git", "gitlab.com/acme/shop.git", "bitbucket.org/acme/ui.git");
const bucket = oneOf("acme-exports", "shop-invoices", "media-eu");
const compact = text`20${whole(24, 26)}0${whole(1, 9)}1${whole(0, 9)}T1${whole(0, 9)}0000Z`;

/** Secrets in the user part of a URL. */
export const userinfo = [
  text`${scheme}://${user}:${pass}@${place}/${database}`,
  text`Could not connect to ${scheme}://${user}:${pass}@${place}`,
  text`connection to "${scheme}://${user}:${pass}@${place}/${database}?sslmode=require" failed`,
  text`Invalid URL: ${scheme}://${user}:${pass}@${place}`,
  text`DATABASE_URL=${scheme}://${user}:${pass}@${place}/${database}`,
  text`redis://:${pass}@${place}/0 refused the connection`,
  text`redis://default:${pass}@${place}`,
  text`mongodb://${user}:${pass}@${name}:27017,${name}:27017/${database}?replicaSet=rs0`,
  text`fatal: could not read from https://${of("githubToken", "githubServerToken")}@${repository}`,
  text`fatal: Authentication failed for 'https://oauth2:${of("gitlabToken")}@${repository}/'`,
  text`remote: HTTP Basic: Access denied for https://x-access-token:${of("githubServerToken")}@${repository}`,
  text`{"url":"${scheme}://${user}:${of("password", "simplePassword")}@${place}/"}`,
  text`proxy http://${user}:${pass}@${v4}:3128 answered 407`,
  text`pip could not fetch https://${user}:${pass}@pypi.example.com/simple/acme/`,
  text`Celery broker transport: ${scheme}://${user}:${pass}@${place}//`,
  text`dsn="${user}:${of("simplePassword", "password")}@tcp(${anyHost}:3306)/${database}?parseTime=true"`,
  text`https://${of("sentryDsnKey")}@o${whole(1000, 99999)}.ingest.example.io/${whole(100, 99999)} is disabled`,
  text`Konnte ${scheme}://${user}:${pass}@${place} nicht öffnen`,
  text`${scheme}://${user}:${pass}@${place} に接続できません`,
];

/** Secrets in the query, the fragment or the path of a URL. */
export const queries = [
  text`https://${publicName}/callback?code=${ofWritten(encode, "oauthCode")} answered 400`,
  text`GET https://${publicName}/v1/maps?key=${of("googleKey", "base62Key")}&zoom=4 403`,
  text`https://${publicName}/v1/users?api_key=${of("hexKey32", "base62Key", "uuidKey")}`,
  text`wss://${publicName}/socket?token=${of("jwt", "base62Key")} closed with 4001`,
  text`https://${publicName}/reset-password?token=${of("resetToken", "inviteToken")}&lang=en has expired`,
  text`https://${publicName}/login#access_token=${of("jwt", "googleOauthToken")}&token_type=bearer`,
  text`Open https://${publicName}/auth/magic?magic_token=${of("magicLinkToken")} to sign in`,
  text`https://${publicName}/feed.ics?private_token=${of("calendarFeedToken")}`,
  text`https://hooks.slack.com/services/${of("slackWebhookPath")} answered no_service`,
  text`POST https://discord.com/api/webhooks/${whole(100000000, 999999999)}0000000000/${of("discordWebhookToken")} 404`,
  text`https://acme.webhook.office.com/webhookb2/${of("teamsWebhookPath")} is gone`,
  text`https://api.telegram.org/bot${of("telegramToken")}/sendMessage: 401 Unauthorized`,
  text`https://hooks.zapier.com/hooks/catch/${of("zapierHookPath")}/ answered 410`,
  text`https://chat.googleapis.com/v1/spaces/AAAA/messages?key=${of("googleChatKey")}&token=${of("googleChatToken")}`,
  text`https://hook.eu1.make.com/${of("makeHookPath")} rejected the webhook`,
  text`Could not post to the webhook https://chat.example.com/hooks/${of("mattermostHookPath")}`,
];

/** Signed URLs of stores and networks. */
export const signed = [
  text`https://${bucket}.s3.eu-west-1.amazonaws.com/q3?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${of("awsAccessKeyId")}%2F20250101%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Date=${compact}&X-Amz-Expires=900&X-Amz-SignedHeaders=host&X-Amz-Signature=${of("signature")}`,
  text`Download of https://${bucket}.s3.amazonaws.com/${hexId}?X-Amz-Security-Token=${ofWritten(encode, "awsSessionToken")}&X-Amz-Signature=${of("signature")}&X-Amz-Expires=60 failed: 403`,
  text`https://${bucket}.s3.amazonaws.com/a?AWSAccessKeyId=${of("awsAccessKeyId")}&Expires=17${whole(10000000, 99999999)}&Signature=${ofWritten((value) => encode(btoa(value.slice(0, 20))), "hexKey32")}`,
  text`https://storage.googleapis.com/${bucket}/${hexId}?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Credential=exporter%40acme.iam.gserviceaccount.com%2F20250101%2Fauto%2Fstorage%2Fgoog4_request&X-Goog-Expires=600&X-Goog-SignedHeaders=host&X-Goog-Signature=${of("signature")}`,
  text`https://acme.blob.core.windows.net/${bucket}/${hexId}?sv=2023-11-03&se=2025-06-01T00%3A00%3A00Z&sr=b&sp=r&sig=${ofWritten(encode, "azureSasSignature")}`,
  text`AuthenticationFailed for https://acme.blob.core.windows.net/${bucket}?sp=racwdl&st=2025-01-01&spr=https&sv=2022-11-02&sr=c&sig=${ofWritten(encode, "azureSasSignature")}`,
  text`https://d2x7acme40shop.cloudfront.net/${hexId}?Expires=17${whole(10000000, 99999999)}&Signature=${of("csrfToken")}&Key-Pair-Id=K${whole(1000, 9999)}ACMECDN`,
  text`The signed link https://${publicName}/files/${prefixedId}?expires=17${whole(10000000, 99999999)}&signature=${of("signature")} has expired`,
  text`SharedAccessSignature sr=acme.servicebus.windows.net&sig=${ofWritten(encode, "azureSasSignature")}&se=17${whole(10000000, 99999999)}&skn=RootManageSharedAccessKey`,
  text`https://${publicName}/avatars/${hexId}?Expires=17${whole(10000000, 99999999)}&Signature=${of("csrfToken")}&Key-Pair-Id=K${whole(1000, 9999)}ACMECDN`,
  text`Authorization: AWS4-HMAC-SHA256 Credential=${of("awsAccessKeyId", "awsTemporaryKeyId")}/20250301/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=${of("signature")}`,
  text`x-amz-security-token: ${of("awsSessionToken", "awsFederationToken")}`,
  text`stripe-signature: t=17${whole(10000000, 99999999)},v1=${of("signature")}`,
  text`x-hub-signature-256: sha256=${of("signature")} does not match the payload`,
];
