/** By what somebody acts: what audit events say besides a name. */
export const ACTOR_KINDS = ["master_key", "key", "token", "session"] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];
