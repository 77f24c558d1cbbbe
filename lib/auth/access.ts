/**
 * Who may call an operation before its rows are looked at:
 * - `public`: everybody, without credentials;
 * - `anyone`: every caller that the route lists let in;
 * - `owners`: the same callers, but the operation shows and changes only what is theirs;
 * - `administrators`: nobody else, whatever a route list says.
 */
export type Access = "public" | "anyone" | "owners" | "administrators";

/** Whether an operation only reads, or changes or spends something. */
export type Effect = "reads" | "writes";

/** Every call of a model: anyone may call models (the rules about models follow), and each call is charged. */
export const MODEL_CALL = { access: "anyone", effect: "writes" } as const satisfies {
  readonly access: Access;
  readonly effect: Effect;
};

/** The message of `route_not_allowed` where only an administrator may go on. */
export const FOR_ADMINISTRATORS = "Only an administrator may do this; use the master key or an admin token.";
