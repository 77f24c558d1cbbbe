import { request, type Dispatcher } from "undici";
import type { AlertChannel, AlertMessage } from "@/lib/alert";
import { messageOf } from "@/lib/error-message";
import { webhookHeaders } from "@/lib/http/webhook-signature";
import { redact } from "@/lib/redact";
import { readRetryAfter } from "@/lib/time/retry-after";
import { slackBody } from "../slack-body";
import { webhookBody } from "../webhook-body";

/** What became of one attempt. */
export type PostResult =
  | { readonly isAccepted: true; readonly status: number; readonly answer: string }
  | {
      readonly isAccepted: false;
      readonly status: number | undefined;
      /** The beginning of the receiver's answer. */
      readonly answer: string;
      readonly error: string;
      readonly retryAfterMs: number | undefined;
    };

export interface PostOptions {
  readonly channel: AlertChannel;
  readonly messageId: string;
  readonly message: AlertMessage;
  /** May be a secret: it goes into no error and no log. */
  readonly address: string;
  /** The secrets that sign a webhook. */
  readonly secrets: readonly string[];
  readonly dispatcherFor: (origin: string) => Dispatcher;
  readonly now: () => number;
  /** The longest that the attempt may take, in milliseconds. */
  readonly timeoutMs: number;
}

/** Bytes of the answer that are read, and characters of it that are shown. */
const READ_BYTES = 4_096;
const SHOWN = 200;

/** Posts one message once. Redirects are not followed. Never throws. */
export async function postMessage(options: PostOptions): Promise<PostResult> {
  const { channel, messageId, message, address, secrets, dispatcherFor, now, timeoutMs } = options;
  const body = channel === "slack" ? slackBody(message) : webhookBody(message);
  const headers = {
    "content-type": "application/json",
    "user-agent": "model-gateway",
    ...(channel === "webhook" && webhookHeaders({ id: messageId, at: now(), body }, secrets)),
  };
  let status: number | undefined;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const dispatcher = dispatcherFor(new URL(address).origin);
    const reply = await request(address, { method: "POST", headers, body, dispatcher, signal });
    status = reply.statusCode;
    const answer = shown(await beginningOf(reply.body), address);
    if (status >= 200 && status < 300) return { isAccepted: true, status, answer };
    const retryAfterMs = readRetryAfter(reply.headers, now());
    const isRedirect = status >= 300 && status < 400;
    const error = `the receiver answered ${status}${isRedirect ? ", a redirect, which is not followed" : ""}`;
    return { isAccepted: false, status, answer, error, retryAfterMs };
  } catch (error) {
    return { isAccepted: false, status, answer: "", error: faultOf(error, timeoutMs), retryAfterMs: undefined };
  }
}

async function beginningOf(body: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) break;
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size >= READ_BYTES) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The receiver's answer on one line, without the secret part of its address. */
function shown(text: string, address: string): string {
  const { pathname, search } = new URL(address);
  const secret = [pathname + search, pathname].filter((part) => part.length > 1);
  const clean = secret.reduce((rest, part) => rest.replaceAll(part, "/…"), text);
  return redact(clean.replace(/[\p{Cc}\p{Cf}]+/gu, " ").trim()).slice(0, SHOWN);
}

function faultOf(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === "TimeoutError") return `no answer within ${timeoutMs / 1000} s`;
  if (error instanceof AggregateError && error.errors.length > 0) return faultOf(error.errors[0], timeoutMs);
  if (error instanceof TypeError && "code" in error && error.code === "ERR_INVALID_URL")
    return "the address is not valid";
  return messageOf(error).slice(0, SHOWN);
}
