import { either, text } from "../draft.ts";
import { clock, oneOf, prefixedId, service, user } from "../words.ts";
import { of } from "./key.ts";

/** Secrets that come in twos and threes. */
export const pairs = [
  text`aws_access_key_id=${of("awsAccessKeyId")} aws_secret_access_key=${of("awsSecretKey")}`,
  text`{"AccessKeyId":"${of("awsTemporaryKeyId")}","SecretAccessKey":"${of("awsSecretKey")}","SessionToken":"${of("awsSessionToken")}","Expiration":"2025-06-01T10:00:00Z"}`,
  text`[prod]\naws_access_key_id = ${of("awsAccessKeyId")}\naws_secret_access_key = ${of("awsSecretKey")}`,
  text`client_id=${user}&client_secret=${of("auth0ClientSecret", "googleClientSecret", "azureClientSecret")}&refresh_token=${of("googleRefreshToken", "base62Key")}`,
  text`Rotated ${of("stripeKey", "stripeLongKey")} to ${of("stripeKey", "stripeRestrictedKey")} at ${clock}`,
  text`tried ${of("openaiKey", "openaiOldKey")}, then ${of("anthropicKey", "anthropicAdminKey")}; both were refused`,
  text`OPENAI_API_KEY=${of("openaiKey")}\nANTHROPIC_API_KEY=${of("anthropicKey")}\nGROQ_API_KEY=${of("groqKey")}`,
  text`{"slack":{"bot":"${of("slackToken")}","app":"${of("slackAppToken")}"}}`,
  text`SecretId ${either(of("alibabaKeyId"), of("tencentKeyId"))} with secret key ${of("alibabaSecret", "tencentSecret")} was refused by ${service}`,
  text`razorpay key_secret=${of("razorpaySecret")} webhook_secret=${of("stripeWebhookSecret")}`,
  text`TWILIO_API_KEY=${of("twilioKey")} TWILIO_AUTH_TOKEN=${of("twilioAuthToken")}`,
  text`user ${user}, password ${of("simplePassword", "passphrase")}, token ${of("base62Key", "uuidKey")}`,
  text`api_key=${of("hexKey32")} app_key=${of("hexKey40")} (request ${prefixedId})`,
  text`consumer_secret="${of("base62Key")}", oauth_token_secret="${of("base62Key")}"`,
  text`${oneOf("primary", "current")} key ${of("azureOpenaiKey")}, secondary key ${of("azureOpenaiOldKey")}`,
  text`{"client_secret":"${of("googleClientSecret")}","access_token":"${of("googleOauthToken")}"}`,
];
