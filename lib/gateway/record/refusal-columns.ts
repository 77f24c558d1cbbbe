import { askedName } from "@/lib/auth/asked-name";
import type { DecisionRecord } from "@/lib/auth/decision-record";
import { isEntityId } from "@/lib/entity-id";
import type { RefusalColumns } from "@/lib/store/record/refusals";
import { groupOf } from "./refusal-counts";
import { teamOf } from "./team-of-refusal";

/** What a refusal is listed by. Strings that no entity could have as its id, and no index holds, are left out. */
export function refusalColumns(record: DecisionRecord): RefusalColumns {
  const { identity, requestedTeam, endUser, route, requestId } = record;
  const { code, kind, principal } = groupOf(record);
  const { team, isProven } = teamOf(identity, requestedTeam);
  return {
    code,
    kind,
    principal: storable(principal),
    route: storable(route),
    model: storable(askedName(record)),
    teamId: storable(team),
    isTeamProven: isProven,
    userId: storable(identity?.userId),
    keyId: storable(identity?.keyId),
    organizationId: storable(identity?.organizationId ?? record.requestedOrganization),
    endUserId: storable(identity?.endUserId ?? endUser),
    issuer: storable(identity?.issuer),
    requestId: storable(requestId),
  };
}

function storable(text: string | undefined): string | null {
  return text !== undefined && isEntityId(text) ? text : null;
}
