import type { Decision, Facts, Identity, IdentityFault } from "@/lib/auth/decision";

export interface Evaluation {
  readonly identity: Identity | IdentityFault;
  readonly facts: Facts;
  readonly decision: Decision;
}
