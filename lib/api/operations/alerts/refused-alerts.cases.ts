/** A signing secret of Standard Webhooks. */
export const OWN_SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** What cannot be set up, with the field that is wrong. */
export const REFUSED: readonly [title: string, method: string, path: string, body: object, param: string][] = [
  [
    "a signing secret that is none",
    "POST",
    "/alerting/channels",
    { name: "new", kind: "webhook", address: "https://hooks.example/x", signing_secret: "planted-secret" },
    "signing_secret",
  ],
  [
    "a signing secret for Slack",
    "POST",
    "/alerting/channels",
    { name: "new", kind: "slack", address: "https://hooks.example/x", signing_secret: OWN_SECRET },
    "signing_secret",
  ],
  ["a channel without an address", "POST", "/alerting/channels", { name: "new", kind: "slack" }, "address"],
  [
    "an address of cloud metadata",
    "POST",
    "/alerting/channels",
    { name: "new", kind: "slack", address: "http://169.254.169.254/x" },
    "address",
  ],
  [
    "plain http to elsewhere",
    "POST",
    "/alerting/channels",
    { name: "new", kind: "slack", address: "http://hooks.example/x" },
    "address",
  ],
  [
    "no address at all",
    "POST",
    "/alerting/channels",
    { name: "new", kind: "slack", address: "planted-secret" },
    "address",
  ],
  [
    "a test of cloud metadata",
    "POST",
    "/alerting/test",
    { kind: "webhook", address: "http://169.254.169.254/x" },
    "address",
  ],
  ["a test without a kind", "POST", "/alerting/test", { address: "https://hooks.example/x" }, "kind"],
  ["a test of no channel", "POST", "/alerting/test", { channel: "nowhere" }, "channel"],
  [
    "a threshold of another type",
    "PUT",
    "/alerting/rules/journal",
    { enabled: true, channels: null, thresholds: { percent: 80 } },
    "thresholds",
  ],
  [
    "a threshold between the choices",
    "PUT",
    "/alerting/rules/max_budget",
    { enabled: true, channels: null, thresholds: { percent: 70 } },
    "thresholds",
  ],
  [
    "a threshold beyond its end",
    "PUT",
    "/alerting/rules/refusals",
    { enabled: true, channels: null, thresholds: { times: 1 } },
    "thresholds",
  ],
  [
    "a channel that is not there",
    "PUT",
    "/alerting/rules/journal",
    { enabled: true, channels: ["nowhere"], thresholds: {} },
    "channels",
  ],
  ["a silence of no length", "POST", "/alerting/silences", { reason: "x" }, "until"],
  ["a silence in the past", "POST", "/alerting/silences", { reason: "x", until: "2020-01-01T00:00:00Z" }, "until"],
  ["a silence for years", "POST", "/alerting/silences", { reason: "x", duration: "500d" }, "duration"],
];
