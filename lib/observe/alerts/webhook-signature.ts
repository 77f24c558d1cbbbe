import { createHmac } from "node:crypto";
import { WEBHOOK_SECRET_PREFIX } from "@/lib/config/webhook-secret-format";

/**
 * The headers that sign a webhook (Standard Webhooks 1.0). `at` is the time of this attempt, in milliseconds since the
 * epoch. Each secret makes its own signature, so that a receiver may know either one while a secret is replaced.
 */
export function signWebhook(
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
  secrets: readonly string[],
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
