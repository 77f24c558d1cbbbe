import { expect, test } from "vitest";
import { keyOwnerIn, newKeyAddress } from "./key-owner";

test.each([
  ["team:ml", { teamId: "ml", userId: "" }],
  ["team:/teams/ml:2", { teamId: "/teams/ml:2", userId: "" }],
  ["user:ada", { teamId: "", userId: "ada" }],
  ["1", { teamId: "", userId: "" }],
  ["team:", { teamId: "", userId: "" }],
  ["organization:x", { teamId: "", userId: "" }],
])("new=%s names the owner of a new key", (text, owner) => {
  expect(keyOwnerIn(text)).toEqual(owner);
});

test("the address of a new key names its owner, whatever the id is", () => {
  const address = newKeyAddress({ team_id: "/teams/a&b" });
  expect(keyOwnerIn(new URL(address, "http://x").searchParams.get("new") ?? "")).toMatchObject({
    teamId: "/teams/a&b",
  });
  expect(newKeyAddress({ user_id: "ada" })).toBe("/console/keys?new=user%3Aada");
});
