import { z } from "zod";
import { listOf } from "../bounded-lists";
import { keyGeneration } from "../people-schema";
import { groupMapping, roleMapping, rolePermission, scopeMapping } from "../mapping-schema";
import { setting, text } from "./setting";

const SWITCH = { editor: "switch", default: false } as const;
const routes = listOf(text);

/** Which callers the gateway takes at all. */
const ENFORCEMENT = {
  enforce_rbac: setting(z.boolean(), {
    ...SWITCH,
    group: "enforcement",
    text: "Only a team, a user or an administrator may call. A token is one of them by the ids it names, or by a mapped role. Turns `role_mappings` on.",
  }),
  enforce_scope_based_access: setting(z.boolean(), {
    ...SWITCH,
    group: "enforcement",
    text: "A model may be used only if a scope of the token allows it. Turns `scope_mappings` on.",
  }),
  enforce_team_based_model_access: setting(z.boolean(), {
    ...SWITCH,
    group: "enforcement",
    text: "A user may use a model only if one of their teams may. The token names the teams. If no claim is configured for groups, memberships in the database count as well.",
  }),
};

/** Lists of entries that give rights. */
const TABLES = {
  role_mappings: setting(listOf(roleMapping, "entries"), {
    group: "tables",
    editor: "own",
    default: [],
    text: "Roles of the token and the internal roles that they give.",
  }),
  role_permissions: setting(listOf(rolePermission, "entries"), {
    group: "tables",
    editor: "own",
    default: [],
    text: "Default models and routes of each internal role.",
  }),
  group_mappings: setting(listOf(groupMapping, "entries"), {
    group: "tables",
    editor: "own",
    default: [],
    text: "Maps a group in the token to a team.",
    more: "A group without a mapping names a team by its id, else by its alias.",
  }),
  scope_mappings: setting(listOf(scopeMapping, "entries"), {
    group: "tables",
    editor: "own",
    default: [],
    text: "Scopes of the token and the models that they allow.",
  }),
};

/** Which users and teams a token stands for. */
const PEOPLE = {
  user_allowed_email_domain: setting(text, {
    group: "people",
    editor: "text",
    text: "Users whose e-mail address is in this domain may call the gateway. A caller known only as a user is refused without one.",
    unset: "every domain.",
  }),
  email_verified_required: setting(z.boolean(), {
    group: "people",
    editor: "switch",
    text: "With a domain: an e-mail address counts only in a token whose `email_verified` is true.",
    more: "Unset or `false`: it also counts in a token without that claim.",
  }),
  team_id_default: setting(text, {
    group: "people",
    editor: "text",
    text: "Id of the team that pays for calls whose token names no team. It must exist.",
    unset: "nobody pays for them as a team.",
  }),
  user_id_upsert: setting(z.boolean(), {
    ...SWITCH,
    group: "people",
    text: "Creates a user whose id is not in the database yet.",
    more: "See also `issuers`.",
  }),
  team_id_upsert: setting(z.boolean(), {
    ...SWITCH,
    group: "people",
    text: "Creates a team whose id is not in the database yet.",
    more: "See also `issuers`.",
  }),
  sync_user_teams: setting(z.boolean(), {
    ...SWITCH,
    group: "people",
    text: "A user's memberships follow the groups of the token. The user also leaves teams.",
  }),
};

/** Who administers, and which routes are open to whom. */
const RIGHTS = {
  admin_jwt_scope: setting(text, {
    group: "rights",
    editor: "text",
    text: "Scope that makes the caller an administrator.",
    unset: "`gateway_proxy_admin`.",
  }),
  admin_jwt_role: setting(text, {
    group: "rights",
    editor: "text",
    text: "Role that a token must carry in `roles_jwt_field` for its admin scope to count.",
    more: "For providers that give any requested scope, such as Keycloak.",
    unset: "the scope is enough.",
  }),
  admin_viewer_jwt_scope: setting(text, {
    group: "rights",
    editor: "text",
    text: "Scope that lets the caller read what administrators read, and change nothing.",
    unset: "no scope does.",
  }),
  content_viewer_jwt_scope: setting(text, {
    group: "rights",
    editor: "text",
    text: "Scope that lets the caller read the stored prompts and answers of the calls that they may see.",
    unset: "no scope does.",
  }),
  content_viewer_jwt_role: setting(text, {
    group: "rights",
    editor: "text",
    text: "Role in `roles_jwt_field` that also lets the caller read them, in addition to other rights.",
    unset: "no role does.",
  }),
  admin_allowed_routes: setting(routes, {
    group: "rights",
    editor: "routes",
    default: ["management_routes"],
    text: "Routes that an administrator's JWT may call: paths, `*` patterns or family names.",
  }),
  team_admin_allowed_routes: setting(routes, {
    group: "rights",
    editor: "routes",
    default: ["management_routes"],
    text: "Routes that the JWT of a team's administrator may call for that team, among those that exist for them.",
    more: "Empty: members with the role `admin` may do no more than other members.",
  }),
  team_allowed_routes: setting(routes, {
    group: "rights",
    editor: "routes",
    default: ["openai_routes", "anthropic_routes", "google_routes", "mcp_routes", "info_routes"],
    text: "Routes that a team's JWT may call: paths, `*` patterns or family names.",
  }),
  key_generation_settings: setting(keyGeneration, {
    group: "rights",
    editor: "own",
    text: "Which users make keys, whatever their route list. Such a key may do no more than its maker.",
    more: "Set: besides them, only administrators make keys.",
    unset: "it opens keys to nobody, and the route lists decide.",
  }),
};

/** Who may do what. */
export const RIGHTS_SETTINGS = { ...ENFORCEMENT, ...TABLES, ...PEOPLE, ...RIGHTS };

/** What only the file may say: it names code that the gateway runs, so whoever writes it has the machine. */
export const FILE_SETTINGS = {
  custom_validate: setting(
    z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_$-]+(\.[A-Za-z0-9_$-]+)+$/, "expected <module>.<function>"),
    {
      group: "rights",
      editor: "own",
      text: "A last check of the decoded token: `<module>.<function>`, from the folder of the configuration file.",
    },
  ),
};
