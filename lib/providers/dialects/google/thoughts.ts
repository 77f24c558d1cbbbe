import { isObject } from "@/lib/is-object";
import type { ThoughtPart } from "../../form/request";
import { listAt, parseObjectText, textAt } from "../../json-value";

/**
 * Google's clients send a `thoughtSignature` back with the call or the text that it came with, and often nothing else
 * of a thought. So the whole thought travels in it, with its own signature: the model that signed it gets back what it
 * signed. It is bytes in base64, which some clients write in the alphabet for addresses. The first letters keep it
 * apart from what Google signed, which no other model can read.
 */
const PREFIX = "gateway:";

/** Undefined: nobody signed any of the thoughts. */
export function sealOf(thoughts: readonly ThoughtPart[]): string | undefined {
  const signed = thoughts.filter((thought) => "redacted" in thought || thought.signature);
  if (signed.length === 0) return undefined;
  return Buffer.from(PREFIX + JSON.stringify({ thoughts: signed })).toString("base64");
}

/** The thoughts in a seal; none if it is somebody else's signature. */
export function openSeal(seal: string | undefined): ThoughtPart[] {
  if (seal === undefined) return [];
  const text = Buffer.from(seal, "base64").toString("utf8");
  if (!text.startsWith(PREFIX)) return [];
  return listAt(parseObjectText(text.slice(PREFIX.length)) ?? {}, "thoughts").flatMap((thought): ThoughtPart[] => {
    if (!isObject(thought)) return [];
    const redacted = textAt(thought, "redacted");
    if (redacted !== undefined) return [{ kind: "thought", redacted }];
    return [{ kind: "thought", text: textAt(thought, "text") ?? "", signature: textAt(thought, "signature") }];
  });
}

/** What a seal begins with, in base64: the prefix and a brace. */
const SEALED = Buffer.from("Z2F0ZXdheTp7");
const SEALS = /("thought(?:S|_s)ignature"\s{0,8}:\s{0,8}")Z2F0ZXdheTp7[\w+/=-]*"/g;

/**
 * What Google takes for the signature of what another model thought
 * (ai.google.dev/gemini-api/docs/thought-signatures).
 */
export const UNSIGNED = "skip_thought_signature_validator";

/**
 * The bytes of a request to Google without seals: it takes only what it signed itself, and a caller who changes from
 * another model to Google's has them in the conversation.
 */
export function withoutSeals(bytes: Buffer): Buffer {
  if (!bytes.includes(SEALED)) return bytes;
  return Buffer.from(bytes.toString("utf8").replaceAll(SEALS, `$1${UNSIGNED}"`));
}
