import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { amazonFrame } from "./amazon-frame";
import { claudeEvents, claudeFault, claudeMessage } from "@/testing/anthropic/claude-answer";
import { converseFault } from "./converse-fault";
import { signatureFault } from "./verify-signature";

/** A request that has come in, with its body as JSON. */
export interface BedrockRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether the caller left before the end of the answer. */
  aborted: boolean;
}

/** An answer: a whole one, or frames as they are to be sent, after which it `stalls`. */
export type BedrockAnswer =
  | {
      readonly status?: number;
      readonly type?: string;
      readonly json: unknown;
      readonly headers?: Record<string, string>;
    }
  | { readonly frames: readonly Buffer[]; readonly stalls?: boolean };

export interface LocalBedrock {
  readonly url: string;
  readonly requests: BedrockRequest[];
  /** Keys that are accepted, by their id; those of roles have a session token. */
  readonly keys: Map<string, { readonly secret: string; readonly token?: string; readonly isEnded?: boolean }>;
  /** How models answer; undefined: the usual answer. */
  answer: ((request: BedrockRequest) => BedrockAnswer | undefined) | undefined;
  /** How STS answers. */
  sts: (form: URLSearchParams) => { readonly status: number; readonly text: string };
  /** How often STS was asked. */
  assumed: number;
  stop(): Promise<void>;
}

/** An event of a stream. */
export function event(type: string, payload: object): Buffer {
  const headers = { ":event-type": type, ":content-type": "application/json", ":message-type": "event" };
  return amazonFrame(headers, Buffer.from(JSON.stringify(payload)));
}

/** An exception in a stream. */
export function exception(type: string, message: string): Buffer {
  const headers = { ":exception-type": type, ":content-type": "application/json", ":message-type": "exception" };
  return amazonFrame(headers, Buffer.from(JSON.stringify({ message })));
}

export const USAGE = {
  inputTokens: 10,
  outputTokens: 5,
  totalTokens: 115,
  cacheReadInputTokens: 80,
  cacheWriteInputTokens: 20,
  cacheDetails: [{ ttl: "1h", inputTokens: 8 }],
};

/** A stream of Converse with a text. */
export function converseStream(text: string): Buffer[] {
  return [
    event("messageStart", { role: "assistant", p: "abc" }),
    event("contentBlockDelta", { contentBlockIndex: 0, delta: { text }, p: "abcdef" }),
    event("contentBlockStop", { contentBlockIndex: 0 }),
    event("messageStop", { stopReason: "end_turn" }),
    event("metadata", { usage: USAGE, metrics: { latencyMs: 1 } }),
  ];
}

/** An event of Anthropic's, as InvokeModelWithResponseStream wraps it. */
export function chunk(value: object): Buffer {
  return event("chunk", { bytes: Buffer.from(JSON.stringify(value)).toString("base64"), p: "abc" });
}

/**
 * A local Bedrock and STS, which check what the services check: the signature, that the keys have not ended,
 * the path and the shape of the body.
 */
export async function startBedrock(): Promise<LocalBedrock> {
  const server = createServer((request, response) => void serve(local, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const local: LocalBedrock = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    keys: new Map([["AKIAOWN", { secret: "own-secret" }]]),
    answer: undefined,
    sts: () => ({ status: 403, text: "<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>" }),
    assumed: 0,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return local;
}

async function serve(local: LocalBedrock, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const piece of request) chunks.push(piece as Buffer);
  const body = Buffer.concat(chunks);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : value]),
  );
  const path = request.url ?? "/";
  if (path === "/") {
    local.assumed++;
    const { status, text } = local.sts(new URLSearchParams(body.toString()));
    response.writeHead(status, { "content-type": "text/xml" }).end(text);
    return;
  }
  const refusal = refusalOf(local, { method: request.method ?? "", path, headers, body });
  if (refusal) return refuse(response, 403, refusal, wordsOf(refusal));
  const json = JSON.parse(body.toString()) as Record<string, unknown>;
  const asked: BedrockRequest = { path, headers, body: json, aborted: false };
  response.on("close", () => (asked.aborted = !response.writableFinished));
  local.requests.push(asked);
  const fault = faultOf(asked);
  if (fault !== undefined) return refuse(response, 400, "ValidationException", fault);
  const answer = local.answer?.(asked) ?? usualAnswer(asked);
  if ("frames" in answer) {
    response.writeHead(200, { "content-type": "application/vnd.amazon.eventstream" });
    for (const frame of answer.frames) response.write(frame);
    if (answer.stalls !== true) response.end();
    return;
  }
  const { status = 200, type, headers: more } = answer;
  const kind = type === undefined ? {} : { "x-amzn-errortype": type };
  response.writeHead(status, { "content-type": "application/json", ...kind, ...more }).end(JSON.stringify(answer.json));
}

function refusalOf(
  { keys }: LocalBedrock,
  sent: { method: string; path: string; headers: Record<string, string | undefined>; body: Buffer },
): string | undefined {
  if (sent.headers["authorization"] === "Bearer bedrock-api-key") return undefined;
  const fault = signatureFault(sent, (id) => keys.get(id)?.secret);
  if (fault !== undefined) return fault;
  const id = /Credential=([^/]+)\/\d+\/[^/]+\/bedrock\//.exec(sent.headers["authorization"] ?? "")?.[1];
  const key = keys.get(id ?? "");
  if (!key || key.token !== sent.headers["x-amz-security-token"]) return "UnrecognizedClientException";
  return key.isEnded ? "ExpiredTokenException" : undefined;
}

function wordsOf(refusal: string): string {
  return refusal === "ExpiredTokenException"
    ? "The security token included in the request is expired"
    : "The security token included in the request is invalid.";
}

function refuse(response: ServerResponse, status: number, type: string, message: string): void {
  response
    .writeHead(status, {
      "content-type": "application/json",
      "x-amzn-errortype": `${type}:http://internal.amazon.com/`,
    })
    .end(JSON.stringify({ message }));
}

function faultOf({ path, body }: BedrockRequest): string | undefined {
  if (/\/converse(-stream)?$/.test(path)) return converseFault(body);
  return isForClaude(path, body) ? claudeFault(body, "bedrock-2023-05-31") : undefined;
}

/** Whether it is a conversation in Anthropic's own words. */
function isForClaude(path: string, body: BedrockRequest["body"]): boolean {
  return /\/invoke(-with-response-stream)?$/.test(path) && body["messages"] !== undefined;
}

function usualAnswer({ path, body }: BedrockRequest): BedrockAnswer {
  if (isForClaude(path, body))
    return path.endsWith("/invoke") ? { json: claudeMessage() } : { frames: claudeEvents().map(chunk) };
  if (path.endsWith("/converse-stream")) return { frames: converseStream("Hello.") };
  return {
    json: {
      output: { message: { role: "assistant", content: [{ text: "Hello." }] } },
      stopReason: "end_turn",
      usage: USAGE,
      metrics: { latencyMs: 1 },
    },
  };
}
