import type { Page } from "@playwright/test";
import { press, type Surface } from "./surface";

/** A channel and a silence that the dialogs are about. Nobody is told anything while these answers stand in. */
const CHANNEL = {
  name: "focus-channel",
  kind: "webhook",
  origin: "https://hooks.example",
  own_secret: false,
  source: "database",
  because: null,
  created_by: "master key",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};
const SILENCE = {
  silence_id: "focus-silence",
  type: null,
  subject: null,
  reason: "Planned work",
  until: "2199-01-01T00:00:00Z",
  ended_by: null,
  created_by: "master key",
  created_at: "2026-01-01T00:00:00Z",
};

async function withRows(page: Page): Promise<void> {
  await page.route("**/alerting/channels", (route) => route.fulfill({ json: { data: [CHANNEL] } }));
  await page.route("**/alerting/channels/focus-channel", (route) => route.fulfill({ json: CHANNEL }));
  await page.route("**/alerting/silences", (route) => route.fulfill({ json: { data: [SILENCE] } }));
}

/** The dialogs of the page of alerts. */
export const SURFACES_OF_ALERTS: readonly Surface[] = [
  {
    file: "alerts/channel-dialog.tsx",
    path: "/alerts",
    open: [press("New channel")],
    name: "New channel",
    close: "Cancel",
  },
  {
    file: "alerts/silence-dialog.tsx",
    path: "/alerts?tab=silences",
    open: [press("New silence")],
    name: "Silence alerts",
    close: "Cancel",
  },
  {
    file: "alerts/test-dialog.tsx",
    path: "/alerts?tab=channels",
    before: withRows,
    open: [press("Send a test to focus-channel")],
    name: "Send a test to focus-channel",
    close: "Cancel",
  },
  {
    file: "alerts/rule-dialog.tsx",
    path: "/alerts?tab=rules",
    open: [press("Change: Refusals surge")],
    name: "Refusals surge",
    close: "Cancel",
  },
  {
    file: "alerts/delete-channel-dialog.tsx",
    path: "/alerts?tab=channels",
    before: withRows,
    open: [press("Delete focus-channel")],
    name: "Delete focus-channel?",
    close: "Cancel",
    undo: false,
  },
  {
    file: "alerts/end-silence-dialog.tsx",
    path: "/alerts?tab=silences",
    before: withRows,
    open: [press("End the silence: Planned work")],
    name: "End this silence?",
    close: "Cancel",
    undo: true,
  },
];
