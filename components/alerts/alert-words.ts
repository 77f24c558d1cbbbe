import { formatCount } from "@/components/api/format";
import type { AlertType } from "@/lib/alert";
import type { AlertThresholds } from "@/lib/config/alerts/alert-thresholds";

/** What an alert of each type is about, as people say it. */
const NAMES: Readonly<Record<AlertType, string>> = {
  max_budget: "A budget runs out",
  soft_budget: "A soft budget is exceeded",
  deployment_down: "A deployment is down",
  issuer_down: "An identity provider does not answer",
  database_away: "A node cannot reach its database",
  journal: "A spend journal cannot be written",
  unpriced: "Calls have no price",
  mcp_tool_changed: "A tool server shows other tools",
  refusals: "Refusals surge",
};

/** The types of alerts with their names, as options of a select. */
export const ALERT_OPTIONS = Object.entries(NAMES).map(([value, label]) => ({ value, label }));

/** The name of a type of alert; that of a later version is its code. */
export function alertName(type: string): string {
  return ALERT_OPTIONS.find(({ value }) => value === type)?.label ?? type;
}

/** When an alert of a type opens, in a sentence. */
export function opensWhen(type: string, thresholds: AlertThresholds): string {
  const { percent = 0, failures = 0, seconds = 0, requests = 0, times = 0 } = thresholds;
  switch (type) {
    case "max_budget":
      return `From ${percent}% of a budget on, and at the first call that it refuses.`;
    case "soft_budget":
      return "What is spent exceeds a soft budget.";
    case "deployment_down":
      return `No attempt has succeeded for ${spell(seconds)}, and ${timesFailed(failures)}.`;
    case "issuer_down":
      return `No node has reached it for ${spell(seconds)}, and ${timesFailed(failures)}.`;
    case "database_away":
      return `A node has not reached its database for ${spell(seconds)}.`;
    case "journal":
      return "A node cannot write what is to be booked.";
    case "unpriced":
      return "A deployment serves calls whose price is not known.";
    case "mcp_tool_changed":
      return "A tool server shows other definitions than were approved.";
    case "refusals":
      return `${formatCount(requests)} refused in an hour, and ${formatCount(times)} times as many as in the hour before.`;
    default:
      return "";
  }
}

/** `90 seconds`, `2 minutes` */
function spell(seconds: number): string {
  if (seconds % 60 !== 0) return `${seconds} seconds`;
  return seconds === 60 ? "a minute" : `${seconds / 60} minutes`;
}

function timesFailed(failures: number): string {
  return failures === 1 ? "one has failed" : `${formatCount(failures)} have failed`;
}
