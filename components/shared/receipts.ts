import type { z } from "zod";
import type { receipts } from "@/lib/wire/fields";

/** What a node answered to a change, and after how many milliseconds; null: it has not answered yet. */
export type Receipt = z.output<typeof receipts>[number];

/** Which nodes have applied a change: "Blocked on 1 of 2 nodes in 12 ms; 1 has not answered within 250 ms". */
export function describeReceipts(given: readonly Receipt[], done: string): string {
  const times = given.flatMap((receipt) => (receipt.acknowledged_ms === null ? [] : [receipt.acknowledged_ms]));
  const silent = given.length - times.length;
  const within = times.length > 0 ? ` in ${Math.max(1, Math.round(Math.max(...times)))} ms` : "";
  const applied = `${done} on ${times.length} of ${given.length} nodes${within}`;
  if (silent === 0) return applied;
  return `${applied}; ${silent} ${silent === 1 ? "has" : "have"} not answered within 250 ms`;
}
