import type { Behaviour } from "./behaviour";
import { embeddingReply, words } from "./upstream-answer";
import { isForm, type SeenForm } from "./upstream-form";
import { plannedResponse, type PlannedReply } from "./upstream-responses";

type Body = Readonly<Record<string, unknown>>;

const EVENTS = "text/event-stream; charset=utf-8";
const CREATED = 1_700_000_000;
/** A picture of one pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";
/** Azure has deployments in its paths, but not in those of Responses. */
const ROUTE = /(?:\/v1|\/openai\/deployments\/[^/]+(?!\/responses)|\/openai(?=\/responses))(\/.*)$/;
const SPOKEN = "this is what the local upstream hears";

/**
 * Answers the model routes other than chats; undefined for other paths. Shapes: OpenAI's API reference; for rerank,
 * Jina's and Cohere's.
 */
export function replyTo(path: string, body: unknown, behaviour: Behaviour): PlannedReply | undefined {
  const [, route] = ROUTE.exec(path) ?? [];
  if ((route === "/audio/transcriptions" || route === "/audio/translations") && isForm(body))
    return transcription(body, behaviour);
  if (route === "/images/edits" && isForm(body))
    return images({ n: Number(fieldOf(body, "n") ?? 1), prompt: fieldOf(body, "prompt") }, behaviour);
  if (typeof body !== "object" || body === null) return undefined;
  const call: Body = { ...body };
  switch (route) {
    case "/completions":
      return completion(call, behaviour);
    case "/embeddings":
      return json(withoutUsage(embeddingReply(call, modelOf(call)), behaviour));
    case "/responses":
      return plannedResponse(call, behaviour);
    case "/moderations":
      return json({
        id: "modr-local",
        model: modelOf(call),
        results: [
          {
            flagged: false,
            categories: { violence: false },
            category_scores: { violence: 0.01 },
            category_applied_input_types: { violence: ["text"] },
          },
        ],
      });
    case "/images/generations":
      return images(call, behaviour);
    case "/audio/speech":
      return speech(call, behaviour);
    case "/rerank":
      return rerank(call, behaviour);
    default:
      return undefined;
  }
}

function fieldOf({ parts }: SeenForm, name: string): string | undefined {
  return parts.flatMap((part) => (part.name === name && "value" in part ? [part.value] : []))[0];
}

export function json(value: unknown): PlannedReply {
  return { kind: "whole", type: "application/json", body: JSON.stringify(value) };
}

export function modelOf(body: Body): string {
  return typeof body["model"] === "string" ? body["model"] : "";
}

function withoutUsage(value: unknown, { noUsage }: Behaviour): unknown {
  return noUsage && typeof value === "object" ? { ...value, usage: undefined } : value;
}

function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function completion(call: Body, { tokens: count = 6, noUsage }: Behaviour): PlannedReply {
  const prompt = words(String(call["prompt"]));
  const usage = { prompt_tokens: prompt, completion_tokens: count, total_tokens: prompt + count };
  const tokens = Array.from({ length: count }, (_, index) => ` token-${index + 1}`);
  const head = { id: "cmpl-local", object: "text_completion", created: CREATED, model: modelOf(call) };
  const choice = (text: string, finish_reason: string | null) => ({ text, index: 0, logprobs: null, finish_reason });
  if (call["stream"] !== true)
    return json({ ...head, choices: [choice(tokens.join(""), "stop")], ...(!noUsage && { usage }) });
  const options = call["stream_options"];
  const wantsUsage =
    typeof options === "object" && options !== null && Reflect.get(options, "include_usage") === true && !noUsage;
  const pieces = [
    ...tokens.map((token) => ({ data: event({ ...head, choices: [choice(token, null)] }), token: true })),
    { data: event({ ...head, choices: [choice("", "stop")] }), token: false },
    ...(wantsUsage ? [{ data: event({ ...head, choices: [], usage }), token: false }] : []),
    { data: "data: [DONE]\n\n", token: false },
  ];
  return { kind: "pieces", type: EVENTS, pieces };
}

function images(call: Body, { noUsage }: Behaviour): PlannedReply {
  const number = typeof call["n"] === "number" ? call["n"] : 1;
  const text = words(String(call["prompt"]));
  const usage = {
    total_tokens: text + 100 * number,
    input_tokens: text,
    output_tokens: 100 * number,
    input_tokens_details: { text_tokens: text, image_tokens: 0 },
  };
  if (call["stream"] !== true)
    return json({
      created: CREATED,
      data: Array.from({ length: number }, () => ({ b64_json: PNG })),
      ...(!noUsage && { usage }),
    });
  const named = (type: string, more: object): string =>
    `event: ${type}\n${event({ type, b64_json: PNG, created_at: CREATED, size: "1024x1024", quality: "high", background: "opaque", output_format: "png", ...more })}`;
  return {
    kind: "pieces",
    type: EVENTS,
    pieces: [
      { data: named("image_generation.partial_image", { partial_image_index: 0 }), token: true },
      { data: named("image_generation.completed", noUsage ? {} : { usage }), token: false },
    ],
  };
}

/** Four bytes of sound per character. */
function speech(call: Body, { noUsage }: Behaviour): PlannedReply {
  const input = String(call["input"]);
  const chunks = Array.from({ length: Math.max(1, input.length) }, (_, at) =>
    Buffer.from([0xff, 0xfb, input.charCodeAt(at) & 0xff, at & 0xff]),
  );
  if (call["stream_format"] !== "sse")
    return { kind: "pieces", type: "audio/mpeg", pieces: chunks.map((data) => ({ data, token: true })) };
  const usage = { input_tokens: words(input), output_tokens: input.length, total_tokens: words(input) + input.length };
  return {
    kind: "pieces",
    type: EVENTS,
    pieces: [
      ...chunks.map((chunk) => ({
        data: event({ type: "speech.audio.delta", audio: chunk.toString("base64") }),
        token: true,
      })),
      { data: event({ type: "speech.audio.done", ...(!noUsage && { usage }) }), token: false },
    ],
  };
}

function transcription(form: SeenForm, { noUsage }: Behaviour): PlannedReply {
  const tokens = SPOKEN.match(/\s*\S+/g) ?? [];
  const file = form.parts.find((part) => "sha256" in part);
  const heard = file && "sha256" in file ? file.size : 0;
  const usage = {
    type: "tokens",
    input_tokens: heard,
    output_tokens: tokens.length,
    total_tokens: heard + tokens.length,
    input_token_details: { text_tokens: 0, audio_tokens: heard },
  };
  if (form.stream) {
    const pieces = [
      ...tokens.map((delta) => ({ data: event({ type: "transcript.text.delta", delta }), token: true })),
      { data: event({ type: "transcript.text.done", text: SPOKEN, ...(!noUsage && { usage }) }), token: false },
    ];
    return { kind: "pieces", type: EVENTS, pieces };
  }
  switch (form.responseFormat) {
    case "text":
      return { kind: "whole", type: "text/plain; charset=utf-8", body: `${SPOKEN}\n` };
    case "srt":
      return {
        kind: "whole",
        type: "text/plain; charset=utf-8",
        body: `1\n00:00:00,000 --> 00:00:02,000\n${SPOKEN}\n`,
      };
    case "vtt":
      return { kind: "whole", type: "text/vtt", body: `WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n${SPOKEN}\n` };
    case "verbose_json":
      return json({ task: "transcribe", language: "english", duration: 2.4, text: SPOKEN, segments: [] });
    default:
      return json({ text: SPOKEN, ...(!noUsage && { usage }), seen: form.parts });
  }
}

/** Jina's shape, or Cohere's if the model's name contains `cohere`. */
function rerank(call: Body, { noUsage }: Behaviour): PlannedReply {
  const documents = Array.isArray(call["documents"]) ? call["documents"].map(String) : [];
  const total = words(String(call["query"])) + documents.reduce((sum, document) => sum + words(document), 0);
  const results = documents.map((_, index) => ({ index, relevance_score: 1 / (index + 1) }));
  if (modelOf(call).includes("cohere"))
    return json({
      id: "rerank-local",
      results,
      meta: { api_version: { version: "2" }, billed_units: { search_units: 1 }, tokens: { input_tokens: total } },
    });
  return json({ model: modelOf(call), results, ...(!noUsage && { usage: { total_tokens: total } }) });
}
