/** What can be deleted with its drawer: the word for it, its paths, and what becomes of whoever names it. */
export const DELETABLE = {
  team: {
    word: "team",
    ids: "team_ids",
    goes: "The team with its models, budget and limits",
    after:
      "From the next request on, calls for this team are refused on every node, unless settings or a role let tokens name teams that do not exist.",
    unblocks: "Where tokens may name teams that do not exist, they are accepted again.",
    /** Whether what belongs to it can be deleted with it; otherwise it must be moved first. */
    takesKeys: true,
  },
  user: {
    word: "user",
    ids: "user_ids",
    goes: "The user with their memberships, models, budget and limits",
    after:
      "From the next request on, this user is unknown on every node: refused, unless settings or a role accept users who do not exist.",
    unblocks: "Where users who do not exist are accepted, this one is again.",
    takesKeys: true,
  },
  organization: {
    word: "organisation",
    ids: "organization_ids",
    goes: "The organisation with its models, budget and limits",
    after:
      "Tokens may still name it, but from the next request on its models, budget and limits apply to none of them.",
    unblocks: "Tokens that name it are accepted again.",
    takesKeys: false,
  },
  customer: {
    word: "end user",
    ids: "user_ids",
    goes: "The name, the budget and the limits of this end user",
    after:
      "Calls may still be made for this end user; from the next request on no budget and no limit of theirs holds them.",
    unblocks: "Calls made for them are accepted again.",
    takesKeys: false,
  },
} as const;
export type DeletableKind = keyof typeof DELETABLE;

/** Whom to delete. `members`: how many lose their membership with it. */
export interface DeleteRequest {
  readonly kind: DeletableKind;
  readonly id: string;
  readonly name: string;
  readonly blocked: boolean;
  readonly members?: number;
}

/** How much belongs to somebody. */
export interface Belongings {
  readonly keys: number;
  readonly teams: number;
}

/** What a deletion takes away, in words; the keys where they were chosen to go too. */
export function goingWords({ kind, members = 0 }: DeleteRequest, { keys }: Belongings): string[] {
  const { goes, takesKeys } = DELETABLE[kind];
  return [
    goes,
    ...(members > 0 ? [`${counted(members, "membership")}; the users themselves stay`] : []),
    ...(takesKeys && keys > 0
      ? [`${counted(keys, "key")}: whoever uses ${keys === 1 ? "it" : "one of them"} is refused`]
      : []),
  ];
}

/** Why an organisation cannot go yet; undefined where nothing is in the way. */
export function hindrance({ kind }: Pick<DeleteRequest, "kind">, { keys, teams }: Belongings): string | undefined {
  if (DELETABLE[kind].takesKeys || keys + teams === 0) return undefined;
  const owned = [...(teams > 0 ? [counted(teams, "team")] : []), ...(keys > 0 ? [counted(keys, "key")] : [])].join(
    " and ",
  );
  return `${owned} ${teams + keys === 1 ? "belongs" : "belong"} to this organisation. Move or delete ${teams + keys === 1 ? "it" : "them"} first.`;
}

/** Whether the deletion reaches so far that the name is to be typed: where keys end with it, or memberships of others. */
export function needsName(
  { members = 0 }: Pick<DeleteRequest, "members">,
  { keys }: Pick<Belongings, "keys">,
): boolean {
  return keys + members > 0;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
