import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UNDO_TEXT } from "@/components/shared/forms/undo-text";
import { OPERATIONS } from "@/lib/api/table";
import { ON_ONES_OWN_PAGE } from "../../e2e/support/own-surfaces";
import { ON_A_PHONE, SURFACES } from "../../e2e/support/surfaces";
import { listModules } from "./source-files";

const components = join(import.meta.dirname, "../../components");

/** Writes that remove nothing and shut nobody out. */
const TAKES_NOTHING = [
  "alerting.channels.create",
  "alerting.channels.update",
  "alerting.rules.update",
  "alerting.secret",
  "alerting.silences.create",
  "alerting.test",
  "auth.access_requests",
  "auth.playground",
  "budgets.raises.ask",
  "config.revisions.save",
  "credentials.create",
  "credentials.update",
  "dashboards.new",
  "dashboards.update",
  "customer.new",
  "customer.unblock",
  "customer.update",
  "key.generate",
  "key.import",
  "key.unblock",
  "key.update",
  "login.discover",
  "login.try",
  "login.update",
  "mcp.connections.begin",
  "mcp.connections.finish",
  "mcp.servers.create",
  "mcp.servers.test",
  "mcp.servers.update",
  "mcp.tools.approve",
  "model.new",
  "model.offered",
  "model.take_over",
  "model.test",
  "model.update",
  "organization.new",
  "organization.unblock",
  "organization.update",
  "price.new",
  "provider.keys.refresh",
  "team.import",
  "team.member_add",
  "team.member_update",
  "team.new",
  "team.unblock",
  "team.update",
  "user.import",
  "user.new",
  "user.unblock",
  "user.update",
];

/** Operations that take something away, such as a code that counts once, which the console does not offer. */
const FOR_CLIENTS = ["alerting.rules.delete", "mcp.token", "responses.forget"];

/** Operations that are undone in the place where they were done, by a button that stays as long as the place does. */
const UNDONE_IN_PLACE: Readonly<Record<string, string>> = {
  "team.member_delete": "teams/team-members.tsx",
  "auth.refusals.dismiss": "refusals/use-triage.ts",
  "auth.refusals.snooze": "refusals/use-triage.ts",
  "budgets.raises.decide": "budgets/use-decision.ts",
};

/** Files that call an operation that takes something away, but do not ask for confirmation. */
const ASKS_NOTHING: Readonly<Record<string, string>> = {
  "alerts/silence-dialog.tsx": "takes back what was made a moment ago",
  "entities/chosen-acts.tsx": "the dialog of all acts on chosen rows asks, with their text",
  "keys/chosen-keys.tsx": "the dialog of all acts on chosen rows asks, with their text",
  "models/rotation/use-rotation.ts": "takes back what was taken over a moment ago",
  "prices/reprice.ts": "the dialog beside it asks",
  "repairs/creation-repair.tsx": "takes back what was created a moment ago",
  "repairs/membership-repair.tsx": "takes back what was added a moment ago",
  "repairs/part-writes.ts": "takes back what was made a moment ago",
  "teams/team-members.tsx": "is undone in place",
};

const TAKES = /[cC]ontracts\.(?:delete|block|regenerate|rotate|rollBack|end|reprice)\b/;
const SAYS =
  /<(?:UndoLine|DeleteForm)\s+(?:[a-z]+=(?:"[^"]*"|\{[^{}]*\})\s+)*of=(?:"([\w.]+)"|\{`\$\{kind\}(\.\w+)`\})/g;

const files = listModules(components, ".")
  .filter((path) => !path.includes(".test."))
  .map((path) => ({ path, text: readFileSync(join(components, path), "utf8") }));

test("each operation that takes something away says whether it can be undone, or is undone where it was done", () => {
  const writes = OPERATIONS.filter(
    ({ effect, modelBody, takesMessage }) => effect === "writes" && !modelBody && !takesMessage,
  ).map(({ id }) => id);
  const known = [...TAKES_NOTHING, ...FOR_CLIENTS, ...Object.keys(UNDONE_IN_PLACE), ...Object.keys(UNDO_TEXT)];
  expect(known.sort()).toEqual(writes.sort());
  const undoes = Object.values(UNDONE_IN_PLACE).map((path) => files.find((file) => file.path === path)?.text);
  for (const text of undoes) expect(text).toMatch(/Undo\b/);
});

test("each dialog that takes something away shows whether it can be undone", () => {
  const silent = files.filter(({ path, text }) => TAKES.test(text) && text.search(SAYS) < 0 && !(path in ASKS_NOTHING));
  expect(silent.map(({ path }) => path)).toEqual([]);
  const drawn = files.flatMap(({ text }) => [...text.matchAll(SAYS)].map(([, id, suffix]) => id ?? suffix ?? ""));
  const undrawn = Object.keys(UNDO_TEXT).filter((id) => !drawn.some((one) => one !== "" && id.endsWith(one)));
  expect(undrawn).toEqual([]);
});

test("the story of the focus reads in each such dialog whether it can be undone", () => {
  const dialogs = files.filter(({ text }) => text.search(SAYS) >= 0 && /<\w*Dialog\b/.test(text));
  const declared = [...SURFACES, ...ON_A_PHONE, ...ON_ONES_OWN_PAGE].filter(({ undo }) => undo !== undefined);
  expect(new Set(declared.map(({ file }) => file))).toEqual(new Set(dialogs.map(({ path }) => path)));
});

test("the text about undoing says first whether it is possible", () => {
  for (const [id, { possible, text }] of Object.entries(UNDO_TEXT))
    expect(text, id).toMatch(possible ? /^You can undo this/ : /^This cannot be undone\./);
});
