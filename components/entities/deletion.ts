import { counted } from "@/components/shared/words";
import { type EntityRef, KINDS } from "./kinds";

/** How much belongs to an entity. */
export interface Belongings {
  readonly keys: number;
  readonly teams: number;
}

/** What a deletion takes away, one sentence each. */
export function goingWords({ kind, members }: Pick<EntityRef, "kind" | "members">, { keys }: Belongings): string[] {
  const { goes, takesKeys } = KINDS[kind].deletion;
  return [
    goes,
    ...(members > 0 ? [`${counted(members, "membership")}; the users themselves stay`] : []),
    ...(takesKeys && keys > 0
      ? [`${counted(keys, "key")}: callers who use ${keys === 1 ? "it" : "one of them"} are refused`]
      : []),
  ];
}

/** Why an entity cannot be deleted yet; undefined where nothing is in the way. */
export function hindrance({ kind }: Pick<EntityRef, "kind">, { keys, teams }: Belongings): string | undefined {
  const total = teams + keys;
  if (KINDS[kind].deletion.takesKeys || total === 0) return undefined;
  const owned = [teams > 0 && counted(teams, "team"), keys > 0 && counted(keys, "key")].filter(Boolean).join(" and ");
  const [belong, them] = total === 1 ? ["belongs", "it"] : ["belong", "them"];
  return `${owned} ${belong} to this ${KINDS[kind].one}. Move or delete ${them} first.`;
}

/** Whether the name must be typed: the deletion also takes keys, or memberships of users. */
export function needsName({ members }: Pick<EntityRef, "members">, { keys }: Pick<Belongings, "keys">): boolean {
  return keys + members > 0;
}
