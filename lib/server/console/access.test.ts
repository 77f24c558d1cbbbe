import { expect, test } from "vitest";
import { isFault } from "@/lib/auth/identify";
import { decide } from "@/lib/auth/decide";
import { jwt, type JwtAuthInput } from "@/lib/auth/cases/case";
import { inputOf, verifiedToken } from "@/testing/auth/decision-case";
import { ownAnswers } from "./access";

const token = jwt({ sub: "ada", roles: ["person"] });
const state = { users: { ada: {} } };
const person: JwtAuthInput = {
  enforce_rbac: true,
  user_id_jwt_field: "sub",
  roles_jwt_field: "roles",
  role_mappings: [{ role: "person", internal_role: "internal_user" }],
  key_generation_settings: { personal_key_generation: { allowed_user_roles: ["internal_user"] } },
};

test.each([
  ["with the routes of the role", ["/user/info", "/key/list", "/key/generate"], { personal: true, teams: [] }, false],
  ["where the role may list keys and make none", ["/user/info", "/key/list"], undefined, false],
  ["where the role may use tools", ["/user/info", "/key/list", "/mcp"], undefined, true],
])("the console asks for keys and tools only where these are open: %s", async (_, routes, makesKeys, listsTools) => {
  const settings = { ...person, role_permissions: [{ role: "internal_user" as const, models: [], routes }] };
  const own = await ownAnswers(
    {
      async decide(_token, path, method = "GET") {
        const input = await inputOf({
          name: "",
          spec: [],
          expect: { allow: {} },
          settings,
          token,
          state,
          request: { method, path },
        });
        const identity = isFault(input.identity) ? undefined : input.identity;
        return { identity, decision: decide(input), teams: [] };
      },
    },
    verifiedToken(token),
  );
  expect(own).toMatchObject({ userId: "ada", open: ["user", "keys"], listsTools });
  expect("makesKeys" in own ? own.makesKeys : undefined).toEqual(makesKeys);
});

test("somebody whom the gateway does not know reads so first, and then which id was looked for", async () => {
  const settings: JwtAuthInput = { user_id_jwt_field: "sub", user_id_upsert: false };
  const stranger = jwt({ sub: "sam" });
  const own = await ownAnswers(
    {
      async decide(_token, path, method = "GET") {
        const input = await inputOf({
          name: "",
          spec: [],
          expect: { allow: {} },
          settings,
          token: stranger,
          state,
          request: { method, path },
        });
        return { identity: undefined, decision: decide(input), teams: [] };
      },
    },
    verifiedToken(stranger),
  );
  expect(own).toEqual({
    reason: expect.stringMatching(/^Your token names no user or team of this gateway\. In detail: .*sam/),
    isStranger: true,
  });
});
