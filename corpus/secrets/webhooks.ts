import { base36, base62, base64url, digits, hex, type Maker, shape, upper36, uuid } from "./shape.ts";

/** Secret parts of addresses: whoever knows the address may post to it, or sign in with it. */
export const webhooks: Record<string, Maker> = {
  slackWebhookPath: shape("T", upper36(10), "/B", upper36(10), "/", base62(24)),
  discordWebhookToken: base64url(68),
  teamsWebhookPath: shape(uuid, "@", uuid, "/IncomingWebhook/", hex(32), "/", uuid),
  zapierHookPath: shape(digits(7), "/", base36(7)),
  mattermostHookPath: base36(26),
  googleChatKey: shape("AI", "zaSy", base64url(33)),
  googleChatToken: base64url(43),
  makeHookPath: base36(32),
  sentryDsnKey: hex(32),
  inviteToken: base64url(32),
  magicLinkToken: base64url(48),
  resetToken: hex(40),
  calendarFeedToken: base62(32),
};
