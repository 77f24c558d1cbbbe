import { z } from "zod";
import { listOf, MOST } from "./bounded-lists";

/** A string that must not be empty or blank. */
const text = z.string().trim().min(1);

/** `*` patterns of tools, as callers name them. */
const tools = listOf(text).optional();

/** spec 2.3. `proxy_admin_viewer` is our own: it reads what administrators read. */
export const internalRole = z.enum(["team", "internal_user", "proxy_admin", "proxy_admin_viewer"]);

export const roleMapping = z.strictObject({
  role: text.describe("The role in the token; `*` matches any run of characters, as in `ml-*`."),
  internal_role: internalRole.describe(
    "The internal role that it gives the caller. A pattern gives neither `proxy_admin` nor `proxy_admin_viewer`.",
  ),
  models: listOf(text)
    .optional()
    .describe("Models that it opens; `*` patterns are allowed. Empty: all. Unset: those of `role_permissions`."),
  routes: listOf(text)
    .optional()
    .describe(
      "Routes that it opens: paths, `*` patterns or family names. Empty: all that its kind of caller may call. Unset: those of `role_permissions`.",
    ),
  mcp_tools: tools.describe(
    "Tools that it opens, by `server-tool` or `*` pattern. Unset: those of `role_permissions`.",
  ),
  hosted_tools: tools.describe(
    "Tools that run elsewhere and that its model calls may bring, as in `role_permissions`. Empty: none. Unset: those of `role_permissions`.",
  ),
});

export const rolePermission = z.strictObject({
  role: internalRole.describe("The internal role that has these permissions."),
  models: listOf(text).default([]).describe("Models that it may use; `*` patterns are allowed. Empty: all."),
  routes: listOf(text)
    .default([])
    .describe(
      "Routes that it may call: paths, `*` patterns or family names. Empty: all that its kind of caller may call.",
    ),
  mcp_tools: tools.describe(
    "Tools that it may call, by `server-tool` or `*` pattern. Unset: the role says nothing about tools.",
  ),
  hosted_tools: tools.describe(
    "Tools that run elsewhere and that its model calls may bring, by type, address or `*` pattern. Empty: none. Unset: any. See [hosted tools](../guides/tools.md#tools-that-model-calls-bring).",
  ),
});

export const scopeMapping = z.strictObject({
  scope: text.regex(/^\S+$/, "a scope cannot contain white space").describe("The scope in the token."),
  models: z
    // Exact `model_name` values only (spec 2.2).
    .array(text.regex(/^[^*]*$/, "wildcards are not supported in scope_mappings; name each model"))
    .max(MOST.names)
    .describe("The `model_name`s that this scope allows; no `*`."),
  mcp_tools: tools.describe(
    "Tools that this scope allows, by `server-tool` or `*` pattern. Where no mapping names any, scopes say nothing about tools.",
  ),
});

export const groupMapping = z.strictObject({
  group: text.describe("The group in the token; `*` matches any run of characters, as in `/teams/*`."),
  team_id: text
    .optional()
    .describe("The id of the team that the group stands for. Each `*` in it takes what the `*` of the group matched."),
  team_alias: text
    .optional()
    .describe(
      "The alias of that team, instead of its id, with the same `*`. An alias that two teams share selects neither.",
    ),
  internal_role: internalRole
    .optional()
    .describe("The internal role of those members of the group who get none from `role_mappings`."),
  include_subgroups: z
    .boolean()
    .optional()
    .describe("Whether a member of `/a/b` also counts as a member of `/a`. Unset: `false`."),
});
