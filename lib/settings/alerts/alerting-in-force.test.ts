import { expect, test } from "vitest";
import { ALERT_TYPES } from "@/lib/alert";
import { Secret } from "@/lib/config/secret";
import { alertingInForce, NO_STORED_ALERTS, type AlertingGiven } from "./alerting-in-force";

const SLACK = "https://hooks.slack.example/services/1";
const WEBHOOK = "https://hooks.example/2";
const address = new Secret("https://hooks.example/on-call");
const onCall = { name: "on-call", kind: "webhook", address } as const;

function inForce({
  file = {},
  environment = {},
  stored = {},
}: Partial<{
  file: Partial<AlertingGiven["file"]>;
  environment: Partial<AlertingGiven["environment"]>;
  stored: Partial<AlertingGiven["stored"]>;
}>) {
  return alertingInForce({
    file: { alerting: [], alert_types: undefined, ...file },
    environment: { slackWebhookUrl: undefined, webhookUrl: undefined, ...environment },
    stored: { ...NO_STORED_ALERTS, ...stored },
  });
}

test.each<[title: string, given: Parameters<typeof inForce>[0], channels: string[], unused?: Record<string, RegExp>]>([
  ["nothing says anything", {}, []],
  ["an address alone makes no channel", { environment: { slackWebhookUrl: SLACK } }, []],
  [
    "the file alone",
    { file: { alerting: ["slack", "webhook"] }, environment: { slackWebhookUrl: SLACK } },
    [`slack slack file ${SLACK}`, "webhook webhook file none"],
  ],
  [
    "the database alone",
    { stored: { channels: [onCall] } },
    ["on-call webhook database https://hooks.example/on-call"],
  ],
  [
    "both, the file's first",
    { file: { alerting: ["webhook"] }, environment: { webhookUrl: WEBHOOK }, stored: { channels: [onCall] } },
    [`webhook webhook file ${WEBHOOK}`, "on-call webhook database https://hooks.example/on-call"],
  ],
  [
    "the file wins over a channel with the name",
    {
      file: { alerting: ["slack"] },
      environment: { slackWebhookUrl: SLACK },
      stored: { channels: [{ ...onCall, name: "slack" }] },
    },
    [`slack slack file ${SLACK}`],
    { slack: /the file wins/ },
  ],
  [
    "a channel with such a name that the file does not name",
    { environment: { slackWebhookUrl: SLACK }, stored: { channels: [{ ...onCall, name: "slack" }] } },
    ["slack webhook database https://hooks.example/on-call"],
  ],
  [
    "an address that cannot be decrypted",
    { stored: { channels: [{ ...onCall, address: "its key is damaged" }] } },
    [],
    { "on-call": /cannot use it: its key is damaged/ },
  ],
])("channels: %s", (_title, given, channels, unused = {}) => {
  const found = inForce(given);
  expect(
    found.channels.map((one) => [one.name, one.kind, one.source, one.address?.reveal() ?? "none"].join(" ")),
  ).toEqual(channels);
  expect([...found.unused.keys()]).toEqual(Object.keys(unused));
  for (const [name, because] of Object.entries(unused)) expect(found.unused.get(name)).toMatch(because);
});

const off = { type: "refusals", enabled: false, channels: null, thresholds: {} } as const;

test.each<[title: string, given: Parameters<typeof inForce>[0], enabled: boolean, source: string, because?: RegExp]>([
  ["usually all are on", {}, true, "default"],
  ["the database turns one off", { stored: { rules: [off] } }, false, "database"],
  ["the file names it", { file: { alert_types: ["refusals"] } }, true, "file"],
  ["the file leaves it out", { file: { alert_types: ["journal"] } }, false, "file"],
  [
    "the file wins over the database",
    { file: { alert_types: ["refusals"] }, stored: { rules: [off] } },
    true,
    "file",
    /names it in alert_types, and the file wins/,
  ],
  [
    "the other way round too",
    { file: { alert_types: [] }, stored: { rules: [{ ...off, enabled: true }] } },
    false,
    "file",
    /leaves it out/,
  ],
  ["both say the same", { file: { alert_types: ["journal"] }, stored: { rules: [off] } }, false, "file"],
])("whether it opens: %s", (_title, given, enabled, source, because) => {
  const { rules } = inForce(given);
  expect(rules.map(({ type }) => type)).toEqual(Object.keys(ALERT_TYPES));
  const rule = rules.find(({ type }) => type === "refusals");
  expect(rule).toMatchObject({ enabled, source });
  if (because) expect(rule?.because).toMatch(because);
  else expect(rule?.because).toBeUndefined();
});

test("thresholds and channels are the database's, whatever the file says about types", () => {
  const rule = { ...off, enabled: true, channels: ["on-call", "gone"], thresholds: { requests: 500 } };
  const { rules } = inForce({
    file: { alerting: ["slack"], alert_types: ["refusals"] },
    stored: { channels: [onCall], rules: [rule] },
  });
  const found = rules.find(({ type }) => type === "refusals");
  expect(found?.channels).toEqual(["on-call"]);
  expect(found?.thresholds).toEqual({ requests: 500, times: 10 });
  expect(rules.find(({ type }) => type === "max_budget")).toMatchObject({
    channels: ["slack", "on-call"],
    thresholds: { percent: 50 },
  });
  expect(rules.find(({ type }) => type === "journal")?.thresholds).toEqual({});
});

test.each<[title: string, named: string[] | null, channels: string[], because?: RegExp]>([
  ["nobody names any", null, ["slack", "on-call"]],
  ["one of them has gone", ["gone", "on-call"], ["on-call"]],
  ["all of them have gone", ["gone", "damaged"], ["slack", "on-call"], /every channel is told/],
  ["it is only listed, as somebody has chosen", [], []],
])("who is told where %s", (_title, named, channels, because) => {
  const { rules } = inForce({
    file: { alerting: ["slack"] },
    stored: {
      channels: [onCall, { ...onCall, name: "damaged", address: "its key is damaged" }],
      rules: [{ ...off, enabled: true, channels: named }],
    },
  });
  const found = rules.find(({ type }) => type === "refusals");
  expect(found?.channels).toEqual(channels);
  if (because) expect(found?.because).toMatch(because);
  else expect(found?.because).toBeUndefined();
});
