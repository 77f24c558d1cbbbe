import type { Usage } from "@/lib/usage";
import type { AdapterCall, StreamReader } from "./adapter";
import { NO_FACTS, type AnswerFacts } from "./answer-facts";
import { estimateUsage } from "./estimate-usage";

/** Passes an unstructured answer, such as audio or subtitles, as it comes. */
export class ByteStreamReader implements StreamReader {
  readonly isComplete = false;
  /** The end of the connection is the end of the answer; a broken connection raises its own error. */
  readonly mayEnd = true;
  #bytes = 0;

  constructor(readonly call: Pick<AdapterCall, "route" | "body">) {}

  get hasContent(): boolean {
    return this.#bytes > 0;
  }

  push(chunk: Uint8Array): Uint8Array[] {
    this.#bytes += chunk.length;
    return [chunk];
  }

  end(): Uint8Array[] {
    return [];
  }

  usage(estimatedPromptTokens: number): Usage {
    return estimateUsage(this.call.route, this.call.body, estimatedPromptTokens, this.#bytes);
  }

  /** The bytes of a recording say nothing about themselves. */
  describe(): AnswerFacts {
    return NO_FACTS;
  }

  /** Such a stream has no room for an error, so the caller's connection breaks. */
  failure(): undefined {
    return undefined;
  }
}
