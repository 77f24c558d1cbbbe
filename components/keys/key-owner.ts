/** The owner of a new key. */
export interface KeyOwner {
  readonly teamId: string;
  readonly userId: string;
}

export const NO_OWNER: KeyOwner = { teamId: "", userId: "" };

/** The owner in the parameter `new` of an address: `team:ID` or `user:ID`; nobody for any other text. */
export function keyOwnerIn(text: string): KeyOwner {
  const [, kind, id = ""] = /^(team|user):(.+)$/.exec(text) ?? [];
  if (kind === "team") return { ...NO_OWNER, teamId: id };
  return kind === "user" ? { ...NO_OWNER, userId: id } : NO_OWNER;
}

/** The address of the form for a new key of a team or a user. */
export function newKeyAddress(owner: { readonly team_id: string } | { readonly user_id: string }): string {
  const named = "team_id" in owner ? `team:${owner.team_id}` : `user:${owner.user_id}`;
  return `/console/keys?new=${encodeURIComponent(named)}`;
}
