import { z } from "zod";
import { listOf } from "./bounded-lists";
import { objectPermission } from "./mcp/mcp-schema";

/** A string that must not be empty or blank. */
const text = z.string().trim().min(1);
const line = text.max(120).regex(/^[^\p{Cc}]+$/u, "a name is one line");

const tools = objectPermission.optional().describe("Which tools may be used. Unset: no restriction here.");

const hosted = listOf(text)
  .optional()
  .describe("Tools that run elsewhere and that its model calls may bring, as in `role_permissions`. Unset: any.");

const assumedKey = z.strictObject({
  team_id: text.optional().describe("The team of the key."),
  user_id: text.optional().describe("The user of the key."),
  organization_id: text.optional().describe("The organisation of the key."),
  models: listOf(text).default([]).describe("Models of the key; `*` patterns are allowed. Empty: all."),
  allowed_routes: listOf(text).default([]).describe("Routes of the key. Empty: all that its team or user may call."),
  blocked: z.boolean().default(false).describe("Whether the key is blocked."),
  object_permission: tools,
  hosted_tools: hosted,
});

const testedRequest = z.strictObject({
  method: z.enum(["GET", "POST"]).default("POST").describe("The method of the request."),
  route: text
    .optional()
    .describe("The path of the request. Unset: `/mcp` with `mcp_server`, and `/v1/chat/completions` without."),
  model: text.optional().describe("The model that the body names. Required on routes that take a model."),
  team_id: text.optional().describe("The team that the caller chooses with the header `x-gateway-team-id`."),
  organization_id: text
    .optional()
    .describe("The organisation that the caller chooses with the header `x-gateway-organization-id`."),
  user: text.optional().describe("The end user in the body's `user`, as OpenAI's API names it."),
  mcp_server: text.optional().describe("The tool server that is asked, by its name in `mcp_servers`."),
  tool: text.optional().describe("The tool of that server. Unset: its prompts and resources."),
  tool_tier: z
    .enum(["read", "write"])
    .optional()
    .describe("Whether the server says that the tool only reads (`readOnlyHint`). Unset: it does not."),
  hosted_tools: listOf(text)
    .optional()
    .describe("The tools that run elsewhere and that the model call brings, by type or address."),
});

const assumedTeam = z.strictObject({
  team_id: text.describe("The id of the team."),
  team_alias: text.optional().describe("The alias of the team."),
  organization_id: text.optional().describe("The organisation that the team belongs to."),
  models: listOf(text).default([]).describe("Models that it may use; `*` patterns are allowed. Empty: all."),
  blocked: z.boolean().default(false).describe("Whether it is blocked."),
  object_permission: tools,
  hosted_tools: hosted,
});

const assumedUser = z.strictObject({
  user_id: text.describe("The id of the user."),
  user_role: z.literal("proxy_admin_viewer").optional().describe("The role in the user's own record."),
  teams: listOf(text).default([]).describe("The ids of the teams that the user is a member of."),
  administers: listOf(text).default([]).describe("Those of the teams that the user administers."),
  models: listOf(text).default([]).describe("Models that the user may use; `*` patterns are allowed. Empty: all."),
  blocked: z.boolean().default(false).describe("Whether the user is blocked."),
  object_permission: tools,
});

const assumedOrganization = z.strictObject({
  organization_id: text.describe("The id of the organisation."),
  models: listOf(text).default([]).describe("Models that it may use; `*` patterns are allowed. Empty: all."),
  blocked: z.boolean().default(false).describe("Whether it is blocked."),
  object_permission: tools,
});

const assumedEndUser = z.strictObject({
  end_user_id: text.describe(
    "The id of the end user's record. With `end_user_scope: team` it begins with the team: `search/ann`.",
  ),
  blocked: z.boolean().default(false).describe("Whether the end user is blocked."),
  object_permission: tools,
});

const assumptions = z.strictObject({
  teams: listOf(assumedTeam).default([]).describe("Teams that replace those with the same ids in the database."),
  users: listOf(assumedUser).default([]).describe("Users who replace those with the same ids in the database."),
  organizations: listOf(assumedOrganization)
    .default([])
    .describe("Organisations that replace those with the same ids in the database."),
  end_users: listOf(assumedEndUser)
    .default([])
    .describe("End users who replace those with the same ids in the database."),
});

/**
 * One sentence about who may do what, which is tested before settings are saved. Names of codes, rules and routes are
 * checked only when the test runs: a name that another version knows must not make a saved revision unusable.
 */
export const policyTest = z.strictObject({
  name: line.describe("What the test shows, as a sentence, such as `data scientists may use gpt-4o`."),
  claims: z.record(z.string(), z.unknown()).optional().describe("The claims of the caller's token, taken as verified."),
  issuer: text.optional().describe("The issuer of the token. Unset: the claim `iss`."),
  key: assumedKey.optional().describe("The caller's virtual key, in place of `claims`."),
  key_id: text
    .optional()
    .describe("The id of an existing virtual key, in place of `claims` and `key`. `npm run lint:config` knows none."),
  request: testedRequest.describe("What the caller asks for."),
  assume: assumptions
    .optional()
    .describe("Rows that the test assumes. All others come from the database; `npm run lint:config` has none."),
  expect: text.describe("`allow`, or the code of the refusal, such as `team_model_not_allowed`."),
  expect_rule: text
    .optional()
    .describe(
      "The rule that must refuse the call, or must pass if the call is allowed. `docs/explain/how-a-call-is-decided.md` lists them.",
    ),
  expect_team_id: text.optional().describe("The team that an allowed call is charged to."),
});
export type PolicyTest = z.infer<typeof policyTest>;

/** The most tests; more would make every save slow. */
const MOST_TESTS = 500;

export const policyTests = z.array(policyTest).max(MOST_TESTS);

/** The setting of `gateway_jwtauth`. */
export const policySettings = {
  policy_tests: policyTests
    .default([])
    .describe(
      "Who may do what, as tests. `npm run lint:config` and each save run them, and a failing one stops the save. See [policy tests](../guides/policy-tests.md).",
    ),
};
