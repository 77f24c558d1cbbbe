/**
 * Everything that calls are charged to. "all", with the id "", is the deployment as a whole; "member" is a user within
 * a team (`memberEntityId`), "model" a model by the name that callers asked for.
 */
export const ENTITY_TYPES = [
  "key",
  "user",
  "team",
  "organization",
  "end_user",
  "member",
  "model",
  "tag",
  "all",
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** The id under which a user's spend within a team is kept. No two pairs share one, whatever their ids hold. */
export function memberEntityId(teamId: string, userId: string): string {
  return `${teamId.replaceAll("~", "~0").replaceAll("/", "~1")}/${userId}`;
}
