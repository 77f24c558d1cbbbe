import type { AccessRequest, Check, Facts, Identity, Principal, VerifiedToken } from "@/lib/auth/decision";

/** Who is calling, once `decide()` has allowed the request. */
export interface Caller {
  /** The proven credentials, which other settings may read differently. */
  readonly token: VerifiedToken;
  readonly identity: Identity;
  readonly principal: Principal;
  /** What was asked for and allowed. */
  readonly access: AccessRequest;
  /** The checks of the decision, in order. */
  readonly checks: readonly Check[];
  /** What the database said about the ids that the decision depended on. */
  readonly facts: Facts;
  /** How long authenticating and deciding took, in milliseconds, without the upload of the body. */
  readonly decisionMs: number;
  /** For audit events: "master key", "user u1", "key sk-...abcd", "client portal". */
  readonly actor: string;
}
