import { expect, test } from "vitest";
import type { RequestRow } from "@/lib/wire/contracts/requests";
import { eachOfEntity, othersOf } from "./refused-entity";

test.each([
  [{ kind: "team", principal: "/a b" }, "team_id=%2Fa+b"],
  [{ kind: "user", principal: "ada" }, "user_id=ada"],
  [{ kind: "key", principal: "k" }, "key_id=k"],
  [{ kind: "issuer", principal: "https://idp" }, "kind=issuer&principal=https%3A%2F%2Fidp"],
  [{ model: "gpt-4o" }, "requested_model=gpt-4o"],
] as const)("each refusal of %j is listed", (of, query) => {
  expect(eachOfEntity(of)).toBe(`/console/requests?status=refused&${query}`);
});

test("what was refused to an entity itself is not listed among its keys and people", () => {
  const refused = (kind: string, principal: string) => ({ type: "refused", refused: { kind, principal } });
  const rows = [
    refused("team", "search"),
    refused("key", "search"),
    { type: "call", call: {} },
    refused("team", "other"),
  ] as unknown as RequestRow[];
  const named = (of: Parameters<typeof othersOf>[1]) =>
    othersOf(rows, of).map(({ kind, principal }) => `${kind} ${principal}`);
  expect(named({ kind: "team", principal: "search" })).toEqual(["key search", "team other"]);
  expect(named(undefined)).toEqual(["team search", "key search", "team other"]);
});
