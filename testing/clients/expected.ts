import { isDeepStrictEqual } from "node:util";

/** The dialects that an upstream may speak, each by the service's own door. */
export const UPSTREAMS = ["chat", "messages", "responses", "gemini", "converse", "cohere"] as const;
export type Upstream = (typeof UPSTREAMS)[number];

/** What a client saw of one flow, as its program printed it. */
export interface Seen {
  readonly client: string;
  readonly upstream: Upstream;
  readonly flow: string;
  readonly saw: unknown;
}

/** What the local services say. */
const TEXT: Readonly<Record<Upstream, string>> = {
  chat: "token-1 token-2 token-3",
  messages: "token-1 token-2 token-3",
  responses: "token-1 token-2 token-3",
  gemini: "Hello.",
  converse: "Hello.",
  cohere: " token token token",
};
/** What they say to a picture of one dot, and to an empty page. */
export const SHOWN = { picture: "A dot.", page: "An empty page." } as const;
/** What they hear in any recording. */
const HEARD = "this is what the local upstream hears";
/** How long their embeddings are. Anthropic has none. */
const LENGTHS: Partial<Record<Upstream, number>> = { chat: 8, responses: 8, gemini: 2, converse: 2, cohere: 1024 };

const CALLS = [["get_weather", { city: "Oslo" }]];
const said = (upstream: Upstream) => ({ text: TEXT[upstream] });
const streamed = (upstream: Upstream) => ({ ...said(upstream), isInPieces: true });
const called = (upstream: Upstream) => ({ ...said(upstream), calls: CALLS });
const place = () => ({ object: { city: "Oslo" } });
const seen = () => ({ text: SHOWN.picture });
/** Cohere's chat takes no documents that are not text. */
const read = (upstream: Upstream) => (upstream === "cohere" ? undefined : { text: SHOWN.page });
const left = () => ({ hasLeft: true });
const isOpenai = (upstream: Upstream): boolean => upstream === "chat" || upstream === "responses";

/** What a flow shows a client, by the upstream; undefined: the upstream has no such thing, and the gateway says so. */
const FLOWS = {
  chat: said,
  stream: streamed,
  tools: called,
  streamedTools: called,
  /** The client's own loop, which calls the tool itself. */
  toolRunner: called,
  structured: place,
  /** The answer to a second turn, which has what was thought in the first. */
  thoughts: said,
  /** The same in an answer with a call, beside the call's result. */
  thoughtsBeforeCalls: called,
  /** An agent hands over to the next one, by a call of a tool. */
  handoff: (upstream) => ({ ...said(upstream), by: "two" }),
  picture: seen,
  page: read,
  /** The client leaves after the first piece of a stream. */
  leave: left,
  responses: said,
  streamedResponses: streamed,
  responsesTools: called,
  responsesStructured: place,
  responsesPicture: seen,
  responsesPage: read,
  leaveResponses: left,
  embeddings(upstream) {
    const length = LENGTHS[upstream];
    return length === undefined ? undefined : { lengths: [length, length] };
  },
  images: (upstream) => (isOpenai(upstream) ? { isPicture: true } : undefined),
  imageEdits: (upstream) => (isOpenai(upstream) ? { isPicture: true } : undefined),
  speech: (upstream) => (isOpenai(upstream) ? { isSound: true } : undefined),
  transcriptions: (upstream) => (isOpenai(upstream) ? { text: HEARD } : undefined),
  translations: (upstream) => (isOpenai(upstream) ? { text: HEARD } : undefined),
  moderations: (upstream) => (isOpenai(upstream) ? { isFlagged: false } : undefined),
  /** The list of all models, and one by its name. */
  models: () => ({ isListed: true, isNamed: true }),
  rerank: (upstream) =>
    isOpenai(upstream) || upstream === "converse" || upstream === "cohere" ? { order: [0, 1] } : undefined,
  count: () => ({ isCounted: true }),
  error: () => ({ status: 400, isTold: true }),
  /** A failed call, with the client's own retries as they come. */
  retries: () => ({ status: 503, isTold: true }),
} satisfies Record<string, (upstream: Upstream) => object | undefined>;
export type Flow = keyof typeof FLOWS;

const CHAT = ["chat", "stream", "tools", "structured", "error"] as const satisfies readonly Flow[];
const SHOWING = ["picture", "page", "leave"] as const satisfies readonly Flow[];
const RESPONSES = [
  ...(["responses", "streamedResponses", "responsesTools", "responsesStructured"] as const),
  ...(["responsesPicture", "responsesPage", "leaveResponses"] as const),
] satisfies Flow[];
const OPENAI = [
  ...CHAT,
  ...SHOWING,
  "streamedTools",
  "thoughts",
  "embeddings",
  "images",
  "retries",
] as const satisfies Flow[];
/** What OpenAI's API has besides. */
const OTHER_ROUTES = [
  ...(["imageEdits", "speech", "transcriptions", "translations", "moderations", "models"] as const),
] satisfies Flow[];
const VERCEL = [...CHAT, ...SHOWING, "streamedTools"] as const satisfies readonly Flow[];
const ANTHROPIC = [
  ...CHAT,
  ...SHOWING,
  "streamedTools",
  "thoughts",
  "count",
  "retries",
] as const satisfies readonly Flow[];

/** The clients of each language, and what they are asked to do. */
export const CLIENTS = {
  javascript: {
    openai: [...OPENAI, ...RESPONSES, ...OTHER_ROUTES],
    "openai-azure": OPENAI,
    "openai-4": [...OPENAI, ...RESPONSES, ...OTHER_ROUTES],
    "openai-4-azure": OPENAI,
    portkey: [...CHAT, ...SHOWING, "thoughts", "embeddings", "images"],
    anthropic: [...ANTHROPIC, "toolRunner"],
    "google-genai": [...VERCEL, "thoughts", "embeddings", "count", "retries"],
    "ai-sdk-openai": [...VERCEL, "thoughts", "embeddings"],
    "ai-sdk-openai-chat": VERCEL,
    "ai-sdk-compatible": [...VERCEL, "thoughts"],
    "ai-sdk-anthropic": [...VERCEL, "thoughts"],
    "ai-sdk-google": [...VERCEL, "thoughts", "embeddings"],
    "ai-sdk-azure": VERCEL,
    "langchain-openai": [...CHAT, ...SHOWING, "embeddings"],
    "langchain-responses": [...CHAT, ...SHOWING],
    "langchain-azure": [...CHAT, ...SHOWING],
    "langchain-anthropic": [...CHAT, ...SHOWING, "thoughtsBeforeCalls"],
    llamaindex: [...CHAT, ...SHOWING, "embeddings"],
    "agents-chat": [...CHAT, ...SHOWING, "handoff"],
    "agents-responses": [...CHAT, ...SHOWING, "handoff"],
    mastra: [...CHAT, ...SHOWING],
  },
  python: {
    "python-openai": [...OPENAI, ...RESPONSES, ...OTHER_ROUTES],
    "python-openai-azure": OPENAI,
    "python-anthropic": ANTHROPIC,
    "python-google-genai": [...CHAT, ...SHOWING, "thoughts", "embeddings", "count"],
    "python-cohere": ["rerank"],
    "python-langchain-openai": [...CHAT, ...SHOWING, "embeddings"],
    "python-langchain-responses": [...CHAT, ...SHOWING],
    "python-langchain-azure": [...CHAT, ...SHOWING],
    "python-langchain-anthropic": [...CHAT, ...SHOWING, "thoughtsBeforeCalls"],
    "python-litellm": [...CHAT, ...SHOWING],
    "python-agents-chat": [...CHAT, ...SHOWING, "handoff"],
    "python-agents-responses": [...CHAT, ...SHOWING, "handoff"],
    "python-pydantic-chat": [...CHAT, ...SHOWING],
    "python-pydantic-responses": [...CHAT, ...SHOWING],
    "python-pydantic-anthropic": [...CHAT, ...SHOWING],
    "python-pydantic-google": [...CHAT, ...SHOWING],
    "python-llamaindex": [...CHAT, ...SHOWING, "embeddings"],
  },
  go: {
    "go-openai": [...CHAT, ...SHOWING, "streamedTools", "embeddings", "retries", ...RESPONSES],
    "go-openai-azure": [...CHAT, ...SHOWING, "streamedTools", "embeddings", "retries"],
    // It has no part for files.
    "go-community": [...CHAT, "picture", "leave", "streamedTools", "embeddings"],
    "go-community-azure": [...CHAT, "picture", "leave", "streamedTools", "embeddings"],
    "go-anthropic": ANTHROPIC,
    "go-genai": [...CHAT, ...SHOWING, "count"],
  },
  java: {
    "java-openai": [...CHAT, ...SHOWING, "streamedTools", "embeddings", "retries", ...RESPONSES],
    "java-openai-azure": [...CHAT, ...SHOWING, "streamedTools", "embeddings", "retries"],
    "java-anthropic": ANTHROPIC,
    "java-genai": [...CHAT, ...SHOWING, "count"],
    "java-langchain-openai": [...CHAT, ...SHOWING, "embeddings"],
    "java-langchain-anthropic": [...CHAT, ...SHOWING],
    "java-langchain-google": [...CHAT, ...SHOWING],
  },
} satisfies Record<string, Record<string, readonly Flow[]>>;
export type Language = keyof typeof CLIENTS;
export type ClientName = { [Of in Language]: keyof (typeof CLIENTS)[Of] }[Language];

/** How the gateway refuses what an upstream does not have. */
const NOT_SERVED = /does not serve|cannot be sent to this model/;

/** What is wrong with what a client saw of a flow; undefined: nothing. */
export function flawOf(flow: Flow, upstream: Upstream, saw: unknown): string | undefined {
  const expected = FLOWS[flow](upstream);
  const isRight = expected === undefined ? NOT_SERVED.test(JSON.stringify(saw)) : isDeepStrictEqual(saw, expected);
  return isRight ? undefined : `${upstream}, ${flow}: ${JSON.stringify(saw)}`;
}
