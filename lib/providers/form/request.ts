import type { JsonObject } from "../json-value";

/**
 * A request as every dialect can say it: what a client's half reads and an upstream's half writes. It can hold whatever
 * one of the dialects has, so that only that is lost which the other side cannot say. `at` is a path in the caller's
 * body, by which a refusal names the member at fault.
 */
export interface NeutralRequest {
  /** In the order in which they came, system messages included. Adjacent turns may have one role. */
  readonly turns: readonly Turn[];
  readonly tools: readonly Tool[];
  /** Undefined: the model decides. */
  readonly choice: ToolChoice | undefined;
  /** At most one call in an answer. */
  readonly isSingle: boolean;
  readonly format: AnswerFormat | undefined;
  /** How many answers are asked for; absent: one. */
  readonly count?: number | undefined;
  /** Tokens of the answer at most. */
  readonly limit: number | undefined;
  readonly stop: readonly string[];
  readonly sampling: Sampling;
  /** How hard the model is to think: none, minimal, low, medium, high, xhigh, max. */
  readonly effort: string | undefined;
  /** What the caller says about thinking beside an effort. */
  readonly thinking: Thinking | undefined;
  /** Who asks, as the caller's application names them. */
  readonly user: string | undefined;
  /** What only OpenAI's own dialects have, by their names in Chat Completions. Absent: nothing. */
  readonly shared?: SharedMembers;
  /** Where the provider's cache of the prompt is to end, for the whole request. */
  readonly cache: JsonObject | undefined;
  readonly isStreamed: boolean;
}

/** Members that OpenAI's dialects share, as the caller wrote them. */
export type SharedMembers = Readonly<Partial<Record<SharedMember, unknown>>>;
export const SHARED_MEMBERS = [
  "verbosity",
  "service_tier",
  "metadata",
  "prompt_cache_key",
  "prompt_cache_retention",
] as const;
export type SharedMember = (typeof SHARED_MEMBERS)[number];

export interface Turn {
  readonly role: "system" | "user" | "assistant";
  readonly parts: readonly Part[];
}

export interface Sampling {
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly topK: number | undefined;
  readonly seed: number | undefined;
  readonly frequencyPenalty: number | undefined;
  readonly presencePenalty: number | undefined;
}

export interface Thinking {
  /** `enabled` with a budget, `adaptive`, or `disabled`. */
  readonly mode: string;
  /** Tokens. */
  readonly budget: number | undefined;
  /** As the caller wrote it. */
  readonly own: JsonObject;
}

/** Anthropic's mark, after which the provider's cache of the prompt may end. Other dialects' callers may set it too. */
interface Marked {
  readonly cache?: JsonObject;
}

export type Part = TextPart | MediaPart | CallPart | ResultPart | ThoughtPart | RefusalPart | OwnPart;

export interface TextPart extends Marked {
  readonly kind: "text";
  readonly text: string;
  /** What of the web an answer's text is taken from. */
  readonly citations?: readonly Citation[];
  /** What the caller sent that an answer's text is taken from. */
  readonly quotations?: readonly Quotation[];
  /** The result of the caller's own search that the text tells, for those who take it as such. */
  readonly found?: FoundText;
}

/** What the caller's own search has found. */
export interface FoundText {
  readonly source: string;
  readonly title: string;
  readonly texts: readonly string[];
  /** Whether the answer is to say what it has from it. */
  readonly isCited: boolean;
}

/** A page of the web that supports a text. */
export interface Citation {
  readonly url: string;
  readonly title: string | undefined;
  /** What the page says. */
  readonly quote: string | undefined;
  /** Characters of the text, the end exclusive; undefined: all of it. */
  readonly span: { readonly start: number; readonly end: number } | undefined;
}

/** A place in what the caller sent that supports a text. */
export interface Quotation {
  /** What is counted: characters or pages of a document, its blocks, or the blocks of a result of a search. */
  readonly unit: "characters" | "pages" | "blocks" | "found";
  /** Which of the request's documents, or of its results of searches, counted from 0. */
  readonly index: number;
  /** As the upstream counts the unit. */
  readonly start: number;
  readonly end: number;
  readonly title: string | undefined;
  /** Where a result of a search is from. */
  readonly source: string | undefined;
  /** What stands there. */
  readonly quote: string | undefined;
}

/** Something to look at, read or hear. */
export interface MediaPart extends Marked {
  readonly kind: "image" | "document" | "audio";
  readonly source: MediaSource;
  readonly title?: string;
  /** What the model is to know of a document, and cannot cite. */
  readonly context?: string;
  /** Whether the answer is to say what it has from a document; absent: no. */
  readonly isCited?: true;
  /** How closely the model is to look: OpenAI's low, high and so on. */
  readonly detail?: string;
  readonly at: string;
}

export type MediaSource = { readonly at: string } & (
  | { readonly kind: "url"; readonly url: string }
  /** `mediaType` in lower case, `data` in base64. */
  | { readonly kind: "bytes"; readonly mediaType: string; readonly data: string }
  | { readonly kind: "text"; readonly text: string }
  /** A file that the client's own provider keeps. */
  | { readonly kind: "kept" }
);

export interface CallPart extends Marked {
  readonly kind: "call";
  readonly id: string;
  readonly name: string;
  /** A JSON object as the caller wrote it; an empty text stands for an empty object. */
  readonly arguments: string;
  readonly at: string;
}

export interface ResultPart extends Marked {
  readonly kind: "result";
  readonly callId: string;
  readonly parts: readonly Part[];
  readonly isError: boolean;
}

/** What the model thought; only a family that signed it can read it again. */
export type ThoughtPart =
  | { readonly kind: "thought"; readonly text: string; readonly signature: string | undefined }
  | { readonly kind: "thought"; readonly redacted: string };

export interface RefusalPart extends Marked {
  readonly kind: "refusal";
  readonly text: string;
}

/** What only the dialect can read that it came from. */
export interface OwnPart {
  readonly kind: "own";
  readonly dialect: DialectId;
  readonly value: JsonObject;
  readonly at: string;
  /** The member that a refusal names, if it is not the `type` below `at`. */
  readonly param?: string;
  /** A sentence for a refusal, if it is not which types can be sent: why, and what to do. */
  readonly because?: string;
  /** For a tool: the search of the web that it is, which other providers have too. */
  readonly search?: WebSearch;
}

/** How the web is to be searched. */
export interface WebSearch {
  /** How much of what is found the model gets: low, medium or high. A hint. */
  readonly contextSize: string | undefined;
  /** Where the user is: `city`, `region`, `country`, `timezone`. A hint. */
  readonly location: JsonObject | undefined;
  /** The only domains whose pages count; empty: all. */
  readonly allowed: readonly string[];
  readonly blocked: readonly string[];
  /** Searches of an answer at most. A hint. */
  readonly maxUses: number | undefined;
}

export type Tool = FunctionTool | OwnPart;

export interface FunctionTool extends Marked {
  readonly kind: "function";
  readonly name: string;
  readonly description: string | undefined;
  /** A JSON schema; undefined: it takes no arguments. */
  readonly parameters: unknown;
  readonly isStrict: boolean;
}

export type ToolChoice =
  | { readonly kind: "auto" | "none" | "required" }
  | { readonly kind: "named"; readonly name: string };

/** JSON of any form, or of this one. */
export type AnswerFormat =
  | { readonly kind: "json" }
  | { readonly kind: "schema"; readonly schema: JsonObject; readonly name: string | undefined };

/** The dialects that have a half of their own. */
export type DialectId = "chat" | "messages" | "responses" | "google" | "cohere" | "converse";
