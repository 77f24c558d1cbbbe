import type { Refusal, RefusedAnswer } from "../provider";

/** Kinds of refusals that blame the gateway's own credential, whatever their status. */
const ACCESS = ["UnrecognizedClientException", "ExpiredToken", "InvalidSignatureException", "AccessDeniedException"];
/** What Bedrock says about a model that it no longer has, in a ValidationException. */
const RETIRED = ["reached the end of its life", "end of its life"].map((words) => Buffer.from(words));
/** Bytes. */
const LONGEST = 16 * 1024;

/** What a refusal of Bedrock's says beyond its status. */
export function bedrockRefusal({ status, headers, body }: RefusedAnswer): Refusal | undefined {
  const type = headers["x-amzn-errortype"];
  const kind = typeof type === "string" ? type : "";
  if (ACCESS.some((name) => kind.startsWith(name))) return { says: "access" };
  if (body.length > LONGEST || (status !== 400 && status !== 404)) return undefined;
  return RETIRED.some((words) => body.includes(words)) ? { says: "retired" } : undefined;
}
