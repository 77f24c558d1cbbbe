import { z } from "zod";
import { GatewayError } from "@/lib/errors";
import type { CallBody } from "./call-body";
import type { OpenAiStreamDialect } from "./openai-stream";

/** Members of which a request needs at least one, and what each may be. */
interface Requirement {
  readonly names: readonly string[];
  readonly isMet: (value: unknown) => boolean;
  /** The end of the refusal's sentence: "a list of messages". */
  readonly right: string;
}

/** The form of a route's answer that is not a stream of events: JSON, bytes of any type, or either. */
export type AnswerForm = "json" | "bytes" | "json or text";

/** One model route: what a call must contain, and the form of its answer. */
export interface ModelRoute {
  readonly id: string;
  /** The canonical path, without `/v1`. */
  readonly path: string;
  readonly summary: string;
  readonly body: "json" | "form";
  /** Whether a form is read whole, because fields that may come after its files decide what the call may cost. */
  readonly holdsForm?: true;
  readonly required: readonly Requirement[];
  /** How its streams are read; undefined if it has none. */
  readonly stream: OpenAiStreamDialect | undefined;
  readonly answer: AnswerForm;
  /** The model of a call that names none, if the reference defines one. */
  readonly defaultModel?: string;
  readonly output: z.ZodType;
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
const isList = (value: unknown): boolean => Array.isArray(value);
const isTextOrList = (value: unknown): boolean => typeof value === "string" || Array.isArray(value);

const text = (name: string): Requirement => ({ names: [name], isMet: isText, right: "a text" });
const textOrList = (name: string): Requirement => ({ names: [name], isMet: isTextOrList, right: "a text or a list" });

/** What a chat must hold, in OpenAI's dialect and in Anthropic's. */
export const LIST_OF_MESSAGES: Requirement = { names: ["messages"], isMet: isList, right: "a list of messages" };

/**
 * `/v1/messages` is Anthropic's and is defined elsewhere. Sources: OpenAI's API reference; for rerank, Cohere's and
 * Jina's.
 */
export const MODEL_ROUTES: readonly ModelRoute[] = [
  {
    id: "chat.completions",
    path: "/chat/completions",
    summary: "Create a chat completion, whole or streamed",
    body: "json",
    required: [LIST_OF_MESSAGES],
    stream: "completions",
    answer: "json",
    output: z.looseObject({ id: z.string(), object: z.string(), choices: z.array(z.unknown()) }),
  },
  {
    id: "completions",
    path: "/completions",
    summary: "Create a text completion, whole or streamed",
    body: "json",
    required: [textOrList("prompt")],
    stream: "completions",
    answer: "json",
    output: z.looseObject({ id: z.string(), object: z.string(), choices: z.array(z.unknown()) }),
  },
  {
    id: "embeddings",
    path: "/embeddings",
    summary: "Create embeddings of texts",
    body: "json",
    required: [textOrList("input")],
    stream: undefined,
    answer: "json",
    output: z.looseObject({ object: z.string(), data: z.array(z.unknown()) }),
  },
  {
    id: "responses",
    path: "/responses",
    summary: "Create a response, whole or streamed",
    body: "json",
    required: [
      {
        names: ["input", "prompt", "previous_response_id", "conversation"],
        isMet: isGiven,
        right: "the input to answer",
      },
    ],
    stream: "responses",
    answer: "json",
    output: z.looseObject({ id: z.string(), object: z.string() }),
  },
  {
    id: "moderations",
    path: "/moderations",
    summary: "Classify texts and images",
    body: "json",
    required: [textOrList("input")],
    stream: undefined,
    answer: "json",
    defaultModel: "omni-moderation-latest",
    output: z.looseObject({ results: z.array(z.unknown()) }),
  },
  {
    id: "images.generations",
    path: "/images/generations",
    summary: "Create images, whole or streamed",
    body: "json",
    required: [text("prompt")],
    stream: "images",
    answer: "json",
    output: z.looseObject({ data: z.array(z.unknown()).optional() }),
  },
  {
    id: "images.edits",
    path: "/images/edits",
    summary: "Edit images (multipart/form-data), whole or streamed",
    body: "form",
    holdsForm: true,
    required: [text("prompt")],
    stream: "images",
    answer: "json",
    output: z.looseObject({ data: z.array(z.unknown()).optional() }),
  },
  {
    id: "audio.speech",
    path: "/audio/speech",
    summary: "Create speech from a text; the audio is streamed",
    body: "json",
    required: [text("input")],
    stream: "speech",
    answer: "bytes",
    output: z.string().describe("Audio."),
  },
  {
    id: "audio.transcriptions",
    path: "/audio/transcriptions",
    summary: "Transcribe a recording (multipart/form-data), whole or streamed",
    body: "form",
    required: [],
    stream: "transcriptions",
    answer: "json or text",
    output: z.looseObject({ text: z.string() }),
  },
  {
    id: "audio.translations",
    path: "/audio/translations",
    summary: "Translate a recording into English (multipart/form-data)",
    body: "form",
    required: [],
    stream: undefined,
    answer: "json or text",
    output: z.looseObject({ text: z.string() }),
  },
  {
    id: "rerank",
    path: "/rerank",
    summary: "Rank documents by their relevance to a query",
    body: "json",
    required: [text("query"), { names: ["documents"], isMet: isList, right: "a list of documents" }],
    stream: undefined,
    answer: "json",
    output: z.looseObject({ results: z.array(z.unknown()) }),
  },
];

const byPath: ReadonlyMap<string, ModelRoute> = new Map(MODEL_ROUTES.map((route) => [route.path, route]));

/** The model route of a canonical path. */
export function modelRoute(path: string): ModelRoute | undefined {
  return byPath.get(path);
}

/** @throws GatewayError invalid_request that names the missing or invalid member */
export function checkCall(route: ModelRoute, body: CallBody): void {
  checkRequired(route.required, body);
  const { outline, stream } = body;
  if (stream && !route.stream) {
    throw new GatewayError("invalid_request", `${route.path} has no streams; leave "stream" out.`, { param: "stream" });
  }
  if (route.id === "responses" && outline["background"] === true) {
    // Its answer could be neither fetched through the gateway nor booked.
    throw new GatewayError(
      "invalid_request",
      '"background" is not served: a response made in the background cannot be fetched through the gateway.',
      { param: "background" },
    );
  }
}

/** @throws GatewayError invalid_request that names the missing or invalid member */
export function checkRequired(required: readonly Requirement[], { outline }: Pick<CallBody, "outline">): void {
  for (const { names, isMet, right } of required) {
    if (names.some((name) => isMet(outline[name]))) continue;
    const [param] = names;
    const subject = names.map((name) => `"${name}"`).join(" or ");
    throw new GatewayError("invalid_request", `${subject} must be given: ${right}.`, { ...(param && { param }) });
  }
}
