import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerMessages, anthropicError, isMessagesPath } from "./anthropic-upstream";
import { answerCohere, isCoherePath } from "./cohere-upstream";
import { answerFor, type ChatRequest } from "./upstream-answer";
import { isForm, readForm } from "./upstream-form";
import { replyTo } from "./upstream-routes";
import { type PlannedReply } from "./upstream-responses";
import type { Behaviour, UpstreamRequest } from "@/local/upstream/behaviour";

export interface UpstreamOptions {
  readonly port?: number;
  readonly host?: string;
  /** The behaviour for every request for which neither its model name nor `behave` says otherwise. */
  readonly behaviour?: Behaviour;
  /** Whether requests are remembered. Default true. */
  readonly log?: boolean;
}

export interface LocalUpstream {
  /** The address without `/v1`. */
  readonly url: string;
  /** The address with `/v1`, as `api_base` expects it. */
  readonly apiBase: string;
  readonly requests: UpstreamRequest[];
  /** How many requests were answered, whatever `log` says. */
  readonly served: number;
  /** Chooses the behaviour for each request. Overrides the model name. */
  behave: ((request: UpstreamRequest) => Behaviour | undefined) | undefined;
  /** The first logged request that matches, including one still to come. */
  next(fits?: (request: UpstreamRequest) => boolean): Promise<UpstreamRequest>;
  stop(): Promise<void>;
}

/**
 * Starts a local OpenAI-compatible upstream. Usage is deterministic: one token per word, and four for each message. A
 * model name may request a behaviour: `status-429`, `hang`, `delay-500`, `reset-3`, `stall-3`, `tokens-50`, `slow-20`
 * (milliseconds between tokens) and `no-usage`, alone or joined, as in `local/tokens-50,slow-20`.
 */
export async function startUpstream(options: UpstreamOptions = {}): Promise<LocalUpstream> {
  const host = options.host ?? "127.0.0.1";
  const requests: UpstreamRequest[] = [];
  const waiting = new Set<(request: UpstreamRequest) => void>();
  let behave: LocalUpstream["behave"];
  let served = 0;

  const server = createServer((message, response) => {
    void readBody(message).then((body) => {
      served++;
      const request = describe(message, response, body);
      if (options.log !== false) {
        requests.push(request);
        for (const waiter of [...waiting]) waiter(request);
      }
      const behaviour = behave?.(request) ?? { ...options.behaviour, ...behaviourOfModel(modelOf(body)) };
      return answer(request, response, behaviour);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(options.port ?? 0, host);
  await once(server, "listening");
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;

  return {
    url,
    apiBase: `${url}/v1`,
    requests,
    get served() {
      return served;
    },
    get behave() {
      return behave;
    },
    set behave(value) {
      behave = value;
    },
    next(fits = () => true) {
      const known = requests.find(fits);
      if (known) return Promise.resolve(known);
      return new Promise((resolve) => {
        const waiter = (request: UpstreamRequest) => {
          if (!fits(request)) return;
          waiting.delete(waiter);
          resolve(request);
        };
        waiting.add(waiter);
      });
    },
    stop() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** The behaviour that the last part of a model name requests. */
export function behaviourOfModel(model: string): Behaviour {
  let behaviour: Behaviour = {};
  for (const word of model.slice(model.lastIndexOf("/") + 1).split(",")) {
    const [, name, digits] = /^([a-z]+(?:-usage)?)(?:-(\d+))?$/.exec(word) ?? [];
    const number = Number(digits);
    if (name === "hang") behaviour = { ...behaviour, hang: true };
    if (name === "no-usage") behaviour = { ...behaviour, noUsage: true };
    if (digits === undefined) continue;
    if (name === "status") behaviour = { ...behaviour, status: number };
    if (name === "delay") behaviour = { ...behaviour, delay: number };
    if (name === "reset") behaviour = { ...behaviour, resetAfter: number };
    if (name === "stall") behaviour = { ...behaviour, stallAfter: number };
    if (name === "tokens") behaviour = { ...behaviour, tokens: number };
    if (name === "slow") behaviour = { ...behaviour, tokenDelay: number };
  }
  return behaviour;
}

function describe(message: IncomingMessage, response: ServerResponse, body: unknown): UpstreamRequest {
  let ended = () => {};
  const request: UpstreamRequest = {
    method: message.method ?? "GET",
    path: message.url ?? "/",
    headers: message.headers,
    body,
    aborted: false,
    bytesSent: 0,
    ended: new Promise((resolve) => (ended = resolve)),
  };
  response.on("close", () => {
    request.aborted = !response.writableFinished;
    ended();
  });
  return request;
}

async function readBody(message: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString("utf8");
  try {
    const form = await readForm(message.headers["content-type"], bytes);
    if (form) return form;
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

function modelOf(body: unknown): string {
  if (isForm(body)) return body.model ?? "";
  return typeof body === "object" && body !== null && "model" in body && typeof body.model === "string"
    ? body.model
    : "";
}

async function answer(request: UpstreamRequest, response: ServerResponse, behaviour: Behaviour): Promise<void> {
  if (behaviour.hang) return;
  if (behaviour.delay) await pause(behaviour.delay);
  if (behaviour.resetAfter === 0) return void response.socket?.resetAndDestroy();
  if (behaviour.status !== undefined && behaviour.status !== 200) {
    const type = "local_upstream_error";
    const message = `The local upstream was asked for ${behaviour.status}`;
    const body =
      behaviour.body ??
      (isMessagesPath(request.path)
        ? anthropicError(type, message)
        : isCoherePath(request.path)
          ? { id: "cohere-local", message }
          : { error: { message, type, param: null, code: type } });
    return sendJson(request, response, behaviour.status, body, behaviour.headers);
  }
  if (behaviour.body !== undefined) return sendJson(request, response, 200, behaviour.body, behaviour.headers);

  const path = request.path.split("?")[0] ?? "";
  if (path.endsWith("/models")) {
    const data = ["local-small", "local-large"].map((id) => ({
      id,
      object: "model",
      created: 1_700_000_000,
      owned_by: "local",
    }));
    return sendJson(request, response, 200, { object: "list", data });
  }
  if (isMessagesPath(path)) {
    const message = answerMessages(request, behaviour);
    return "planned" in message
      ? sendPieces(request, response, "text/event-stream; charset=utf-8", message.planned.events(), behaviour)
      : sendJson(request, response, message.status, message.body, behaviour.headers);
  }
  if (isCoherePath(path)) {
    const answered = answerCohere(path, request.body, behaviour);
    if ("planned" in answered) return sendPlanned(request, response, answered.planned, behaviour);
    return sendJson(request, response, 400, { message: answered.fault });
  }
  if (path.endsWith("/chat/completions") && request.method === "POST") {
    const chat = (typeof request.body === "object" && request.body !== null ? request.body : {}) as ChatRequest;
    const planned = answerFor(chat, behaviour);
    if (chat.stream)
      return sendPieces(request, response, "text/event-stream; charset=utf-8", planned.events(), behaviour);
    await (behaviour.tokenDelay ? pause(behaviour.tokenDelay * planned.tokens.length) : undefined);
    return sendJson(request, response, 200, planned.completion(), behaviour.headers);
  }
  const planned = request.method === "POST" ? replyTo(path, request.body, behaviour) : undefined;
  if (planned) return sendPlanned(request, response, planned, behaviour);
  return sendJson(request, response, 404, {
    error: {
      message: `The local upstream has no ${path}`,
      type: "invalid_request_error",
      param: null,
      code: "not_found",
    },
  });
}

function sendPlanned(
  request: UpstreamRequest,
  response: ServerResponse,
  planned: PlannedReply,
  behaviour: Behaviour,
): Promise<void> | void {
  if (planned.kind === "pieces") return sendPieces(request, response, planned.type, planned.pieces, behaviour);
  request.bytesSent += Buffer.byteLength(planned.body);
  response.writeHead(200, {
    "content-type": planned.type,
    "content-length": Buffer.byteLength(planned.body),
    ...behaviour.headers,
  });
  response.end(planned.body);
}

type Piece = { readonly data: string | Buffer; readonly token: boolean };

/** Sends token by token, as fast as the reader takes them or with the requested delay. */
async function sendPieces(
  request: UpstreamRequest,
  response: ServerResponse,
  type: string,
  pieces: Iterable<Piece>,
  behaviour: Behaviour,
): Promise<void> {
  response.writeHead(200, { "content-type": type, "cache-control": "no-cache", ...behaviour.headers });
  let sent = 0;
  for (const piece of pieces) {
    if (piece.token && sent++ > 0 && behaviour.tokenDelay) await pause(behaviour.tokenDelay);
    if (piece.token && behaviour.resetAfter !== undefined && sent > behaviour.resetAfter) {
      await pause(20); // Let the tokens before the break reach the reader first.
      return void response.socket?.resetAndDestroy();
    }
    if (piece.token && behaviour.stallAfter !== undefined && sent > behaviour.stallAfter) return;
    if (response.destroyed) return;
    const flowing = response.write(piece.data);
    request.bytesSent += Buffer.byteLength(piece.data);
    if (!flowing) await drained(response);
  }
  response.end();
}

/** Resolves when the reader has taken what was written, or has gone away. */
function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}

function sendJson(
  request: UpstreamRequest,
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  request.bytesSent += Buffer.byteLength(text);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
