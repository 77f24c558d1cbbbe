"use client";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { callsQuery, teamQuery } from "@/components/api/queries";
import type { WithBudget } from "@/components/api/types";
import { LimitSummary } from "@/components/limits/limit-summary";
import type { BlockRequest } from "@/components/shared/block-dialog";
import { CallLines } from "@/components/shared/call-lines";
import type { DeleteRequest } from "@/components/shared/deletion";
import { DetailDrawer, Id, KeysSection, Section, useLast } from "@/components/shared/detail-drawer";
import { Facts } from "@/components/shared/facts";
import { ModelList } from "@/components/shared/model-list";
import { BlockButton, Standing } from "@/components/shared/standing";
import { Ago } from "@/components/shared/time";
import { Button } from "@/components/ui/button";
import type { Team } from "@/lib/wire/team";
import { TeamMembers } from "./team-members";
import { blockable } from "./teams-table";

/** A team in full: standing, budget and limits, members, keys, latest calls. */
export function TeamDrawer({
  teamId,
  onClose,
  onBlock,
  onEdit,
  onDelete,
}: {
  teamId: string | undefined;
  onClose: () => void;
  onBlock: (request: BlockRequest) => void;
  onEdit: (team: Team) => void;
  onDelete: (request: DeleteRequest) => void;
}) {
  const shown = useLast(teamId);
  const team = useQuery({ ...teamQuery(shown ?? ""), enabled: teamId !== undefined });
  return (
    <DetailDrawer
      open={teamId !== undefined}
      title={team.data?.team_alias ?? shown ?? ""}
      query={team}
      onClose={onClose}
      footer={(data) => (
        <>
          <Button size="small" onClick={() => onEdit(data)}>
            <Pencil className="size-3.5" aria-hidden /> Edit team
          </Button>
          <BlockButton of={blockable(data)} onBlock={onBlock} />
          <Button
            size="small"
            onClick={() => onDelete({ ...blockable(data), members: data.members_with_roles.length })}
          >
            <Trash2 className="size-3.5" aria-hidden /> Delete
          </Button>
        </>
      )}
    >
      {(data) => <TeamDetail team={data} />}
    </DetailDrawer>
  );
}

function TeamDetail({ team }: { team: WithBudget<Team> }) {
  const calls = useQuery(callsQuery({ page: 1, size: 8, team_id: team.team_id }));
  return (
    <>
      <Facts
        rows={[
          ["Team id", <Id key="id" id={team.team_id} label="Copy team id" />],
          ["Standing", <Standing key="standing" blocked={team.blocked} />],
          ["Organisation", team.organization_id ?? "None"],
          ["Models", <ModelList key="models" models={team.models} most={30} />],
          ["Created", <Ago key="created" iso={team.created_at} />],
        ]}
      />
      <Section title="Budget and limits">
        <LimitSummary of={team} />
      </Section>
      <TeamMembers team={team} />
      <KeysSection of={{ team_id: team.team_id }} empty="No virtual key belongs to this team." />
      <Section title="Latest calls">
        <CallLines calls={calls} empty="This team has made no call yet." />
      </Section>
    </>
  );
}
