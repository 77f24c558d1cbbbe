import { GatewayError } from "@/lib/errors";
import type { CallStatus, Usage } from "@/lib/usage";
import type { Settlement } from "@/lib/spend/book";
import { isCut, upstreamFailure } from "@/lib/upstream/failure";
import type { Call } from "./call";
import type { Outcome } from "./outcome";

/** A call whose answer is being streamed. */
export interface StreamedCall {
  readonly call: Pick<Call, "request" | "estimatedPromptTokens">;
  /** Books the call. Only the first time counts. */
  settle(status: CallStatus, usage: Usage): Settlement;
  /** Notes when the first piece of content came. Only the first time counts. */
  contentCame(): void;
  /** Counts a stream that broke against its deployment. */
  broke(): void;
}

/**
 * Forwards a stream piece by piece. The call is booked before its caller can see the end of the stream; a caller that
 * hangs up ends the iteration, and the call is booked as cancelled.
 */
export async function* forwardStream(
  { reader, pieces, rest, endSoon }: Extract<Outcome, { kind: "stream" }>,
  streamed: StreamedCall,
): AsyncGenerator<Uint8Array> {
  const { request, estimatedPromptTokens } = streamed.call;
  const book = (status: CallStatus): Promise<void> =>
    streamed.settle(status, reader.usage(estimatedPromptTokens)).written;
  let isOver = false;
  const bookWhole = (): Promise<void> => {
    if (!isOver) endSoon();
    isOver = true;
    return book("success");
  };
  let { hasContent } = reader;
  if (hasContent) streamed.contentCame();
  try {
    if (reader.isComplete) await bookWhole();
    yield* pieces;
    for await (const chunk of rest) {
      const more = reader.push(chunk);
      if (!hasContent && reader.hasContent) {
        hasContent = true;
        streamed.contentCame();
      }
      if (reader.isComplete) await bookWhole();
      yield* more;
    }
    const last = reader.end();
    if (!hasContent && reader.hasContent) streamed.contentCame();
    if (!reader.mayEnd)
      throw new GatewayError("upstream_unreachable", "The upstream ended the stream before the answer was complete.");
    await book("success");
    yield* last;
  } catch (error) {
    if (request.isGone) throw error;
    // The caller has the whole answer, and it is booked: a break after that does no harm.
    if (reader.isComplete) return;
    if (!isCut(error)) streamed.broke();
    await book("error");
    const event = reader.failure(upstreamFailure(error));
    if (!event) throw error;
    yield event;
  } finally {
    await rest.return(undefined);
    // The call is still open here only if its caller has hung up.
    await book("cancelled");
  }
}
