import type { Receipt } from "@/components/api/types";

/** Which nodes have applied a change: "Blocked on 1 of 2 nodes in 12 ms; 1 has not answered within 250 ms". */
export function describeReceipts(receipts: readonly Receipt[], done: string): string {
  const times = receipts.flatMap((receipt) => (receipt.acknowledged_ms === null ? [] : [receipt.acknowledged_ms]));
  const silent = receipts.length - times.length;
  const within = times.length > 0 ? ` in ${Math.max(1, Math.round(Math.max(...times)))} ms` : "";
  const applied = `${done} on ${times.length} of ${receipts.length} nodes${within}`;
  if (silent === 0) return applied;
  return `${applied}; ${silent} ${silent === 1 ? "has" : "have"} not answered within 250 ms`;
}
