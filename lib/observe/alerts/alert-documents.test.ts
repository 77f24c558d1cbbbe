import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ALERT_TYPES } from "@/lib/alert";
import { alertExamples } from "@/testing/alerts/alert-examples";
import { slackBody } from "./slack-body";
import { webhookBody } from "./webhook-body";

const page = readFileSync("docs/guides/alerts.md", "utf8");

/** The JSON under `<!-- example NAME -->`. */
function documented(name: string): unknown {
  const [, json] = new RegExp(`<!-- example ${name} -->\\s*\`\`\`json[^\\n]*\\n([^\`]+)\`\`\``).exec(page) ?? [];
  return JSON.parse(json ?? "null");
}

test.each(Object.entries(alertExamples()))(
  "the webhook %s in docs/guides/alerts.md is what the gateway sends",
  (name, message) => {
    expect(documented(name)).toEqual(JSON.parse(webhookBody(message)));
  },
);

test("the message to Slack in docs/guides/alerts.md is what the gateway sends", () => {
  const { down } = alertExamples();
  expect(documented("slack")).toEqual(JSON.parse(slackBody(down!)));
});

test("docs/guides/alerts.md describes every type of alert", () => {
  expect(Object.keys(ALERT_TYPES).filter((type) => !page.includes(`| \`${type}\` |`))).toEqual([]);
});
