import { expect, test } from "vitest";
import { actorOf } from "./actor-of";

const token = { kind: "jwt" } as const;

test.each<[what: string, identity: Parameters<typeof actorOf>[0], actor: string]>([
  ["an e-mail address", { ...token, email: "a@example.com", userId: "u" }, "a@example.com"],
  ["a user", { ...token, userId: "u", subject: "s" }, "u"],
  ["a subject with what no column stores", { ...token, subject: "a\0b\ud800" }, "a\ufffdb\ufffd"],
  ["a subject of any length", { ...token, subject: "x".repeat(9_000) }, "x".repeat(256)],
  ["nobody", token, "unnamed token"],
])("the audit log names the caller by %s", (_what, identity, actor) => {
  expect(actorOf(identity)).toBe(actor);
});
