import { withoutTrailing } from "@/lib/without-trailing";

/** The prefix of a Standard Webhooks secret. */
const WEBHOOK_SECRET_PREFIX = "whsec_";

/** The shortest and the longest secret, in bytes. */
const SHORTEST = 24;
const LONGEST = 64;

/** Whether a string is a secret of Standard Webhooks: `whsec_` and the base64 of 24 to 64 bytes. */
export function isWebhookSecret(text: string): boolean {
  const base64 = text.slice(WEBHOOK_SECRET_PREFIX.length);
  if (
    !text.startsWith(WEBHOOK_SECRET_PREFIX) ||
    !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)
  )
    return false;
  const length = (base64.length / 4) * 3 - (base64.length - withoutTrailing(base64, "=").length);
  return length >= SHORTEST && length <= LONGEST;
}
