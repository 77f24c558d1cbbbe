import type { AlertChannel, AlertMessage } from "@/lib/alert";
import type { AlertChannelInForce } from "@/lib/config/alerts/alerting";
import type { Environment } from "@/lib/config/environment-variables";
import type { Database } from "@/lib/store/database";
import type { SecretBox } from "@/lib/store/secret-box";
import { webhookSecret } from "@/lib/store/alerts/webhook-secret";
import type { Upstreams } from "@/lib/upstream/pools";
import { postMessage, type PostResult } from "./post-message";

/** The services through which the channels of alerts are reached. */
export interface AlertChannelServices {
  readonly environment: Pick<Environment, "webhookSecret" | "previousWebhookSecrets">;
  readonly upstreams: Pick<Upstreams, "pool">;
  readonly database: Pick<Database, "pool">;
  readonly secrets: SecretBox;
  readonly now: () => number;
  /** How long one attempt may take, in milliseconds. Default: 10 s. */
  readonly timeoutMs?: number;
}

/** How long one attempt may take, and how long its connection, in milliseconds. */
const TIMEOUT_MS = 10_000;
const CONNECT_MS = 5_000;

/** Posts a message to a channel once; undefined: there is none. Never throws. */
export async function postToChannel(
  services: AlertChannelServices,
  channel: Pick<AlertChannelInForce, "kind" | "address" | "signingSecret"> | undefined,
  { messageId, message }: { messageId: string; message: AlertMessage },
): Promise<PostResult> {
  const { upstreams, now, timeoutMs = TIMEOUT_MS } = services;
  if (!channel) return notSent("there is no such channel any more");
  const { kind, address, signingSecret: own } = channel;
  if (address === undefined) return notSent(`${ADDRESS_VARIABLES[kind]} is not set`);
  const secrets = kind !== "webhook" ? [] : own ? [own.reveal()] : await signingSecrets(services);
  if (typeof secrets === "string") return notSent(secrets);
  return postMessage({
    channel: kind,
    messageId,
    message,
    address: address.reveal(),
    secrets,
    now,
    dispatcherFor: (origin) => upstreams.pool(origin, CONNECT_MS),
    timeoutMs,
  });
}

const ADDRESS_VARIABLES = { slack: "SLACK_WEBHOOK_URL", webhook: "WEBHOOK_URL" } as const satisfies Record<
  AlertChannel,
  string
>;

/** The generated secret as it was last read, by the box that decrypts it: the one alert about the database needs it. */
const lastRead = new WeakMap<SecretBox, string>();

/** Reads the secret that signs webhooks, so that it is known while the database is away. Never rejects. */
export async function rememberSigningSecret(services: AlertChannelServices): Promise<boolean> {
  return services.environment.webhookSecret !== undefined || typeof (await signingSecrets(services)) !== "string";
}

/** The secrets that sign webhooks, or why there is none. */
async function signingSecrets({ environment, database, secrets }: AlertChannelServices): Promise<string[] | string> {
  const { webhookSecret: configured, previousWebhookSecrets: further } = environment;
  if (configured !== undefined) return [configured, ...further];
  try {
    const stored = await webhookSecret(database, secrets);
    if ("secret" in stored) {
      lastRead.set(secrets, stored.secret);
      return [stored.secret, ...further];
    }
    return "the generated signing secret cannot be decrypted by this node; set WEBHOOK_SECRET, or the same GATEWAY_ENCRYPTION_KEY everywhere";
  } catch {
    const known = lastRead.get(secrets);
    if (known !== undefined) return [known, ...further];
    return "the database cannot be asked for the signing secret";
  }
}

function notSent(error: string): PostResult {
  return { isAccepted: false, status: undefined, answer: "", error, retryAfterMs: undefined };
}
