import { expect, test } from "vitest";
import { createCallsUnderWay } from "./calls-under-way";

/** A request upstream that records why it was broken off. */
function running(): { reasons: string[]; end: () => void; abort(reason: Error): void; onEnd(then: () => void): void } {
  let ended: () => void = () => {};
  const reasons: string[] = [];
  return {
    reasons,
    end: () => ended(),
    abort: ({ message }) => void reasons.push(message),
    onEnd: (listener) => (ended = listener),
  };
}

test("a team's requests are broken off, and nobody else's", () => {
  const calls = createCallsUnderWay();
  const [own, other, nobodys] = [running(), running(), running()];
  calls.enter("a", own);
  calls.enter("b", other);
  calls.enter(undefined, nobodys);
  calls.cut("a", new Error("blocked"));
  expect([own.reasons, other.reasons, nobodys.reasons]).toEqual([["blocked"], [], []]);
});

test("at the end all requests are broken off, of teams and of nobody, except those that are over", () => {
  const calls = createCallsUnderWay();
  const [teams, nobodys, over] = [running(), running(), running()];
  calls.enter("a", teams);
  calls.enter(undefined, nobodys);
  calls.enter("a", over);
  over.end();
  calls.cutAll(new Error("stopping"));
  expect([teams.reasons, nobodys.reasons, over.reasons]).toEqual([["stopping"], ["stopping"], []]);
});

test("a request that begins after the end, as a retry does, is broken off at once", () => {
  const calls = createCallsUnderWay();
  calls.cutAll(new Error("stopping"));
  const late = running();
  calls.enter("a", late);
  expect(late.reasons).toEqual(["stopping"]);
});
