import { blameFor } from "@/lib/router/failure";
import type { AttemptEnded } from "@/lib/gateway/observer";
import type { DeploymentRecord } from "./deployment-record";

type Attempts = Omit<DeploymentRecord, "isOnCooldown">;
interface MutableAttempts {
  deployment: string;
  failures: number;
  failedAt: number;
  succeededAt: number;
}

/** Remembers the latest attempts at each deployment of this process. */
export class DeploymentLog {
  readonly #attempts = new Map<string, MutableAttempts>();

  note({
    call,
    deployment,
    failure,
    endedAt,
  }: Pick<AttemptEnded, "call" | "deployment" | "failure" | "endedAt">): void {
    // A caller that hung up says nothing about the deployment.
    if (call.request.isGone) return;
    const { id, entry } = deployment;
    let attempts = this.#attempts.get(id);
    if (!attempts) this.#attempts.set(id, (attempts = { deployment: id, failures: 0, failedAt: 0, succeededAt: 0 }));
    if (failure && blameFor(failure, !entry.gateway_params.model.includes("*")) !== "caller") {
      attempts.failures++;
      attempts.failedAt = endedAt;
    } else {
      attempts.failures = 0;
      attempts.succeededAt = endedAt;
    }
  }

  of(deployment: string): Attempts {
    return this.#attempts.get(deployment) ?? { deployment, failures: 0, failedAt: 0, succeededAt: 0 };
  }
}
