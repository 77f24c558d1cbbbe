import { z } from "zod";
import { listOf } from "./bounded-lists";
import { ALERT_CHANNELS, ALERT_TYPES, type AlertType } from "@/lib/alert";

/** LiteLLM's names of groups of alerts, with the types that each group has here. */
const GROUPS = {
  budget_alerts: ["max_budget", "soft_budget"],
  outage_alerts: ["deployment_down"],
  failed_tracking_spend: ["journal"],
  db_exceptions: ["database_away"],
} as const satisfies Record<string, readonly AlertType[]>;
type AlertGroup = keyof typeof GROUPS;

const TYPES = Object.keys(ALERT_TYPES) as [AlertType, ...AlertType[]];
const NAMES = [...TYPES, ...(Object.keys(GROUPS) as AlertGroup[])] as const;

/** The fields of `general_settings` about alerts. */
export const alertSettings = {
  alerting: listOf(z.enum(ALERT_CHANNELS))
    .default([])
    .describe(
      "Where [alerts](../guides/alerts.md) go: `slack` needs `SLACK_WEBHOOK_URL`, `webhook` needs `WEBHOOK_URL`. Channels of the console are told too.",
    ),
  alert_types: listOf(z.enum(NAMES))
    .optional()
    .describe(
      `The alerts to send: ${NAMES.map((name) => `\`${name}\``).join(", ")}. The last four are LiteLLM's names for some of the others. Unset: what the console says, usually all.`,
    ),
};

/** The types of alerts that the settings ask for. */
export function alertTypes(names: readonly (AlertType | AlertGroup)[] | undefined): ReadonlySet<AlertType> {
  return new Set(names?.flatMap((name): readonly AlertType[] => (isGroup(name) ? GROUPS[name] : [name])) ?? TYPES);
}

function isGroup(name: AlertType | AlertGroup): name is AlertGroup {
  return Object.hasOwn(GROUPS, name);
}
