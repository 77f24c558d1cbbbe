import { entityAddress } from "@/components/shared/entity-address";
import { counted } from "@/components/shared/wording";
import type { ServerHealthView } from "@/lib/wire/tools/server-state";
import { clockTime, type PartHealth } from "./health";

/**
 * What the verdict says about tool servers: those that fail, and tools that show something else than was approved.
 * Neither keeps a model from being called, so it is a warning. New tools that wait for approval are not a fault.
 */
export function toolsHealth(servers: readonly ServerHealthView[]): PartHealth {
  const failing = servers.filter(({ state }) => state === "fails");
  const changed = servers.filter((one) => one.changed > 0);
  const [first] = [...failing, ...changed];
  if (!first) return { tone: "good", value: counted(servers.length, "server"), note: "for tools" };
  const faults = [
    ...failing.map(
      ({ server_id: id, since }) =>
        `The tool server ${id} has been failing${since === null ? "" : ` since ${clockTime(since)}`}`,
    ),
    ...changed.map(
      (one) => `${counted(one.changed, "tool")} of ${one.server_id} ${one.changed === 1 ? "has" : "have"} changed`,
    ),
  ];
  const [fault = "", ...others] = faults;
  return {
    tone: "warn",
    value: failing.length > 0 ? `${failing.length} failing` : `${changed.length} changed`,
    note: "tool servers",
    fault:
      others.length === 0
        ? fault
        : `${fault}, and ${counted(others.length, "more problem", "more problems")} with tools`,
    act: { words: "See its tools", href: entityAddress("mcp_server", first.server_id) },
  };
}
