import { expect, test } from "vitest";
import type { JwtAuthInput } from "@/lib/auth/cases/case";
import { jwt } from "@/lib/auth/cases/case";
import { isFault } from "@/lib/auth/identify";
import { inputOf } from "@/testing/auth/decision-case";
import { deadEndsOf } from "./dead-ends";

const GROUPS: JwtAuthInput = { user_id_jwt_field: "sub", team_ids_jwt_field: "groups", team_id_jwt_field: "tenant" };

test.each<[string, JwtAuthInput, Record<string, unknown>, unknown[]]>([
  [
    "the user, the team and the groups that nobody has, and the claim that is missing",
    GROUPS,
    { sub: "sam", groups: ["research", "lab"] },
    [
      { claim: "sub", names: "user", values: ["sam"] },
      { claim: "tenant", names: "team", values: [] },
      { claim: "groups", names: "team", values: ["research", "lab"] },
    ],
  ],
  [
    "the object that stands for both",
    { object_id_jwt_field: "oid", user_id_jwt_field: "sub" },
    { sub: "sam", oid: "o-1" },
    [{ claim: "oid", names: "user", values: ["o-1"] }],
  ],
  ["nothing where no claim is configured", {}, { sub: "sam" }, []],
])("a stranger reads %s", async (_, settings, claims, expected) => {
  const { identity, settings: inForce } = await inputOf({
    name: "",
    spec: [],
    expect: { allow: {} },
    settings,
    token: jwt(claims),
    state: {},
    request: { method: "GET", path: "/user/info" },
  });
  if (isFault(identity)) throw new Error(identity.message);
  expect(deadEndsOf(identity, inForce.jwtAuth)).toEqual(expected);
});
