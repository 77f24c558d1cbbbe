import type { Page } from "@playwright/test";
import { press, type Surface } from "./surface";

/** A dashboard that the dialogs are about. */
const DASHBOARD = {
  dashboard_id: "focus-dashboard",
  name: "Focus dashboard",
  personal: false,
  hours: 24,
  panels: [{ of: "calls", title: "Focus chart", measure: "calls", filter: {} }],
  created_by: "master key",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};

async function withDashboard(page: Page): Promise<void> {
  await page.route(/(?<!console)\/dashboards$/, (route) => route.fulfill({ json: { data: [DASHBOARD] } }));
  await page.route("**/dashboards/focus-dashboard", (route) => route.fulfill({ json: DASHBOARD }));
  await page.goto("/console/dashboard?id=focus-dashboard", { waitUntil: "networkidle" });
}

const OF_ONE = { path: "/dashboards", before: withDashboard } as const;
const MENU = press("Actions for Focus chart");

/** The dialogs and menus of charts and dashboards. */
export const SURFACES_OF_DASHBOARDS: readonly Surface[] = [
  {
    file: "dashboards/name-dialog.tsx",
    path: "/dashboards",
    open: [press("New dashboard")],
    name: "New dashboard",
    close: "Cancel",
  },
  {
    file: "dashboards/name-dialog.tsx",
    ...OF_ONE,
    open: [press("Rename")],
    name: "Rename the dashboard",
    close: "Cancel",
  },
  { file: "dashboards/dashboard-panel.tsx", ...OF_ONE, open: [MENU] },
  {
    file: "dashboards/name-dialog.tsx",
    ...OF_ONE,
    open: [MENU, { role: "menuitem", name: "Rename…" }],
    returnsTo: MENU,
    name: "Rename the chart",
    close: "Cancel",
  },
  {
    file: "dashboards/delete-dashboard-dialog.tsx",
    ...OF_ONE,
    open: [press("Delete")],
    name: "Delete Focus dashboard?",
    close: "Cancel",
    undo: false,
  },
  {
    file: "dashboards/pin-dialog.tsx",
    path: "/refusals?chart=refusals",
    open: [press("Pin")],
    name: "Pin to a dashboard",
    close: "Cancel",
  },
];
