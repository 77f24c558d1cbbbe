/**
 * Who may call an operation:
 * - `public`: everybody, without credentials;
 * - `anyone`: every caller that the route lists allow;
 * - `owners`: the same callers, but the operation shows and changes only their own entities;
 * - `team_administrators`: administrators, and the administrators of a team for that team;
 * - `administrators`: administrators only, whatever a route list says.
 */
export const ACCESSES = ["public", "anyone", "owners", "team_administrators", "administrators"] as const;

export type Access = (typeof ACCESSES)[number];

/**
 * Whether an operation only reads, or also changes or spends something. The answer of a read holds no secret, because
 * viewers may ask for whatever administrators may read: an operation that shows a secret counts as one that writes.
 */
export type Effect = "reads" | "writes";

/** The access of every model call: anyone, because separate rules decide about the model. Each call is charged. */
export const MODEL_CALL = { access: "anyone", effect: "writes" } as const satisfies {
  readonly access: Access;
  readonly effect: Effect;
};

/** The message of `route_not_allowed` for operations that only administrators may call. */
export const FOR_ADMINISTRATORS = "Only an administrator may do this; use the master key or an admin token.";

/** The message of `route_not_allowed` for operations that are also for the administrators of teams. */
export const FOR_TEAM_ADMINISTRATORS =
  "Only an administrator, or an administrator of the team, may do this; ask for that role, or use an admin token.";
