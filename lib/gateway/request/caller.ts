import type { AccessRequest, Check, Facts, Identity, Principal } from "@/lib/auth/decision";

/** Who is calling, once `decide()` has allowed the request. */
export interface Caller {
  readonly identity: Identity;
  readonly principal: Principal;
  /** What was asked for and allowed. */
  readonly access: AccessRequest;
  /** The checks of the decision, in order. */
  readonly checks: readonly Check[];
  /** What the database said about the ids that the decision turned on. */
  readonly facts: Facts;
  /** For audit events: "master key", "user u1", "key sk-...abcd", "client portal". */
  readonly actor: string;
}
