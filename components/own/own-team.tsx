"use client";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { useRead } from "@/components/api/use-read";
import { LimitSummary } from "@/components/limits/limit-summary";
import { Facts } from "@/components/shared/facts";
import { ModelList } from "@/components/shared/model-list";
import { StatusBadge } from "@/components/shared/status";
import { Card, CardHeader } from "@/components/ui/card";
import { OwnPart } from "./own-part";

/** One of the caller's teams: its status, models, budget and limits. */
export function OwnTeam({ teamId }: { teamId: string }) {
  const team = useRead(teamContracts.info, { team_id: teamId });
  return (
    <Card>
      <CardHeader title={team.data?.team_alias ?? teamId} description="Team">
        {team.data && <StatusBadge blocked={team.data.blocked} />}
      </CardHeader>
      <OwnPart query={team} missing="This team is in your token, but not in the gateway.">
        {(data) => (
          <div className="space-y-4">
            <Facts
              rows={[
                [
                  "Team id",
                  <span key="id" className="font-mono text-[12.5px] break-all">
                    {data.team_id}
                  </span>,
                ],
                ["Models", <ModelList key="models" models={data.models} most={30} />],
                ["Members", String(data.members_with_roles.length)],
              ]}
            />
            <LimitSummary row={data} />
          </div>
        )}
      </OwnPart>
    </Card>
  );
}
