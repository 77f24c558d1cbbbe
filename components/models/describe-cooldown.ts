import type { ModelView } from "@/lib/wire/model";

type Reason = ModelView["resting"][number]["reason"];

/** Says in a few words why a deployment is on cooldown. `failures`: in a row. */
export function describeCooldown(reason: Reason, failures: number): string {
  switch (reason) {
    case "retry_after":
      return "Asked for a pause";
    case "access_refused":
      return "Refuses the gateway's access";
    case "connection_refused":
      return "Refuses connections";
    case "failures_in_a_row":
      return failures === 1 ? "1 failure" : `${failures} failures in a row`;
    case "failure_rate":
      return "Half or more of its latest calls failed";
    case "trial_failed":
      return `Still failing after ${failures} ${failures === 1 ? "failure" : "failures"}`;
  }
}
