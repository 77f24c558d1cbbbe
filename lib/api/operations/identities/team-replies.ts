import { etagOf } from "@/lib/store/row-version";
import { type CountedTeamRow, teamRecord, type TeamRow } from "@/lib/store/entities/team-rows";
import type { Team } from "@/lib/wire/team";
import { entityReplies } from "./entity-replies";

/** A team with the version of each membership: members are changed by operations of their own. */
function teamView(row: TeamRow): Omit<Team, "spend"> {
  const team = teamRecord(row);
  return {
    ...team,
    members_with_roles: team.members_with_roles.map((member) => ({ ...member, etag: etagOf(member) })),
  };
}

/** The replies with lists of teams. */
export const teamListReplies = entityReplies("team", (row: CountedTeamRow) => ({
  ...teamView(row),
  members_count: row.memberCount,
}));

/** The replies of the operations on teams and their members. */
export const teamReplies = entityReplies("team", teamView);
