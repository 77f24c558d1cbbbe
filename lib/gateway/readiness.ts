import type { Settings } from "@/lib/config/schema";
import type { Services } from "./services";

/** Whether a node serves calls. Load balancers send it calls if it `takesCalls`. */
export interface NodeReadiness {
  readonly status: "ready" | "degraded" | "not_ready" | "stopping";
  readonly takesCalls: boolean;
}

/** What readiness depends on; `Services` has it all. */
interface Asked {
  readonly spend: Pick<Services["spend"], "fault">;
  readonly nodes: Pick<Services["nodes"], "fault">;
  readonly shutdown: Pick<Services["shutdown"], "isBegun">;
  readonly settings: {
    readonly current: () => { readonly general: Pick<Settings["general"], "when_journal_unavailable"> };
  };
}

/** What `GET /health/readiness` answers and `gateway_ready` shows. */
export function readinessOf({ spend, settings, shutdown, nodes }: Asked): NodeReadiness {
  if (shutdown.isBegun) return { status: "stopping", takesCalls: false };
  if (nodes.fault !== undefined) return { status: "not_ready", takesCalls: false };
  // Without the database, the gateway still serves known identities and journals their spend. Without the journal, it
  // cannot record spend.
  if (spend.fault === undefined) return { status: "ready", takesCalls: true };
  const takesCalls = settings.current().general.when_journal_unavailable === "serve";
  return { status: takesCalls ? "degraded" : "not_ready", takesCalls };
}
