import { SpendCell } from "@/components/limits/spend-cell";
import type { BlockRequest } from "@/components/shared/block-dialog";
import { ModelList } from "@/components/shared/model-list";
import { BlockButton, Standing } from "@/components/shared/standing";
import { Cell, HeadCell, OpenButton, Row, Table } from "@/components/ui/table";
import type { Team } from "@/lib/wire/team";

export function TeamsTable({
  teams,
  dim,
  onOpen,
  onBlock,
}: {
  teams: readonly Team[];
  dim: boolean;
  onOpen: (teamId: string) => void;
  onBlock: (request: BlockRequest) => void;
}) {
  return (
    <Table label="Teams" dim={dim}>
      <thead>
        <tr>
          <HeadCell>Team</HeadCell>
          <HeadCell>Standing</HeadCell>
          <HeadCell className="hidden md:table-cell">Models</HeadCell>
          <HeadCell align="right" className="hidden md:table-cell">
            Members
          </HeadCell>
          <HeadCell align="right">Spend</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {teams.map((team) => (
          <Row key={team.team_id}>
            <Cell>
              <OpenButton name={team.team_alias ?? team.team_id} onOpen={() => onOpen(team.team_id)} />
              {team.team_alias && (
                <span className="block max-w-36 truncate sm:max-w-64 font-mono text-[12px] text-ink-faint">
                  {team.team_id}
                </span>
              )}
            </Cell>
            <Cell>
              <Standing blocked={team.blocked} />
            </Cell>
            <Cell className="hidden md:table-cell">
              <ModelList models={team.models} />
            </Cell>
            <Cell align="right" className="hidden md:table-cell">
              {team.members_with_roles.length}
            </Cell>
            <Cell align="right">
              <SpendCell of={team} name={team.team_alias ?? team.team_id} />
            </Cell>
            <Cell align="right">
              <BlockButton of={blockable(team)} onBlock={onBlock} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

export function blockable(team: Team) {
  return { kind: "team", id: team.team_id, name: team.team_alias ?? team.team_id, blocked: team.blocked } as const;
}
