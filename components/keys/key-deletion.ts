import { formatDollars } from "@/components/api/format";
import { counted } from "@/components/shared/wording";
import type { Key } from "@/lib/wire/key";

/** What goes when a key is deleted, one line each. */
export function goingOf({
  max_budget: budget,
  previous_keys: older,
}: Pick<Key, "max_budget" | "previous_keys">): readonly string[] {
  return [
    "The key with its models, budget and limits",
    ...(budget === null ? [] : [`Its budget of ${formatDollars(budget)}`]),
    ...(older.length > 0 ? [`${counted(older.length, "older secret")} that callers may still use`] : []),
  ];
}

/** What stays when a key is deleted, one line each. */
export function stayingOf({ spend }: Pick<Key, "spend">): readonly string[] {
  const spent = spend > 0 ? `The spend of ${formatDollars(spend)}` : "The spend";
  return [`${spent} and every call with this key`, "The audit log, with the state before the deletion"];
}
