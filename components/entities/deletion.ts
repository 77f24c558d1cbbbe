import { formatDollars } from "@/components/api/format";
import { counted } from "@/components/shared/wording";
import { type EntityRef, KINDS } from "./kinds";

/** How much belongs to an entity. */
export interface Belongings {
  readonly keys: number;
  readonly teams: number;
}

/** The money of an entity, in dollars. */
export interface Money {
  /** The spend of all time. */
  readonly spend: number;
  readonly max_budget: number | null;
}

/** What a deletion takes away, as sentences. */
export function goingText(
  { kind, members }: Pick<EntityRef, "kind" | "members">,
  { keys }: Belongings,
  { max_budget: budget }: Pick<Money, "max_budget">,
): string[] {
  const { goes, takesKeys } = KINDS[kind].deletion;
  return [
    goes,
    ...(budget === null ? [] : [`Its budget of ${formatDollars(budget)}`]),
    ...(members > 0 ? [`${counted(members, "membership")}; the users themselves stay`] : []),
    ...(takesKeys && keys > 0
      ? [`${counted(keys, "key")}: callers who use ${keys === 1 ? "it" : "one of them"} are refused`]
      : []),
  ];
}

/** What a deletion leaves, as sentences. */
export function stayingText({ spend }: Pick<Money, "spend">): string[] {
  const spent = spend > 0 ? `The spend of ${formatDollars(spend)}` : "The spend";
  return [`${spent} and every call under this id`, "The audit log, with the state before the deletion"];
}

/** Whom a block stops beside the entity itself, as a sentence; undefined: nobody. */
export function stoppedText(
  { kind, members }: Pick<EntityRef, "kind" | "members">,
  { keys, teams }: Belongings,
): string | undefined {
  const stopped = [
    teams > 0 && counted(teams, "team"),
    keys > 0 && counted(keys, "key"),
    members > 0 && counted(members, "member"),
  ].filter((words) => words !== false);
  if (stopped.length === 0) return undefined;
  const last = stopped.pop() ?? "";
  const them = stopped.length === 0 ? last : `${stopped.join(", ")} and ${last}`;
  return `It has ${them}: the gateway refuses every call that they make for this ${KINDS[kind].one}, and deletes nothing.`;
}

/** Why an entity cannot be deleted yet, as a sentence; undefined: it can. */
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
