import type { AccessRequest, Decision, Identity, IdentityFault, VerifiedToken } from "@/lib/auth/decision";
import type { DecisionRecorder } from "./io/decision-recorder";

interface Decided {
  readonly token: VerifiedToken;
  readonly identity: Identity | IdentityFault;
  readonly access: AccessRequest;
  readonly decision: Decision;
}

/**
 * The decisions about one request of the tool gateway: whether its caller may send any, then about the server or the
 * tool that it names. Only the last one is recorded, since a call is one call in the recorded traffic.
 */
export class NarrowingDecision {
  /** Undefined: nothing has been decided yet. */
  last: Decided | undefined;

  get isBegun(): boolean {
    return this.last !== undefined;
  }

  record(recorder: Pick<DecisionRecorder, "record">): void {
    if (this.last) recorder.record(this.last.token, this.last.identity, this.last.access, this.last.decision);
  }
}
