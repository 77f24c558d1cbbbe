/**
 * Who may call an operation:
 * - `public`: everybody, without credentials;
 * - `anyone`: every caller that the route lists allow;
 * - `owners`: the same callers, but the operation shows and changes only their own entities;
 * - `administrators`: administrators only, whatever a route list says.
 */
export type Access = "public" | "anyone" | "owners" | "administrators";

/** Whether an operation only reads, or also changes or spends something. */
export type Effect = "reads" | "writes";

/** The access of every model call: anyone, because separate rules decide about the model. Each call is charged. */
export const MODEL_CALL = { access: "anyone", effect: "writes" } as const satisfies {
  readonly access: Access;
  readonly effect: Effect;
};

/** The message of `route_not_allowed` for operations that only administrators may call. */
export const FOR_ADMINISTRATORS = "Only an administrator may do this; use the master key or an admin token.";
