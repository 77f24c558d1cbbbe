import { describe, expect, test } from "vitest";
import type { Limits } from "@/lib/config/limit-rules";
import type { Payer } from "./payers";
import {
  exceeded,
  pointsOf,
  rateHeaders,
  rateLimitExceeded,
  rateRules,
  tooManyAtOnce,
  type RateReading,
} from "./rate-rules";

const none: Limits = {
  maxBudget: null,
  softBudget: null,
  budgetDuration: null,
  tpmLimit: null,
  rpmLimit: null,
  maxParallelRequests: null,
  modelTpmLimit: {},
  modelRpmLimit: {},
};
const payer = (type: Payer["type"], id: string, limits: Partial<Limits>): Payer => ({
  type,
  id,
  name: `${type} "${id}"`,
  limits: { ...none, ...limits },
});
const full = { limit: 3, inFlight: 3 };
const reading = (
  kind: "requests" | "tokens",
  limit: number,
  used: number,
  resetMs: number,
  showsFigures = true,
): RateReading => ({
  rule: { kind, limit, payer: { type: "team", id: "t" }, model: undefined, key: "k", name: 'team "t"', showsFigures },
  used,
  resetMs,
});

describe("the rules of a call", () => {
  test("the rate rules of a call are those of all its payers, and of the model patterns that match its name", () => {
    const payers = [
      payer("key", "k", {
        rpmLimit: 5,
        modelRpmLimit: { "openai/*": 3, "mistral/*": 1 },
        modelTpmLimit: { "openai/gpt-4o": 100 },
      }),
      payer("user", "u", {}),
      payer("team", "t", { tpmLimit: 1_000 }),
    ];
    expect(rateRules(payers, "openai/gpt-4o").map(({ kind, limit, name }) => `${kind} ${limit} ${name}`)).toEqual([
      'requests 5 key "k"',
      'requests 3 key "k" for "openai/*"',
      'tokens 100 key "k" for "openai/gpt-4o"',
      'tokens 1000 team "t"',
    ]);
  });

  test("rate rules are counted apart, whatever the ids contain", () => {
    const ids = ["a", "a b", "b", '["a"'];
    const rules = ids.flatMap((id) =>
      rateRules(
        [payer("team", id, { rpmLimit: 1, tpmLimit: 1, modelRpmLimit: { a: 1, "b*": 1, "a b": 1 } })],
        "a b",
      ).concat(rateRules([payer("user", id, { rpmLimit: 1 })], "m")),
    );
    expect(new Set(rules.map(({ key }) => key)).size).toBe(rules.length);
  });

  test("a call takes one request and no more tokens than a minute has, so that a single call can always be served", () => {
    const [requests, tokens] = rateRules([payer("key", "k", { rpmLimit: 5, tpmLimit: 100 })], "m");
    expect([pointsOf(requests!, 70), pointsOf(tokens!, 70), pointsOf(tokens!, 1e9)]).toEqual([1, 70, 100]);
  });

  test.each([
    ["what fits exactly", reading("requests", 5, 5, 1), false],
    ["one more", reading("requests", 5, 6, 1), true],
    ["anything at a limit of 0", reading("tokens", 0, 0, 1), true],
  ])("a rate rule passes or refuses %s", (_name, one, refused) => {
    expect(exceeded([one]).length > 0).toBe(refused);
  });
});

describe("what the caller is told", () => {
  test.each([
    [0, "0ms"],
    [12.2, "13ms"],
    [999, "999ms"],
    [1_000, "1s"],
    [59_001, "1m0s"],
    [60_000, "1m0s"],
  ])("the reset in %s ms is %s, as OpenAI writes it", (milliseconds, text) => {
    expect(rateHeaders([reading("requests", 5, 1, milliseconds)])["x-ratelimit-reset-requests"]).toBe(text);
  });

  test("the headers show the tightest limit of each kind, and never less than 0 remaining", () => {
    expect(
      rateHeaders([
        reading("requests", 100, 10, 5_000),
        reading("requests", 20, 10, 6_000),
        reading("tokens", 50, 70, 7_000),
      ]),
    ).toEqual({
      "x-ratelimit-limit-requests": "20",
      "x-ratelimit-remaining-requests": "10",
      "x-ratelimit-reset-requests": "6s",
      "x-ratelimit-limit-tokens": "50",
      "x-ratelimit-remaining-tokens": "0",
      "x-ratelimit-reset-tokens": "7s",
    });
    expect(rateHeaders([])).toEqual({});
  });

  test("a refusal names the rule that refuses longest and when to try again", () => {
    const refusing = [reading("requests", 5, 6, 300), reading("tokens", 100, 130, 41_200)];
    const { code, status, message, options } = rateLimitExceeded(refusing, [], 70);
    expect([code, status, message]).toEqual([
      "rate_limit_exceeded",
      429,
      'The rate limit of team "t" is reached: 100 tokens a minute, and this call may use 70. Try again in 42 s.',
    ]);
    expect(options.headers).toEqual({ "retry-after": "42" });
    expect(rateLimitExceeded([reading("requests", 5, 6, 0)], [], 1).options.headers).toEqual({ "retry-after": "1" });
    expect(
      tooManyAtOnce({ payer: { type: "team", id: "t" }, name: 'team "t"', ...full, showsFigures: true }).message,
    ).toBe(
      'The limit of parallel calls of team "t" is reached: 3 are in flight. Try again when one of them has ended.',
    );
  });
});

test.each(["organization", "end_user", "model"] as const)(
  "a refusal by a limit of a payer of type %s tells its caller no figures, and its headers none either",
  (type) => {
    const [rule] = rateRules([payer(type, "x", { rpmLimit: 5 })], "m");
    const used = { rule: rule!, used: 6, resetMs: 300 };
    expect(rateLimitExceeded([used], [used], 70)).toMatchObject({
      message: `The rate limit of ${type} "x" is reached. Try again in 1 s.`,
      options: { headers: { "retry-after": "1" } },
    });
    expect(
      tooManyAtOnce({ payer: { type, id: "x" }, name: 'end user "x"', ...full, showsFigures: false }).message,
    ).toBe('The limit of parallel calls of end user "x" is reached. Try again when one of them has ended.');
  },
);
