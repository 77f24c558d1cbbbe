import type { Page } from "@playwright/test";
import { SURFACES_OF_ALERTS } from "./alerts-surfaces";
import { SURFACES_OF_DASHBOARDS } from "./dashboards-surfaces";
import { SURFACE_OF_LOGIN } from "./login-surface";
import {
  press,
  type Surface,
  SURFACE_OF_CONNECTIONS,
  SURFACES_OF_HEADER,
  surfacesOfEntities,
  surfacesOfForms,
  surfacesOfLists,
} from "./surface";

/** The rows that the surfaces are about. `e2e/pages/focus.stories.spec.ts` makes them. */
export const ROWS = { team: "focus-team", user: "focus-user", organization: "focus-org", endUser: "focus-end-user" };
export const KEY = "focus-key";
export const MODEL = "focus-model";
export const CREDENTIAL = "focus-credential";
export const TOOL_SERVER = "focus_tools";
export const PRICE = "openai/focus-price";

const keys = `/keys?search=${KEY}`;
const models = `/models?search=${MODEL}`;
const addPolicyTest = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Add policy test" }).click();
  await page.getByRole("button", { name: "Keep in the draft" }).click();
};
const saveView = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Mine");
  await page.getByRole("button", { name: "Save view" }).click();
};

/** For administrators. */
export const SURFACES: readonly Surface[] = [
  ...SURFACES_OF_HEADER,
  { file: "shared/lists/row-menu.tsx", path: keys, open: [press(`Actions for ${KEY}`)] },
  { file: "budgets/budget-menu.tsx", path: "/budgets", open: [press(`Actions for ${ROWS.team}`)] },
  ...surfacesOfEntities("/teams", "team", ROWS.team),
  ...surfacesOfLists("/teams", ROWS.team),
  ...surfacesOfEntities("/users", "user", ROWS.user),
  ...surfacesOfEntities("/organizations", "organisation", ROWS.organization),
  ...surfacesOfEntities("/end-users", "end user", ROWS.endUser),
  { file: "keys/key-drawer.tsx", path: keys, open: [press(KEY)], name: KEY, close: "Close" },
  {
    file: "keys/generate-key-dialog.tsx",
    path: keys,
    open: [press("Generate key")],
    name: "Generate a key",
    close: "Cancel",
  },
  {
    file: "keys/edit-key-dialog.tsx",
    path: keys,
    open: [press(KEY), press("Edit key")],
    name: `Edit ${KEY}`,
    close: "Cancel",
  },
  {
    file: "keys/regenerate-key-dialog.tsx",
    path: keys,
    open: [press(KEY), press("Rotate")],
    name: `Rotate ${KEY}?`,
    close: "Cancel",
    undo: false,
  },
  {
    file: "keys/block-key-dialog.tsx",
    path: keys,
    open: [press(KEY), press("Block")],
    name: `Block ${KEY}?`,
    close: "Cancel",
    undo: true,
  },
  {
    file: "keys/delete-key-dialog.tsx",
    path: keys,
    open: [press(`Actions for ${KEY}`), { role: "menuitem", name: "Delete" }],
    returnsTo: press(`Actions for ${KEY}`),
    name: `Delete ${KEY}?`,
    close: "Cancel",
    undo: false,
  },
  {
    file: "keys/delete-key-dialog.tsx",
    path: keys,
    open: [press(KEY), press("Delete")],
    returnsTo: press(KEY),
    name: `Delete ${KEY}?`,
    close: "Cancel",
    undo: false,
  },
  { file: "models/entry-drawer.tsx", path: models, open: [press(MODEL)], name: MODEL, close: "Close" },
  {
    file: "models/add-provider/add-provider-dialog.tsx",
    path: models,
    open: [press("Add a provider")],
    name: "Add a provider",
    close: "Close",
  },
  {
    file: "models/entry-dialog.tsx",
    path: models,
    open: [press("New model")],
    name: "New model",
    close: "Cancel",
  },
  {
    file: "models/entry-dialog.tsx",
    path: models,
    open: [press(MODEL), press("Edit model")],
    name: `Edit ${MODEL}`,
    close: "Cancel",
  },
  {
    file: "models/delete-entry-dialog.tsx",
    path: models,
    open: [press(MODEL), press("Delete")],
    name: `Delete ${MODEL}?`,
    close: "Cancel",
    undo: false,
  },
  ...surfacesOfForms("credentials/credential-dialog.tsx", "credentials/delete-credential-dialog.tsx", {
    path: "/credentials",
    add: "New credential",
    edit: CREDENTIAL,
    row: CREDENTIAL,
  }),
  SURFACE_OF_LOGIN,
  ...SURFACES_OF_DASHBOARDS,
  ...SURFACES_OF_ALERTS,
  ...surfacesOfForms("tools/server-dialog.tsx", "tools/delete-server-dialog.tsx", {
    path: "/tools",
    add: "New server",
    edit: `Edit ${TOOL_SERVER}`,
    row: TOOL_SERVER,
  }),
  {
    file: "tools/grant-dialog.tsx",
    path: `/server?id=${TOOL_SERVER}&tab=access`,
    open: [press("Grant")],
    name: `Let somebody use ${TOOL_SERVER}`,
    close: "Cancel",
  },
  {
    file: "tools/rotate-key-dialog.tsx",
    path: `/server?id=${TOOL_SERVER}`,
    open: [press("Rotate")],
    name: "Rotate the signing key?",
    close: "Cancel",
    undo: false,
  },
  {
    file: "prices/price-dialog.tsx",
    path: "/prices",
    open: [press("New price")],
    name: "New price",
    close: "Cancel",
  },
  {
    file: "prices/reprice-dialog.tsx",
    path: "/prices",
    open: [press("Re-price all…")],
    name: "Re-price calls",
    close: "Cancel",
    undo: false,
  },
  {
    file: "prices/delete-price-dialog.tsx",
    path: "/prices",
    open: [press(`Delete the price of ${PRICE}`)],
    name: `Delete the price of ${PRICE}?`,
    close: "Cancel",
    undo: true,
  },
  {
    file: "access/issuers/issuer-dialog.tsx",
    path: "/access",
    open: [press("Add issuer")],
    name: "Add an issuer",
    close: "Cancel",
  },
  {
    file: "access/policy-tests/policy-test-dialog.tsx",
    path: "/access",
    open: [press("Add policy test")],
    name: "Add policy test",
    close: "Cancel",
  },
  {
    file: "access/save-bar.tsx",
    path: "/access",
    before: addPolicyTest,
    open: [press("Review 1 change")],
    name: "Changes to be saved",
    close: "Close",
  },
  {
    file: "access/replay-drawer.tsx",
    path: "/access",
    before: addPolicyTest,
    open: [press("Try on real traffic")],
    name: "What changes for real traffic",
    close: "Close",
  },
  {
    file: "access/revisions.tsx",
    path: "/access?tab=revisions",
    open: [press(/^Compare revision/)],
    name: /^Revision \d+$/,
    close: "Close",
  },
  {
    file: "access/rollback-dialog.tsx",
    path: "/access?tab=revisions&revision=1",
    open: [press("Roll back to revision 1")],
    name: "Roll back to revision 1?",
    close: "Cancel",
    undo: true,
  },
  { file: "shared/export-menu.tsx", path: "/spend", open: [press("Export")] },
  { file: "spend/saved-views-menu.tsx", path: "/spend", open: [press("Views")] },
  {
    file: "spend/saved-views-menu.tsx",
    path: "/spend",
    returnsTo: press("Views"),
    open: [press("Views"), { role: "menuitem", name: "Save this view…" }],
    name: "Save this view",
    close: "Cancel",
  },
  {
    file: "spend/saved-views-menu.tsx",
    path: "/spend",
    before: saveView,
    returnsTo: press("Views"),
    open: [press("Views"), { role: "menuitem", name: "Remove views…" }],
    name: "Saved views",
    close: "Done",
  },
  { file: "requests/column-menu.tsx", path: "/requests", open: [press("Columns")] },
  {
    file: "requests/call-drawer.tsx",
    path: "/requests?status=success",
    open: [press(/^Details of the call to/)],
    name: /./,
    close: "Close",
  },
  {
    file: "requests/refused-drawer.tsx",
    path: "/requests?status=refused",
    open: [press(/^Details of the refused request/)],
    name: /./,
    close: "Close",
  },
  {
    file: "requests/delete-content-dialog.tsx",
    path: "/requests?status=refused",
    open: [press(/^Details of the refused request/), press("Delete content")],
    name: "Delete prompts and answers?",
    close: "Cancel",
    undo: false,
  },
  {
    file: "refusals/refusal-drawer.tsx",
    path: "/refusals?code=team_model_not_allowed",
    open: [press("Model not allowed for the team")],
    name: "Model not allowed for the team",
    close: "Close",
  },
  {
    file: "refusals/chosen-groups.tsx",
    path: "/refusals?code=team_model_not_allowed",
    before: (page) => page.getByRole("checkbox").first().check(),
    open: [press("Repair together")],
    name: "Repair 1 group",
    close: "Close",
  },
  SURFACE_OF_CONNECTIONS,
  {
    file: "sessions/end-session-dialog.tsx",
    path: "/sessions",
    open: [press(/^End the session of/)],
    name: /^(End the session|Sign out)/,
    close: "Cancel",
    undo: false,
  },
  {
    file: "audit/event-drawer.tsx",
    path: `/audit?entity_id=${ROWS.team}`,
    open: [press(/, details$/)],
    name: /./,
    close: "Close",
  },
];

/** For everybody on a phone. */
export const ON_A_PHONE: readonly Surface[] = [
  {
    file: "shell/console-shell.tsx",
    path: "/teams",
    open: [press("Open navigation")],
    name: /./,
    close: "Close",
  },
];

/** Shown once, closed by their own buttons alone: their own stories look at the focus. */
export const SHOWN_ONCE: readonly string[] = ["overview/first-key.tsx"];
