import { expect, test } from "vitest";
import { jwtAuth, type JwtAuthSettings } from "@/lib/config/schema";
import { ruleSentences, sentenceText } from "./rule-sentences";

const said = (rules: Partial<Record<keyof JwtAuthSettings, unknown>>): string[] =>
  ruleSentences(jwtAuth.parse(rules)).map(sentenceText);

test("what nobody has set says nothing", () => {
  expect(said({})).toEqual([]);
});

test.each([
  [
    "a role with models and routes",
    {
      enforce_rbac: true,
      role_mappings: [{ role: "ds", internal_role: "internal_user", models: ["a", "b", "c"], routes: ["/x"] }],
    },
    [
      "Only teams, users and administrators may call.",
      "Whoever has the role ds acts as themselves and may use a, b and c, on /x.",
    ],
  ],
  [
    "a role while its table is off",
    { role_mappings: [{ role: "boss", internal_role: "proxy_admin" }] },
    ["Whoever has the role boss acts as administrators, once enforce_rbac is on."],
  ],
  ["a permission", { role_permissions: [{ role: "team", models: [] }] }, ["Teams by a role may use all models."]],
  [
    "a scope that allows nothing",
    { enforce_scope_based_access: true, scope_mappings: [{ scope: "s", models: [] }] },
    ["A model needs a scope of the token that allows it.", "The scope s allows no model."],
  ],
  [
    "groups",
    {
      group_mappings: [
        { group: "/a/*", team_id: "*", include_subgroups: true },
        { group: "b", team_alias: "B", internal_role: "internal_user" },
        { group: "c" },
      ],
    },
    [
      "Members of the group /a/* and of the groups below it belong to the team *.",
      "Members of the group b belong to the team B and act as themselves.",
      "Members of the group c belong to the team of that name.",
    ],
  ],
  [
    "people and administrators",
    {
      user_allowed_email_domain: "example.com",
      team_id_default: "rest",
      user_id_upsert: true,
      team_id_upsert: true,
      sync_user_teams: true,
      enforce_team_based_model_access: true,
      admin_jwt_scope: "boss",
      admin_viewer_jwt_scope: "look",
    },
    [
      "Users may use a model only if one of their teams may.",
      "Users need an e-mail address at example.com.",
      "Calls without a team are charged to the team rest.",
      "New users are created.",
      "New teams are created.",
      "Users join and leave teams to match the groups of their token.",
      "The scope boss makes an administrator.",
      "The scope look makes a viewer.",
    ],
  ],
])("%s as sentences", (_, rules, sentences) => {
  expect(said(rules)).toEqual(sentences);
});

test("a sentence names the entry that says it", () => {
  const rules = jwtAuth.parse({
    scope_mappings: [
      { scope: "a", models: ["m"] },
      { scope: "b", models: ["m"] },
    ],
  });
  expect(ruleSentences(rules).map(({ setting, index }) => [setting, index])).toEqual([
    ["scope_mappings", 0],
    ["scope_mappings", 1],
  ]);
});
