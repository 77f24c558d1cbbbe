import { anyAddress, entityAddress } from "@/components/shared/entity-address";
import type { AlertView } from "@/lib/wire/contracts/alerting";

/** The pages on which the causes of alerts are looked into. */
const PLACES: Readonly<Record<string, string>> = {
  deployment_down: "/console/models",
  issuer_down: "/console/providers",
  unpriced: "/console/prices",
  refusals: "/console/refusals",
};

/** The page of what an alert is about, if there is one. Alerts of budgets name the kind and the id of a payer. */
export function alertAddress({ type, subject }: Pick<AlertView, "type" | "subject">): string | undefined {
  if (type === "mcp_tool_changed") return entityAddress("mcp_server", subject);
  const place = PLACES[type];
  if (place !== undefined) return place;
  const end = subject.indexOf(" ");
  return anyAddress(subject.slice(0, Math.max(end, 0)), subject.slice(end + 1));
}
