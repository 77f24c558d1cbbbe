import type { JwtAuthSettings } from "@/lib/config/schema";

/** A part of a sentence: words, or a name as the rules have it. */
export type SentencePart = string | { readonly name: string };

/** One rule as a sentence. `setting`: the field that says it; `index`: its entry, in a setting that is a list. */
export interface RuleSentence {
  readonly setting: string;
  readonly index?: number;
  readonly parts: readonly SentencePart[];
}

type Rules = Pick<
  JwtAuthSettings,
  | "enforce_rbac"
  | "enforce_scope_based_access"
  | "enforce_team_based_model_access"
  | "role_mappings"
  | "role_permissions"
  | "group_mappings"
  | "scope_mappings"
  | "user_allowed_email_domain"
  | "team_id_default"
  | "user_id_upsert"
  | "team_id_upsert"
  | "sync_user_teams"
  | "admin_jwt_scope"
  | "admin_viewer_jwt_scope"
>;

/** What a caller becomes by an internal role, after "act". */
const ACTS = {
  team: "as a team",
  internal_user: "as themselves",
  proxy_admin: "as administrators",
  proxy_admin_viewer: "as viewers: they read everything and change nothing",
} as const;

/** Those whom an internal role names, at the beginning of a sentence. */
const WHO = {
  team: "Teams by a role",
  internal_user: "Users by a role",
  proxy_admin: "Administrators by a role",
  proxy_admin_viewer: "Viewers by a role",
} as const;

/**
 * The rules as sentences, in the order of the page. Only what somebody has set says one: what nobody set stays with its
 * default. A table that is switched off says so in each of its sentences.
 */
export function ruleSentences(rules: Rules): RuleSentence[] {
  const sentences: RuleSentence[] = [];
  const say = (setting: string, parts: readonly SentencePart[], index?: number): void => {
    sentences.push({ setting, parts, ...(index !== undefined && { index }) });
  };
  const off = (isOn: boolean, setting: string): SentencePart[] =>
    isOn ? ["."] : [", once ", { name: setting }, " is on."];
  if (rules.enforce_rbac) say("enforce_rbac", ["Only teams, users and administrators may call."]);
  if (rules.enforce_scope_based_access)
    say("enforce_scope_based_access", ["A model needs a scope of the token that allows it."]);
  if (rules.enforce_team_based_model_access)
    say("enforce_team_based_model_access", ["Users may use a model only if one of their teams may."]);
  for (const [
    index,
    { role, internal_role: acts, models, routes, mcp_tools: tools, hosted_tools: hosted },
  ] of rules.role_mappings.entries())
    say(
      "role_mappings",
      [
        "Whoever has the role ",
        { name: role },
        ` acts ${ACTS[acts]}`,
        ...(models ? [" and may use ", ...listed(models, "all models")] : []),
        ...(routes ? [", on ", ...listed(routes, "all routes")] : []),
        ...toolParts(tools),
        ...(hosted ? [", and bring ", ...listed(hosted, "no hosted tools")] : []),
        ...off(rules.enforce_rbac, "enforce_rbac"),
      ],
      index,
    );
  for (const [
    index,
    { role, models, routes, mcp_tools: tools, hosted_tools: hosted },
  ] of rules.role_permissions.entries())
    say(
      "role_permissions",
      [
        `${WHO[role]} may use `,
        ...listed(models, "all models"),
        ...(routes.length > 0 ? [", on ", ...listed(routes, "all routes")] : []),
        ...toolParts(tools),
        ...(hosted ? [", and bring ", ...listed(hosted, "no hosted tools")] : []),
        ".",
      ],
      index,
    );
  for (const [index, mapping] of rules.group_mappings.entries()) say("group_mappings", groupParts(mapping), index);
  for (const [index, { scope, models, mcp_tools: tools }] of rules.scope_mappings.entries())
    say(
      "scope_mappings",
      [
        "The scope ",
        { name: scope },
        " allows ",
        ...listed(models, "no model"),
        ...toolParts(tools),
        ...off(rules.enforce_scope_based_access, "enforce_scope_based_access"),
      ],
      index,
    );
  sayPeople(rules, say);
  return sentences;
}

function sayPeople(rules: Rules, say: (setting: string, parts: readonly SentencePart[]) => void): void {
  const { user_allowed_email_domain: domain, team_id_default: team } = rules;
  if (domain) say("user_allowed_email_domain", ["Users need an e-mail address at ", { name: domain }, "."]);
  if (team) say("team_id_default", ["Calls without a team are charged to the team ", { name: team }, "."]);
  if (rules.user_id_upsert) say("user_id_upsert", ["New users are created."]);
  if (rules.team_id_upsert) say("team_id_upsert", ["New teams are created."]);
  if (rules.sync_user_teams) say("sync_user_teams", ["Users join and leave teams to match the groups of their token."]);
  if (rules.admin_jwt_scope)
    say("admin_jwt_scope", ["The scope ", { name: rules.admin_jwt_scope }, " makes an administrator."]);
  if (rules.admin_viewer_jwt_scope)
    say("admin_viewer_jwt_scope", ["The scope ", { name: rules.admin_viewer_jwt_scope }, " makes a viewer."]);
}

function groupParts({
  group,
  team_id: id,
  team_alias: alias,
  internal_role: role,
  include_subgroups: subgroups,
}: Rules["group_mappings"][number]): SentencePart[] {
  const team = id ?? alias;
  return [
    "Members of the group ",
    { name: group },
    ...(subgroups ? [" and of the groups below it"] : []),
    ...(team === undefined ? [] : [" belong to the team ", { name: team }]),
    ...(role === undefined ? [] : [`${team === undefined ? "" : " and"} act ${ACTS[role]}`]),
    ...(team === undefined && role === undefined ? [" belong to the team of that name"] : []),
    ".",
  ];
}

/** `tools`: undefined where the rule says nothing about them. */
function toolParts(tools: readonly string[] | undefined): SentencePart[] {
  return tools ? [", with the tools ", ...listed(tools, "of no server")] : [];
}

/** Names with commas and an "and" between them. `none`: for an empty list. */
function listed(names: readonly string[], none: string): SentencePart[] {
  if (names.length === 0) return [none];
  return names.flatMap((name, index): SentencePart[] => [
    ...(index === 0 ? [] : [index === names.length - 1 ? " and " : ", "]),
    { name },
  ]);
}

/** A sentence as one string, as a search reads it. */
export function sentenceText({ parts }: Pick<RuleSentence, "parts">): string {
  return parts.map((part) => (typeof part === "string" ? part : part.name)).join("");
}
