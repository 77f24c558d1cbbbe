"use client";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { Team } from "@/lib/wire/team";
import { memberEntityId } from "@/lib/entity-type";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { LIVE, useRead } from "@/components/api/use-read";
import { budgetText, LimitSummary, rateText } from "@/components/limits/limit-summary";
import { Facts } from "@/components/shared/facts";
import { ModelList } from "@/components/shared/model-list";
import { StatusBadge } from "@/components/shared/status";
import { TeamMembers } from "@/components/teams/team-members";
import { Card, CardHeader } from "@/components/ui/card";
import { Mono } from "@/components/ui/text";
import type { PageAddress } from "@/components/shared/lists/list-page";
import type { MembersList } from "@/components/shared/lists/members-list";
import { AskForMore } from "./ask-for-more";
import { OwnPart } from "./own-part";
import { TeamKeys } from "./team-keys";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";

const LimitsDialog = lazyDialog(
  () => import("./limits-dialog").then((module) => module.LimitsDialog),
  ({ row }) => row !== undefined,
);

/**
 * One of the caller's teams: its status, models, budget and limits, and for its administrators members and keys.
 * `members`, `keys`: their pages in the address.
 */
export function OwnTeam({
  teamId,
  userId,
  administers,
  listsModels,
  members,
  keys,
  onTurn,
}: {
  teamId: string;
  /** The caller as a member; undefined: it has no user. */
  userId: string | undefined;
  administers: boolean;
  /** Whether the page lists the models that the caller may call. */
  listsModels: boolean;
  members: MembersList;
  keys: PageAddress;
  onTurn: (to: PageAddress) => void;
}) {
  const team = useRead(teamContracts.info, { team_id: teamId }, LIVE);
  return (
    <Card>
      <CardHeader
        title={team.data?.team_alias ?? teamId}
        description={administers ? "Team, which you administer" : "Team"}
      >
        {team.data && <StatusBadge blocked={team.data.blocked} />}
      </CardHeader>
      <OwnPart query={team} missing="This team is in your token, but not in the gateway.">
        {(data) => (
          <div className="space-y-4">
            <Facts
              rows={[
                [
                  "Team id",
                  <Mono key="id" className="wrap-anywhere">
                    {data.team_id}
                  </Mono>,
                ],
                ...(listsModels && data.models.length === 0
                  ? []
                  : [["Models", <ModelList key="models" models={data.models} most={30} />] as const]),
                ["Members", String(data.members_with_roles.length)],
              ]}
            />
            <LimitSummary row={data} />
            <AskForMore type="team" id={teamId} limit={data.max_budget} name={data.team_alias ?? teamId} />
            {userId !== undefined && <OwnShare team={data} userId={userId} />}
            {administers && (
              <>
                <EditLimits team={data} />
                <TeamMembers team={data} list={members} suggests={false} />
                <TeamKeys team={data} view={keys} onTurn={onTurn} />
              </>
            )}
          </div>
        )}
      </OwnPart>
    </Card>
  );
}

/** What the caller may spend and call as a member of the team, if that is limited. */
function OwnShare({ team, userId }: { team: Team; userId: string }) {
  const member = team.members_with_roles.find((one) => one.user_id === userId);
  if (!member) return null;
  const { max_budget_in_team: limit, budget_duration: duration } = member;
  const rates = rateText(member);
  if (limit === null && rates.length === 0) return null;
  const name = `your share of ${team.team_alias ?? team.team_id}`;
  return (
    <section aria-label={`Your share of ${team.team_alias ?? team.team_id}`} className="rounded-md border p-3">
      <Facts
        rows={[
          ...(limit === null ? [] : [["Your share", budgetText(limit, duration)] as const]),
          ...(rates.length === 0 ? [] : [["Your rate", rates.join(" · ")] as const]),
        ]}
      />
      <AskForMore type="member" id={memberEntityId(team.team_id, userId)} limit={limit} name={name} />
    </section>
  );
}

/** The dialog in which a team's administrator lowers its limits. Only the gateway's administrators raise them again. */
function EditLimits({ team }: { team: Team }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <Pencil className="size-3.5" aria-hidden /> Edit team limits
      </Button>
      <LimitsDialog
        row={open ? team : undefined}
        contracts={teamContracts}
        reference={({ team_id }) => ({ team_id })}
        title={({ team_alias: alias, team_id: id }) => `Limits of ${alias ?? id}`}
        description="You may lower limits and take models away. Only an administrator of the gateway can raise them again."
        known={team.models}
        allModels="every model"
        hasDuration={false}
        saved={() => "The limits of the team are changed"}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
