import type { Usage } from "@/lib/usage";
import type { AdapterCall, StreamReader } from "./adapter";
import { estimateUsage } from "./estimate-usage";

/** Passes an answer of no structure, audio or subtitles, as it comes. */
export class ByteStreamReader implements StreamReader {
  readonly isComplete = false;
  /** Where it ends, the connection says: one that broke is an error of its own. */
  readonly mayEnd = true;
  #bytes = 0;

  constructor(readonly call: Pick<AdapterCall, "route" | "body">) {}

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

  /** There is no place for an error in it: the caller's connection breaks. */
  failure(): undefined {
    return undefined;
  }
}
