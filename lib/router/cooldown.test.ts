import { expect, test } from "vitest";
import { cooldownMs, cooldownReason, type CooldownPolicy, type CooldownReason, type Fault } from "./cooldown";

const status = (code: number, retryAfterMs?: number): Fault => ({
  failure: { kind: "status", status: code, retryAfterMs },
  blame: code === 401 ? "access" : "deployment",
});
const refused: Fault = { failure: { kind: "connection", isRefused: true }, blame: "deployment" };
const broken: Fault = { failure: { kind: "connection", isRefused: false }, blame: "deployment" };
const silent: Fault = { failure: { kind: "timeout" }, blame: "deployment" };

const unproven: Fault = { failure: { kind: "credential", restMs: 20_000 }, blame: "access" };

/** Consecutive failures, then successes and failures of the latest attempts, the present failure included. */
type History = [inARow: number, successes: number, failures: number];
const cases: [
  what: string,
  history: History,
  fault: Fault,
  allowedFails: number | undefined,
  reason: CooldownReason | undefined,
][] = [
  ["stays in use after its first failure", [1, 0, 1], status(503), undefined, undefined],
  ["stays in use after two failures in a row", [2, 0, 2], silent, undefined, undefined],
  ["is on cooldown after three failures in a row", [3, 0, 3], broken, undefined, "failures_in_a_row"],
  [
    "is on cooldown after three in a row however well it did before",
    [3, 997, 3],
    silent,
    undefined,
    "failures_in_a_row",
  ],
  ["is on cooldown at once if its connections are refused", [1, 99, 1], refused, undefined, "connection_refused"],
  ["is on cooldown at once without its credential, whatever is allowed", [1, 99, 1], unproven, 9, "credential_failed"],
  ["is on cooldown at once if its access is refused", [1, 99, 1], status(401), undefined, "access_refused"],
  [
    "is on cooldown at once if its upstream asks for a pause",
    [1, 99, 1],
    status(429, 20_000),
    undefined,
    "retry_after",
  ],
  ["stays in use if its upstream asks for a pause of 0", [1, 99, 1], status(429, 0), undefined, undefined],
  ["stays in use after a 429 without Retry-After", [1, 99, 1], status(429), undefined, undefined],
  ["is on cooldown once half of its latest attempts failed", [1, 5, 5], status(500), undefined, "failure_rate"],
  ["stays in use while fewer than half of them failed", [1, 6, 5], status(500), undefined, undefined],
  ["stays in use while there are too few attempts for a rate", [1, 4, 5], status(500), undefined, undefined],
  ["that fails one call in ten stays in use", [2, 90, 10], status(503), undefined, undefined],
  ["is on cooldown after the first failure if allowed_fails is 0", [1, 99, 1], status(500), 0, "failures_in_a_row"],
  ["stays in use after as many failures as are allowed", [5, 0, 5], status(500), 5, undefined],
  ["is on cooldown after one failure more than allowed", [6, 0, 6], status(500), 5, "failures_in_a_row"],
  ["with allowed_fails is not judged by its failure rate", [1, 5, 50], status(500), 5, undefined],
  ["with allowed_fails may refuse as many connections as are allowed", [5, 0, 5], refused, 5, undefined],
  ["with allowed_fails is on cooldown at once if its access is refused", [1, 9, 1], status(401), 5, "access_refused"],
  ["with allowed_fails has the pause that its upstream asks for", [1, 9, 1], status(503, 9_000), 5, "retry_after"],
];

function reasonOf([inARow, successes, failures]: History, fault: Fault, policy: Partial<CooldownPolicy>) {
  return cooldownReason({ inARow, successes, failures }, fault, {
    cooldownMs: 5_000,
    allowedFails: undefined,
    isAlone: false,
    ...policy,
  });
}

test.each(cases)("a deployment that fails %s", (_what, history, fault, allowedFails, reason) => {
  expect(reasonOf(history, fault, { allowedFails })).toBe(reason);
});

test.each(cases.filter(([, , , allowedFails]) => allowedFails === undefined))(
  "without an alternative it never goes on cooldown by default, though a deployment of a group %s",
  (_what, history, fault) => {
    expect(reasonOf(history, fault, { isAlone: true })).toBeUndefined();
  },
);

test("with allowed_fails a deployment without an alternative goes on cooldown like any other", () => {
  expect(reasonOf([2, 0, 2], broken, { isAlone: true, allowedFails: 1 })).toBe("failures_in_a_row");
});

const lengths: [what: string, fault: Fault, milliseconds: number][] = [
  ["for cooldown_seconds", broken, 5_000],
  ["for as long as its upstream asks, if that is longer", status(429, 20_000), 20_000],
  ["for as long as its upstream asks, if that is shorter", status(429, 300), 300],
  ["for cooldown_seconds if its upstream asks for 0", status(429, 0), 5_000],
  ["for an hour at most, whatever its upstream asks", status(503, 86_400_000), 3_600_000],
];
test.each(lengths)("a deployment is on cooldown %s", (_what, fault, milliseconds) => {
  expect(cooldownMs(fault, { cooldownMs: 5_000, allowedFails: undefined, isAlone: false })).toBe(milliseconds);
});

test.each([undefined, 9])(
  "a deployment without its credential is on cooldown, even alone, with allowed_fails %s",
  (allowedFails) => {
    const policy: CooldownPolicy = { cooldownMs: 5_000, allowedFails, isAlone: true };
    expect(cooldownReason({ inARow: 1, successes: 99, failures: 1 }, unproven, policy)).toBe("credential_failed");
    expect(cooldownMs(unproven, policy)).toBe(20_000);
  },
);
