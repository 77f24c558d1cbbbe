import { expect, test } from "vitest";
import { deny, jwt, type DecisionCase } from "@/lib/auth/cases/case";
import { runCase } from "@/testing/auth/decision-case";

const nobody = (settings: DecisionCase["settings"]): DecisionCase => ({
  name: "",
  spec: ["5.10.3"],
  settings,
  token: jwt({ azp: "project", scope: "openid" }),
  expect: deny("team_required"),
});

test.each([
  [
    "with a claim for users",
    { user_id_jwt_field: "preferred_username" },
    'it has neither "client_id" nor "preferred_username".',
  ],
  ["without one", {}, 'it has no "client_id", and no setting names a claim for users.'],
])(
  "the refusal of a token that names nobody says which claims were looked for, %s",
  async (_what, settings, claims) => {
    expect(await runCase(nobody(settings))).toMatchObject({
      code: "team_required",
      message: expect.stringContaining(`The token names no team and no user: ${claims}`),
    });
  },
);
