import { createHmac } from "node:crypto";
import type { Secret } from "@/lib/config/secret";

/**
 * The headers of Standard Webhooks (standardwebhooks.com) for a message. `secret` is base64, with or without `whsec_`;
 * `at` is in milliseconds since the epoch. The signature covers the text and not its compressed form, because servers
 * and frameworks commonly decompress a body before the receiver sees it.
 */
export function webhookHeaders(
  id: string,
  at: number,
  text: string,
  secret: Secret | undefined,
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const unsigned = { "webhook-id": id, "webhook-timestamp": timestamp };
  if (!secret) return unsigned;
  const key = Buffer.from(secret.reveal().replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest("base64");
  return { ...unsigned, "webhook-signature": `v1,${signature}` };
}
