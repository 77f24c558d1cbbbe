import { createHmac } from "node:crypto";

interface WebhookMessage {
  readonly id: string;
  /** The time of this attempt, in milliseconds since the epoch. */
  readonly at: number;
  /** Signed as it is before compression, since frameworks decompress a body before the receiver sees it. */
  readonly body: string;
}

/**
 * The headers of Standard Webhooks 1.0 (standardwebhooks.com) for a message. The secrets are base64, with or without
 * `whsec_`. Each makes its own signature, so that a receiver may know either one while a secret is replaced. Without a
 * secret there is no signature.
 */
export function webhookHeaders({ id, at, body }: WebhookMessage, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const unsigned = { "webhook-id": id, "webhook-timestamp": timestamp };
  if (secrets.length === 0) return unsigned;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { ...unsigned, "webhook-signature": signatures.join(" ") };
}
