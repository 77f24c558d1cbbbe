import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** What people read in the console before, and could not make sense of at once, with what it says today. */
const OLD_TEXTS: readonly (readonly [old: string, now: string])[] = [
  ["What would make this account an administrator", "You do not have access yet"],
  ["Of all models, it may use", "The team may use only MODEL"],
  ["Its page adds others", "Add models, a budget and limits on its page"],
  ["last with no connection", "has been failing since TIME: REASON"],
  ["Each name is a band below", "Which entry serves which names, by calls"],
  ["will be spent when it resets", "On track: about AMOUNT of LIMIT by the reset"],
  ["Of many refusals at once some are recorded", "During bursts, refusals are sampled"],
  ["Read again every", "Refreshes every"],
  ["You may look at everything here and change nothing", "View only"],
  ["No list restricts the model", "Allowed: no restrictions"],
  ["Nobody proven", "Unknown caller"],
  ["Each of them", "View all"],
  ["Each refusal", "View all"],
  ["The last hour: what succeeded", "Success per 2 minutes, last hour"],
  ["None near", "All within budget"],
  ["Budgets used up or about to run out", "Budgets at risk"],
  ["Not fully known", "Some data is unavailable"],
  ["The gateway failed; its log has the reason", "Something went wrong in the gateway"],
  ["Give it a new secret", "Rotate"],
  ["Give them a price", "Add a price"],
  ["back to the file?", "Restore the entry in config.yaml?"],
  ["Completed from what the identity may call", "Suggests models that this caller may use"],
  ["Further fields: Of the body", "Extra parameters (JSON, optional)"],
  ["What tokens must fulfil", "Token requirements"],
  ["Signs that a token is a service account", "How to recognise service accounts"],
  ["A role in the token, the internal role it gives", "Map a role in the token to a role here"],
  ["no policy test has a caller with the role", "No test covers the role"],
  ["Point to a name, or select it", "Hover or select a name to highlight its access"],
  ["The team and groups in the token decide", "membership comes from the token"],
];

function oldTextsIn(text: string): string[] {
  return OLD_TEXTS.flatMap(([old, now]) => (text.includes(old) ? [`"${old}" → ${now}`] : []));
}

test("nobody reads a text again that was replaced", () => {
  const paths = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)),
  );
  expect(paths.length).toBeGreaterThan(1_000);
  expect(
    paths.flatMap((path) => oldTextsIn(readFileSync(join(root, path), "utf8")).map((old) => `${path}: ${old}`)),
  ).toEqual([]);
});

test("a text that was replaced is named with the one of today", () => {
  expect(oldTextsIn("<p>Nobody proven</p>")).toEqual(['"Nobody proven" → Unknown caller']);
});
