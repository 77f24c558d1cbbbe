import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import type { Services } from "@/lib/gateway/services";
import { REQUEST_ID_HEADER } from "@/lib/http/request-id";

/** A request with its answer, as the observer is told of it. */
export interface Answered {
  readonly request: ApiRequest;
  /** When it came in, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly reply: ApiReply;
  /** The path of the operation that it asks for, with its `{parameters}`. Undefined: there is none. */
  readonly route: string | undefined;
  /** Undefined: the request has not failed. */
  readonly failure: AnswerFailure | undefined;
}

/** Why a request has failed. */
export interface AnswerFailure {
  readonly thrown: unknown;
  /** What the caller sees of it. */
  readonly error: GatewayError;
}

/** Tells the observer that the answer begins, and why it failed, and lets the door tell how it ends. */
export function tellOfAnswer({ observer, now }: Services, answered: Answered): void {
  const { request, reply, route, failure, startedAt } = answered;
  const requestId = reply.headers[REQUEST_ID_HEADER] ?? "";
  if (failure && concernsOperator(failure, request)) {
    const isDefect = isOurDefect(failure);
    const { code, options } = failure.error;
    const cause = isDefect ? failure.thrown : options.cause;
    observer.requestFailed?.({ request, requestId, code, cause, isDefect });
  }
  if (!observer.firstByteSent && !observer.requestFinished) return;
  // Nobody sees the answer to a caller who has hung up.
  const status = request.isGone ? undefined : reply.status;
  const code = request.isGone ? undefined : failure?.error.code;
  // This is the first byte: the door writes the head at once, and a stream replies only with its first piece at hand.
  if (status !== undefined) observer.firstByteSent?.({ request, route, status, requestId, code, at: now() });
  if (observer.requestFinished)
    reply.ended = (end) =>
      observer.requestFinished?.({ request, route, status, requestId, code, end, startedAt, at: now() });
}

/** A caller who has hung up does not see the failure, unless it is a defect. */
function concernsOperator(failure: AnswerFailure, { isGone }: Pick<ApiRequest, "isGone">): boolean {
  return isOurDefect(failure) || (failure.error.status >= 500 && !isGone);
}

/** Whether something was thrown that nobody has foreseen. */
function isOurDefect({ thrown, error }: AnswerFailure): boolean {
  return error.code === "internal_error" && !(thrown instanceof GatewayError);
}
