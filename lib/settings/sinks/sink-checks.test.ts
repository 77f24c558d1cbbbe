import { expect, test } from "vitest";
import { readEnvironment } from "@/lib/config/io/environment";
import { formatFinding } from "@/lib/config/finding";
import { parseConfig } from "../parse";

const KEYS = "access_key_id: AKIAPLANTEDSECRET, secret_access_key: planted+secret/1";
const findings = (...sinks: string[]): string[] =>
  parseConfig(["general_settings:", "  sinks:", ...sinks.map((sink) => `    - ${sink}`)].join("\n"), "c.yaml", {
    environment: readEnvironment({ PLANTED: "planted-token-9" }),
    isKnownProvider: () => true,
  }).findings.map(formatFinding);

const cases: [what: string, sinks: string[], findings: string[]][] = [
  [
    "sinks of each kind",
    [
      `{name: a, s3: {bucket: calls, prefix: gateway/calls, ${KEYS}}}`,
      "{name: b, http: {url: 'https://a.example/in?x=1', headers: {authorization: os.environ/PLANTED}}}",
      "{name: c, start: beginning, flush_seconds: 10, batch_calls: 500, otlp_logs: {endpoint: 'http://localhost:4318'}}",
    ],
    [],
  ],
  [
    "a sink without a place",
    ["{name: a}"],
    [
      "c.yaml:3:7: error C163 general_settings.sinks.0: does not say where calls are sent to (fix: give it one of s3, http and otlp_logs)",
    ],
  ],
  [
    "a sink with two places",
    ["{name: a, http: {url: 'https://a.example'}, otlp_logs: {endpoint: 'https://a.example'}}"],
    [
      "c.yaml:3:7: error C163 general_settings.sinks.0: says more than one place to send calls to (fix: keep one of s3, http and otlp_logs, or make it two sinks)",
    ],
  ],
  [
    "two sinks of one name",
    ["{name: a, http: {url: 'https://a.example'}}", "{name: a, http: {url: 'https://b.example'}}"],
    [
      'c.yaml:4:14: error C164 general_settings.sinks.1.name: the name "a" belongs to another sink (fix: choose another name)',
    ],
  ],
  [
    "an address with a password",
    ["{name: a, http: {url: 'https://user:planted-token-9@a.example'}}"],
    [
      "c.yaml:3:29: error C165 general_settings.sinks.0.http.url: has a user name or a password in the address, where it is never sent (fix: put them into a header: authorization: os.environ/NAME)",
    ],
  ],
  [
    "plain http, and an address of cloud metadata",
    ["{name: a, http: {url: 'http://a.example'}}", "{name: b, otlp_logs: {endpoint: 'http://169.254.169.254'}}"],
    [
      "c.yaml:3:29: warning C039 general_settings.sinks.0.http.url: sends keys or tokens over plain http to a host that is not local (fix: use https://)",
      "c.yaml:4:39: warning C038 general_settings.sinks.1.otlp_logs.endpoint: is a link-local address or serves cloud metadata, which no provider does (fix: name the provider's own host)",
    ],
  ],
  [
    "an endpoint with a path",
    [`{name: a, s3: {bucket: calls, endpoint: 'https://s3.example/calls', ${KEYS}}}`],
    [
      "c.yaml:3:47: error C166 general_settings.sinks.0.s3.endpoint: has a path or a query, but only the host and port of the storage belong there (fix: write https://host:port, and the rest into prefix)",
    ],
  ],
];
test.each(cases)("the check of %s finds what is wrong with it and nothing else", (_what, sinks, expected) => {
  expect(findings(...sinks)).toEqual(expected);
});

test("no finding repeats a secret of a sink", () => {
  const all = findings(
    `{name: a, s3: {bucket: AKIAPLANTEDSECRET, ${KEYS}, planted+secret/1: x}}`,
    "{name: b, http: {url: planted-token-9, headers: {x: planted-token-9, planted-token-9: [planted-token-9]}, signing_secret: planted-token-9}}",
    "{name: planted-token-9 , http: {url: os.environ/PLANTED}}",
  );
  expect(all.length).toBeGreaterThan(3);
  expect(all.join("\n")).not.toMatch(/planted|PLANTEDSECRET/);
});
