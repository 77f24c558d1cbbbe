import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { claudeEvents, claudeFault, claudeMessage } from "@/testing/anthropic/claude-answer";
import { generateFault, SIGNATURE } from "./generate-fault";
import { TokenEndpoint } from "./token-endpoint";

type Json = Readonly<Record<string, unknown>>;

/** A request that has come in. */
export interface GoogleRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Json;
  /** Whether the caller left before the end of the answer. */
  aborted: boolean;
}

/** An answer: a whole one, or pieces of a stream, which `stalls` after them. */
export type GoogleAnswer =
  | { readonly status?: number; readonly json: unknown }
  | { readonly pieces: readonly unknown[]; readonly stalls?: boolean };

const EMAIL = "models@local.iam.gserviceaccount.com";
export const API_KEY = "AIzaLocal";
const USAGE = {
  promptTokenCount: 100,
  cachedContentTokenCount: 80,
  candidatesTokenCount: 3,
  thoughtsTokenCount: 2,
  totalTokenCount: 105,
};
const RSA = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** The Gemini API, Vertex AI and Google's token endpoint, which check what the services check. */
export class LocalGoogle {
  readonly requests: GoogleRequest[] = [];
  readonly tokens = new TokenEndpoint(EMAIL, RSA.publicKey);
  /** How models answer; undefined: the usual answer. */
  answer: ((request: GoogleRequest) => GoogleAnswer | undefined) | undefined;
  url = "";
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #answers = 0;

  async start(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** The credentials of its service account. `more`: what tells them from those of other tests. */
  serviceAccount(more: object = {}): Json {
    return {
      type: "service_account",
      project_id: "local",
      client_email: EMAIL,
      private_key: RSA.privateKey.export({ type: "pkcs8", format: "pem" }),
      token_uri: `${this.url}/token`,
      ...more,
    };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
    const path = request.url ?? "";
    if (path === "/token") {
      const { status, json } = this.tokens.answer(new URLSearchParams(text), `${this.url}/token`);
      return send(response, status, json);
    }
    const body = (text === "" ? {} : JSON.parse(text)) as Json;
    const asked: GoogleRequest = { path, headers: request.headers, body, aborted: false };
    response.on("close", () => (asked.aborted = !response.writableFinished));
    this.requests.push(asked);
    const refusal = this.#refusal(asked) ?? this.#fault(asked);
    if (refusal) return send(response, refusal.error.code, refusal);
    const answer = this.answer?.(asked) ?? this.#usual(asked);
    if ("json" in answer) return send(response, answer.status ?? 200, answer.json);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(answer.pieces.map(eventOf).join(""));
    if (answer.stalls !== true) response.end();
  }

  #refusal({ path, headers }: GoogleRequest) {
    if (/^\/v1(?:beta1)?\/projects\//.test(path))
      return this.tokens.accepts(headers.authorization)
        ? undefined
        : googleError(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
    if (headers["x-goog-api-key"] === API_KEY) return undefined;
    const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" };
    return googleError(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", info);
  }

  #fault({ path, body }: GoogleRequest) {
    const [, model = "", method = ""] = /\/models\/([^/:]+):(\w+)/.exec(path) ?? [];
    if (model === "gemini-gone")
      return googleError(404, "NOT_FOUND", "models/gemini-gone is not found for API version v1beta.");
    if (!/^(stream)?[gG]enerateContent$/.test(method)) return undefined;
    const fault = generateFault(body, model);
    return fault === undefined ? undefined : googleError(400, "INVALID_ARGUMENT", fault);
  }

  #usual({ path, body }: GoogleRequest): GoogleAnswer {
    this.#answers++;
    const [, method = ""] = /:(\w+)/.exec(path) ?? [];
    switch (method) {
      case "generateContent":
        return { json: this.#generated(body) };
      case "streamGenerateContent":
        return { pieces: [this.#piece([{ text: "Hel" }]), this.#generated(body, "lo.")] };
      case "countTokens":
        return { json: { totalTokens: 7 } };
      case "batchEmbedContents":
        return { json: { embeddings: (body["requests"] as unknown[]).map(() => ({ values: [0.5, -1] })) } };
      case "predict": {
        const embeddings = { values: [0.5, -1], statistics: { token_count: 2, truncated: false } };
        return { json: { predictions: (body["instances"] as unknown[]).map(() => ({ embeddings })) } };
      }
      case "rawPredict":
        return claudeRefusal(body) ?? { json: claudeMessage() };
      case "streamRawPredict":
        return claudeRefusal(body) ?? { pieces: claudeEvents() };
      default:
        return { json: { models: [{ name: "models/gemini-2.5-flash" }] } };
    }
  }

  /** A call of the first function, unless the last turn has its result. */
  #generated({ tools, contents }: Json, text = "Hello."): Json {
    const offered = (tools ?? []) as readonly {
      readonly functionDeclarations?: readonly { readonly name: string }[];
    }[];
    const [name] = offered.flatMap(({ functionDeclarations }) => functionDeclarations ?? []).map((one) => one.name);
    const isAnswered = JSON.stringify((contents as unknown[]).at(-1)).includes("functionResponse");
    const part =
      name !== undefined && !isAnswered
        ? { functionCall: { name, args: { city: "Oslo" } }, thoughtSignature: SIGNATURE }
        : { text };
    return this.#piece([part], { finishReason: "STOP" });
  }

  #piece(parts: readonly Json[], more: Json = {}): Json {
    return {
      candidates: [{ content: { parts, role: "model" }, index: 0, ...more }],
      usageMetadata: USAGE,
      modelVersion: "gemini-local",
      responseId: `local${this.#answers}`,
    };
  }
}

/** Claude's events are named. */
function eventOf(piece: unknown): string {
  const { type } = Object(piece) as { type?: unknown };
  return `${typeof type === "string" ? `event: ${type}\r\n` : ""}data: ${JSON.stringify(piece)}\r\n\r\n`;
}

function claudeRefusal(body: Json): GoogleAnswer | undefined {
  const message = claudeFault(body, "vertex-2023-10-16");
  const error = { type: "invalid_request_error", message };
  return message === undefined ? undefined : { status: 400, json: { type: "error", error } };
}

/** Google's envelope of an error. */
export function googleError(code: number, status: string, message: string, ...details: readonly Json[]) {
  return { error: { code, message, status, ...(details.length > 0 && { details }) } };
}

function send(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=UTF-8" }).end(JSON.stringify(json));
}
