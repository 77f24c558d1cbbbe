import type { AccessRequest, MakesKeys } from "../decision";
import { groupTeams } from "../group-teams";
import { fail, pass, skip, theTeams, type DecisionInput, type Rule, type Standing } from "../standing";
import { administeredTeams } from "./team-administrator";
import { memberships } from "./token-teams";
import { userIdOf } from "./user-id";

const GENERATE = "/key/generate";
/** The routes that people need for their own keys. The operations themselves check whose key it is. */
const OWN_KEYS: readonly string[] = [GENERATE, "/key/list", "/key/info", "/key/regenerate", "/key/delete"];

/**
 * Which callers who are not administrators may make keys. The operation itself checks that the key is one they may
 * make: personal, or of one of the teams.
 */
export const keyGenerationRule: Rule = {
  rule: "key generation",
  spec: "explain/keys-and-tokens",
  codes: ["route_not_allowed"],
  says: "With `key_generation_settings`, people make keys as it says, whatever their route list: personal keys by their role, keys of a team by their role in it. Who makes keys may also list, renew and delete them. The setting opens no other route. While it is set, nobody else can make keys; while it is not, the route lists decide.",
  check(input, standing) {
    const { identity, request, settings } = input;
    if (!isAboutOwnKeys(request)) return skip("The operation is not about keys of one's own.");
    if (standing.admin || standing.viewer) return skip("Administrators and viewers do not need this setting.");
    if (settings.jwtAuth.key_generation_settings === undefined)
      return skip("The setting key_generation_settings is unset.");
    if (identity.kind !== "jwt") return skip("Only people make keys of their own.");
    const makesKeys = keysOf(input, standing);
    if (makesKeys.personal || makesKeys.teams.length > 0) return pass(describe(makesKeys), { makesKeys });
    return request.route === GENERATE
      ? fail(
          "route_not_allowed",
          "The setting key_generation_settings lets the caller make neither personal keys nor keys of a team.",
        )
      : skip("The caller may make no keys.");
  },
};

function isAboutOwnKeys({ access, route }: Pick<AccessRequest, "access" | "route">): boolean {
  return access === "owners" && OWN_KEYS.includes(route);
}

function keysOf(input: DecisionInput, { role }: Pick<Standing, "role">): MakesKeys {
  const { team_key_generation: ofTeam, personal_key_generation: personal } =
    input.settings.jwtAuth.key_generation_settings ?? {};
  const isUser = userIdOf(input) !== undefined && (role ?? "internal_user") === "internal_user";
  if (!isUser) return { personal: false, teams: [] };
  const roles = ofTeam?.allowed_team_member_roles ?? [];
  return {
    personal: (personal?.allowed_user_roles ?? []).includes("internal_user"),
    teams: roles.includes("user") ? memberTeams(input) : roles.includes("admin") ? [...administeredTeams(input)] : [],
  };
}

/**
 * The open teams of the user: those of the token's groups and claims, or of the database where no claim names groups.
 */
function memberTeams(input: DecisionInput): string[] {
  const { identity, facts } = input;
  const named = identity.teamIdIsSoft ? undefined : identity.teamId;
  const ids = [named, ...groupTeams(input).map(({ id }) => id), ...memberships(input)];
  return [...new Set(ids)].filter((id): id is string => {
    const team = id === undefined ? undefined : facts.teams.get(id);
    const organization = team?.organizationId ? facts.organizations.get(team.organizationId) : undefined;
    return team !== undefined && !team.blocked && !organization?.blocked;
  });
}

function describe({ personal, teams }: MakesKeys): string {
  const what = [...(personal ? ["personal keys"] : []), ...(teams.length > 0 ? [`keys of ${theTeams(teams)}`] : [])];
  return `The caller may make ${what.join(" and ")}.`;
}
