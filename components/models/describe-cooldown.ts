import { REASON_WORDS } from "@/components/sentences/cooldown-reasons";
import type { CooldownView } from "@/lib/wire/contracts/health";
import type { ModelView } from "@/lib/wire/model";

type Reason = ModelView["cooldowns"][number]["reason"];

/** Why a deployment is on cooldown, in a few words. `failures`: how many in a row. */
export function describeCooldown(reason: Reason, failures: number): string {
  switch (reason) {
    case "retry_after":
      return "Asked for a pause";
    case "access_refused":
      return "Refuses the gateway's access";
    case "credential_failed":
      return "The gateway cannot get its credential";
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

/** A cooldown on record: `On cooldown 13:04:10 to 13:05:40 UTC on node-a: it refused connections`. */
export function cooldownText({ since, until, lasts, reasons, nodes }: CooldownView): string {
  const from = since.slice(11, 19);
  const times = lasts ? `since ${from} UTC` : `${from} to ${until.slice(11, 19)} UTC`;
  const because = reasons.map((reason) => REASON_WORDS[reason]).join(", and ");
  return `On cooldown ${times} on ${nodes.join(", ")}${because === "" ? "" : `: ${because}`}`;
}
