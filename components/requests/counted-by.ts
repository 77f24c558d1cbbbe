import type { CallLog } from "@/lib/wire/spend";

/** Who counted the units of a call, in words. */
export function countedBy({
  usage_source: source,
  status,
  total_tokens: tokens,
  spend,
}: Pick<CallLog, "usage_source" | "status" | "total_tokens" | "spend">): string {
  if (source !== "upstream") return "estimate (the upstream did not say)";
  // A call that failed before an answer has no usage that anybody counted.
  return status !== "success" && tokens === 0 && spend === 0 ? "nobody: it used nothing" : "the upstream";
}
