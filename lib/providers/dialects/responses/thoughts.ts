import type { ThoughtPart } from "../../form/request";

/**
 * A thought's signature, or its redacted data, travels through a client of Responses as the `encrypted_content` of a
 * reasoning item. The first letters keep it apart from what OpenAI encrypted, which no other model can read.
 */
const SIGNATURE = "signature:";
const REDACTED = "redacted:";

/** Undefined: nobody signed the thought. */
export function sealOf(thought: ThoughtPart): string | undefined {
  if ("redacted" in thought) return REDACTED + thought.redacted;
  return thought.signature ? SIGNATURE + thought.signature : undefined;
}

/** The thought that a seal belongs to. A seal of another kind counts as none. */
export function openSeal(text: string, seal: string | undefined): ThoughtPart {
  if (seal?.startsWith(REDACTED)) return { kind: "thought", redacted: seal.slice(REDACTED.length) };
  return {
    kind: "thought",
    text,
    signature: seal?.startsWith(SIGNATURE) ? seal.slice(SIGNATURE.length) : undefined,
  };
}
