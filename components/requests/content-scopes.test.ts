import { expect, test } from "vitest";
import { contentScopes } from "./content-scopes";

test("content is deleted of a call, or of all calls of whoever made it, by name where there is one", () => {
  const ids = { key_id: "k", team_id: null, user_id: "u", organization_id: "o", end_user_id: "e" };
  const payer = { ...ids, key_alias: "ci", user_email: null };
  expect(contentScopes("c", payer)).toEqual([
    { value: "call_id", label: "This call", id: "c" },
    { value: "key_id", label: "All calls of the key ci", id: "k" },
    { value: "user_id", label: "All calls of the user u", id: "u" },
    { value: "end_user_id", label: "All calls of the end user e", id: "e" },
  ]);
});
