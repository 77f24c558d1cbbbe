import { expect, test } from "vitest";
import { eachOfEntity } from "./refused-entity";

test.each([
  [{ kind: "team", principal: "/a b" }, "team_id=%2Fa+b"],
  [{ kind: "user", principal: "ada" }, "user_id=ada"],
  [{ kind: "key", principal: "k" }, "key_id=k"],
  [{ kind: "issuer", principal: "https://idp" }, "kind=issuer&principal=https%3A%2F%2Fidp"],
  [{ model: "gpt-4o" }, "requested_model=gpt-4o"],
] as const)("each refusal of %j is listed", (of, query) => {
  expect(eachOfEntity(of)).toBe(`/console/requests?status=refused&${query}`);
});
