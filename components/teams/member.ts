import type { Team } from "@/lib/wire/team";

export type Member = Team["members_with_roles"][number];

/** How many members stand on a page. */
export const MEMBERS_SHOWN = 25;

/**
 * The members whose id or name has a text, a page of them, and how many there are on all pages. `names`: by their ids.
 */
export function shownMembers(
  members: readonly Member[],
  names: Readonly<Record<string, string>>,
  { text, page }: { readonly text: string; readonly page: number },
): { readonly shown: readonly Member[]; readonly total: number; readonly page: number } {
  const wanted = text.trim().toLowerCase();
  const has = (words: string | undefined): boolean => words !== undefined && words.toLowerCase().includes(wanted);
  const found = wanted === "" ? members : members.filter(({ user_id: id }) => has(id) || has(names[id]));
  const last = Math.max(1, Math.ceil(found.length / MEMBERS_SHOWN));
  const at = Math.min(page, last);
  return { shown: found.slice((at - 1) * MEMBERS_SHOWN, at * MEMBERS_SHOWN), total: found.length, page: at };
}
