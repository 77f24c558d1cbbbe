import type { OpenContent } from "@/lib/content/content-keeper";
import type { ContentMark } from "@/lib/content/content-rule";
import type { ApiRequest } from "@/lib/doors/contract";
import type { Caller } from "@/lib/gateway/request/caller";
import type { CallBody } from "@/lib/providers/call-body";
import type { Target } from "./target";

/** A call of a model that the rules have admitted, before anything about it is worked out. */
export interface AdmittedCall {
  readonly request: ApiRequest;
  readonly caller: Caller;
  readonly modelBody: CallBody;
}

/** What becomes of the content of a call whose team or key keeps content. */
export interface CallContent {
  readonly mark: ContentMark;
  /** Absent: it is not kept. */
  readonly open?: OpenContent;
}

/**
 * One call of a model, as its caller made it: worked out once, before anything is set aside or sent, and never changed.
 * Functions on its way take the members that they need (`Pick<Call, …>`).
 */
export interface Call {
  /** `call_<UUID>`: the `x-gateway-call-id` of the answer and the id of the row in the spend log. */
  readonly id: string;
  /** The `x-request-id` of the answer: the caller's own, or else the call's id. */
  readonly requestId: string;
  /** The trace that it is a part of, 32 hexadecimal digits; null: none. */
  readonly traceId: string | null;
  /** The caller's name for the session that it belongs to; null: it names none. */
  readonly sessionId: string | null;
  /** When it came, in milliseconds since the epoch. Its prices are those of this time. */
  readonly startedAt: number;
  /** Canonical, without `/v1`: `/chat/completions`. */
  readonly route: string;
  readonly request: ApiRequest;
  readonly caller: Caller;
  readonly body: CallBody;
  /** As the caller asked for it. */
  readonly model: string;
  readonly estimatedPromptTokens: number;
  /** The length of an uploaded recording, estimated; undefined: unknown, or no recording. */
  readonly seconds: number | undefined;
  /** Finds the input that the body only names, by a walk through it; undefined: the body has all of its input. */
  readonly namedInput?: () => string | undefined;
  /** Whether an input that the body only names is refused to callers with a budget (`named_inputs`). */
  readonly refusesNamed: boolean;
  /** The tags that spend reports sort it under. */
  readonly tags: readonly string[];
  /** What becomes of what is asked and answered; absent: neither its team nor its key keeps content. */
  readonly content?: CallContent | undefined;
  /** The deployments that may serve it as long as no fallback has to, each with its price. Never empty. */
  readonly targets: readonly Target[];
}
