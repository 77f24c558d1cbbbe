import { formatCount } from "@/components/api/format";
import type { RefusalGroup } from "@/lib/refusal";

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** "1 key", "2 keys", "1,200 keys". `many`: for words that do not only take an s. */
export function counted(count: number, word: string, many = `${word}s`): string {
  return `${formatCount(count)} ${count === 1 ? word : many}`;
}

/** What the requests of a group asked for: the model, else the route. A group that depends on neither holds any. */
export function askedFor({ kind, model, route }: Pick<RefusalGroup, "kind" | "model" | "route">): string {
  if (model !== "") return model;
  if (route !== "") return route;
  return kind === "others" ? "" : "any request";
}

/** How an amount changed against an earlier one: "+12%", "−8%", "±0%", "×12" from eleven times on, "new", or "–". */
export function changeOf(now: number, before: number): string {
  if (before === 0) return now === 0 ? "–" : "new";
  const change = now / before - 1;
  if (change >= 10) return `×${Math.round(now / before)}`;
  const percent = Math.round(Math.abs(change) * 100);
  return percent === 0 ? "±0%" : `${change > 0 ? "+" : "−"}${percent}%`;
}
