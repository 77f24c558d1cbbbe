import type { AccessRequest, Check, Facts, Identity, Principal } from "@/lib/auth/decision";

/** Who is calling, after `decide()` said yes. */
export interface Caller {
  readonly identity: Identity;
  readonly principal: Principal;
  /** What was asked for and allowed. */
  readonly access: AccessRequest;
  /** Of the decision, in order. */
  readonly checks: readonly Check[];
  /** What the database said of the ids that the decision was about. */
  readonly facts: Facts;
  /** For audit events: "master key", "user u1", "key sk-...abcd", "client portal". */
  readonly actor: string;
}
