import { expect, test } from "vitest";
import { createMasterKeyJudge } from "./master-key-attempts";
import { masterKeyFingerprint } from "./session";

const FINGERPRINT = masterKeyFingerprint("sk-master");

function fixture() {
  const events: string[] = [];
  let at = 0;
  const log = { info() {}, warn: (event: string) => void events.push(event), error() {} };
  const judge = createMasterKeyJudge(log, () => at);
  return {
    events,
    wait: (seconds: number) => (at += seconds * 1_000),
    attempt: (key: string, caller: string | undefined) => judge(key, [FINGERPRINT], caller),
  };
}
const CALLER = "203.0.113.9";

test("the right master key is accepted, as often as it is typed", () => {
  const { attempt, events } = fixture();
  for (let time = 0; time < 20; time++) expect(attempt("sk-master", CALLER)).toBe("accepted");
  expect(events).toEqual([]);
});

test("wrong master keys are logged and then slowed, and so is the right one", () => {
  const { attempt, events, wait } = fixture();
  for (let time = 0; time < 5; time++) expect(attempt(`sk-${time}`, CALLER)).toBe("refused");
  expect(attempt("sk-6", CALLER)).toBe("slowed");
  expect(attempt("sk-master", CALLER)).toBe("slowed");
  expect(events).toEqual([...Array(5).fill("console.master_key_refused"), "console.master_key_slowed"]);
  wait(12);
  expect(attempt("sk-master", CALLER)).toBe("accepted");
});

test("a caller who is slowed down slows nobody else", () => {
  const { attempt } = fixture();
  for (let time = 0; time < 6; time++) attempt("sk-wrong", "2001:db8::1");
  expect(attempt("sk-master", "2001:db8::ffff")).toBe("slowed");
  expect(attempt("sk-master", "2001:db8:0:1::1")).toBe("accepted");
  for (let time = 0; time < 6; time++) attempt("sk-wrong", undefined);
  expect(attempt("sk-master", undefined)).toBe("slowed");
  expect(attempt("sk-master", CALLER)).toBe("accepted");
});
