import type { AlertMessage, AlertOpening, OpenAlert } from "@/lib/alert";
import { decideBudgets } from "@/lib/observe/alerts/decide-budgets";
import { decideDeployments } from "@/lib/observe/alerts/decide-deployments";

const AT = Date.UTC(2026, 10, 22, 14, 5, 12);
const NANO = 1_000_000_000n;

function budgetOpening(): AlertOpening | undefined {
  const { openings } = decideBudgets({
    notices: [
      {
        type: "team",
        id: "team-search",
        duration: "1mo",
        threshold: "80",
        window: { start: Date.UTC(2026, 10, 1), end: Date.UTC(2026, 11, 1) },
        budget: 500n * NANO,
        spent: 401_250_000_000n,
      },
    ],
    open: [],
    present: new Map(),
    now: AT,
    payer: () => ({ name: "Search", facts: { team_id: "team-search", team_alias: "Search" } }),
  });
  return openings[0];
}

const names = new Map([["gpt-4o-eu", "gpt-4o at azure/gpt-4o"]]);

function deploymentMessages(): AlertMessage[] {
  const failed = {
    deployment: "gpt-4o-eu",
    outcome: "failed",
    count: 7,
    firstAt: AT - 75_000,
    lastAt: AT - 2_000,
  } as const;
  const served = {
    deployment: "gpt-4o-eu",
    outcome: "served",
    count: 40,
    firstAt: AT - 120_000,
    lastAt: AT - 80_000,
  } as const;
  const [opening] = decideDeployments({ minutes: [served, failed], open: [], names, now: AT }).openings;
  if (!opening) return [];
  const alert: OpenAlert = { ...opening, id: "alert_0b8f6a52", openedAt: AT };
  const again = { ...served, firstAt: AT + 200_000, lastAt: AT + 230_000 };
  const later = AT + 240_000;
  const resolved = decideDeployments({ minutes: [again], open: [alert], names, now: later }).resolutions;
  return [
    messageOf(opening, alert.id),
    ...resolved.map(({ message }): AlertMessage => ({
      ...messageOf(opening, alert.id),
      kind: "alert",
      state: "resolved",
      message,
      at: later,
    })),
  ];
}

function messageOf(
  { type, subject, message, facts }: AlertOpening,
  alertId: string,
): Extract<AlertMessage, { kind: "alert" }> {
  return { kind: "alert", state: "open", alertId, type, subject, message, facts, at: AT };
}

/** The messages that docs/guides/alerts.md shows, by name. The decisions themselves make them. */
export function alertExamples(): Readonly<Record<string, AlertMessage>> {
  const budget = budgetOpening();
  const [down, up] = deploymentMessages();
  const summary: AlertMessage = {
    kind: "summary",
    alerts: [
      {
        alertId: "alert_77d01c3e",
        type: "max_budget",
        state: "open",
        subject: "key 5f1a",
        message: "Budget of key batch (5f1a): $10.00 of $10.00 is spent. Further calls are refused. It does not reset.",
      },
    ],
    at: AT,
  };
  return {
    ...(budget && { budget: messageOf(budget, "alert_41c9d7e0") }),
    ...(down && { down }),
    ...(up && { up }),
    summary,
    test: { kind: "test", at: AT },
  };
}
