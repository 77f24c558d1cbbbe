import { quote, type Fault, type Path } from "@/lib/config/finding";
import type { AccessOverrides, GroupMapping, InternalRole, JwtAuthSettings, RoleMapping } from "@/lib/config/schema";
import { countStars } from "@/lib/patterns/wildcard";

/** The editable settings, and those of the file that affect them: an issuer can have its own claim fields. */
export type CheckedAccess = AccessOverrides & {
  readonly issuers?: readonly Pick<
    JwtAuthSettings["issuers"][number],
    "roles_jwt_field" | "team_ids_jwt_field" | "role_mappings" | "group_mappings"
  >[];
  readonly team_ids_jwt_field?: JwtAuthSettings["team_ids_jwt_field"];
  readonly user_allowed_email_domain?: string | undefined;
};

/** Faults of patterns in `role_mappings`, of `group_mappings`, and of `team_id_default`. */
export function mappingFaults(access: CheckedAccess, base: Path): Fault[] {
  const { group_mappings: groups = [], issuers = [] } = access;
  return [
    ...tableFaults(access, base),
    ...issuers.flatMap((entry, index) => tableFaults(entry, [...base, "issuers", index])),
    ...(groups.length > 0 ? idleGroupMappings(access, groups, [...base, "group_mappings"]) : []),
    ...defaultTeamFaults(access, [...base, "team_id_default"]),
  ];
}

/** The tables of mappings: those of the common settings, or those of an issuer. */
interface Tables {
  readonly role_mappings?: readonly RoleMapping[] | null | undefined;
  readonly group_mappings?: readonly GroupMapping[] | null | undefined;
}

function tableFaults({ role_mappings: roles, group_mappings: groups }: Tables, base: Path): Fault[] {
  return [
    ...(roles ?? []).flatMap((mapping, index) => rolePatternFaults(mapping, [...base, "role_mappings", index])),
    ...(groups ?? []).flatMap((mapping, index) => groupMappingFaults(mapping, [...base, "group_mappings", index])),
  ];
}

function rolePatternFaults({ role, internal_role: internalRole }: RoleMapping, path: Path): Fault[] {
  if (!role.includes("*")) return [];
  if (isOfAdministrators(internalRole)) return [patternOfAdministrators("role", role, [...path, "role"])];
  return [
    {
      number: "C075",
      path: [...path, "role"],
      at: "value",
      message: `gives ${internalRole} to every token with ${matching("a role", role)}`,
      fix: "name each role, unless all of them are meant",
    },
  ];
}

function groupMappingFaults(mapping: GroupMapping, path: Path): Fault[] {
  const { group, team_id: id, team_alias: alias, internal_role: internalRole } = mapping;
  const faults: Fault[] = [];
  if (id !== undefined && alias !== undefined)
    faults.push({
      number: "C106",
      path: [...path, "team_alias"],
      at: "key",
      message: "the group is mapped to a team by team_id as well",
      fix: "keep one of the two",
    });
  if (id === undefined && alias === undefined && internalRole === undefined)
    faults.push({
      number: "C106",
      path: [...path, "group"],
      at: "value",
      message: `the group ${quote(group)} is mapped to no team and to no role`,
      fix: "add team_id, team_alias or internal_role",
    });
  for (const [key, team] of [
    ["team_id", id],
    ["team_alias", alias],
  ] as const) {
    if (team !== undefined && countStars(team) > countStars(group))
      faults.push({
        number: "C106",
        path: [...path, key],
        at: "value",
        message: `${quote(team)} has more * than the group ${quote(group)}, which fills them`,
        fix: "use at most as many * as in group",
      });
  }
  if (internalRole === undefined || !group.includes("*")) return faults;
  if (isOfAdministrators(internalRole)) return [...faults, patternOfAdministrators("group", group, [...path, "group"])];
  return [
    ...faults,
    {
      number: "C108",
      path: [...path, "group"],
      at: "value",
      message: `gives ${internalRole} to every token with ${matching("a group", group)}`,
      fix: "name each group, unless all of them are meant",
    },
  ];
}

function isOfAdministrators(role: InternalRole): boolean {
  return role === "proxy_admin" || role === "proxy_admin_viewer";
}

/**
 * The fault of a pattern that makes administrators: anybody who may add a role or a group at the provider could become
 * one.
 */
function patternOfAdministrators(what: "role" | "group", pattern: string, path: Path): Fault {
  return {
    number: "C105",
    path,
    at: "value",
    message: `${quote(pattern)} is a pattern, and no pattern may make administrators or viewers`,
    fix: `name each ${what} of administrators`,
  };
}

/** Says in words what a pattern matches. */
function matching(what: string, pattern: string): string {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.at(-1) ?? "";
  if (rest.length > 1) return `${what} that matches ${quote(pattern)}`;
  if (first === "" && last === "") return what;
  const start = first === "" ? "" : ` starts with ${quote(first)}`;
  const end = last === "" ? "" : ` ends with ${quote(last)}`;
  return `${what} that${start}${start !== "" && end !== "" ? " and" : ""}${end}`;
}

function idleGroupMappings(access: CheckedAccess, mappings: readonly GroupMapping[], path: Path): Fault[] {
  if (!access.team_ids_jwt_field && !access.issuers?.some((issuer) => issuer.team_ids_jwt_field)) {
    return [
      {
        number: "C107",
        path,
        at: "key",
        message: "has no effect while team_ids_jwt_field is not set",
        fix: "name the claim that holds the groups: team_ids_jwt_field: groups",
      },
    ];
  }
  return mappings.flatMap(({ internal_role: role }, index): Fault[] =>
    role === undefined || access.enforce_rbac
      ? []
      : [
          {
            number: "C107",
            path: [...path, index, "internal_role"],
            at: "key",
            message: "has no effect while enforce_rbac is off",
            fix: "set enforce_rbac: true",
          },
        ],
  );
}

function defaultTeamFaults(access: CheckedAccess, path: Path): Fault[] {
  if (access.team_id_default === undefined || access.enforce_rbac || access.user_allowed_email_domain) return [];
  return [
    {
      number: "C109",
      path,
      at: "key",
      message: `every valid token may call and spend as the team ${quote(access.team_id_default)}, even one that names nobody`,
      fix: "set enforce_rbac: true or user_allowed_email_domain, unless every token of the provider is meant",
    },
  ];
}
