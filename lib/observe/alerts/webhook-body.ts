import type { AlertMessage, AlertType } from "@/lib/alert";
import { moment } from "./moment";

/** The `event` of a message. Events of budgets have LiteLLM's names, so that receivers made for it understand them. */
function eventOf({ type, state, facts }: Extract<AlertMessage, { kind: "alert" }>): string {
  if (state === "resolved") return `${type}_resolved`;
  switch (type) {
    case "max_budget":
      return facts["threshold"] === 100 ? "budget_crossed" : "threshold_crossed";
    case "soft_budget":
      return "soft_budget_crossed";
    default:
      return type satisfies AlertType;
  }
}

/** The JSON body of a webhook: the same bytes at each attempt. */
export function webhookBody(message: AlertMessage): string {
  const timestamp = moment(message.at);
  switch (message.kind) {
    case "alert":
      return JSON.stringify({
        type: message.type,
        state: message.state,
        alert_id: message.alertId,
        subject: message.subject,
        timestamp,
        event: eventOf(message),
        event_message: message.message,
        ...message.facts,
      });
    case "summary":
      return JSON.stringify({
        type: "summary",
        timestamp,
        event: "summary",
        event_message: moreAlerts(message.alerts.length),
        alerts: message.alerts.map(({ alertId, message: text, ...alert }) => ({
          ...alert,
          alert_id: alertId,
          event_message: text,
        })),
      });
    case "test":
      return JSON.stringify({
        type: "test",
        timestamp,
        event: "test",
        event_message: "This is a test message of the gateway. Alerts arrive here.",
      });
  }
}

function moreAlerts(count: number): string {
  return `${count} more ${count === 1 ? "alert" : "alerts"} in this minute, beyond those that are sent one by one.`;
}
