/** Everything that calls are charged to. "all", with the id "", is the deployment as a whole. */
export const ENTITY_TYPES = ["key", "user", "team", "organization", "end_user", "all"] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];
