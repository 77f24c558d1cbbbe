import type { Receipt } from "@/components/api/types";

/** What the nodes said about a change: "2 nodes refuse it, after 12 ms". `verb` is for several nodes: refuse, accept, use. */
export function describeReceipts(receipts: readonly Receipt[], verb: string): string {
  const times = receipts.flatMap((receipt) => (receipt.acknowledged_ms === null ? [] : [receipt.acknowledged_ms]));
  const silent = receipts.length - times.length;
  const after = times.length > 0 ? `, after ${Math.max(1, Math.round(Math.max(...times)))} ms` : "";
  const agreed = times.length === 1 ? `1 node ${verb}s it${after}` : `${times.length} nodes ${verb} it${after}`;
  if (silent === 0) return agreed;
  return `${agreed}; ${silent} ${silent === 1 ? "has" : "have"} not answered within 250 ms`;
}
