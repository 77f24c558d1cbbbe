import { Ban, CircleCheck } from "lucide-react";
import { formatDollars } from "@/components/api/format";
import type { Team } from "@/components/api/types";
import { ModelList } from "@/components/shared/model-list";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { BlockRequest } from "./block-dialog";

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
          <HeadCell align="right" className="hidden md:table-cell">Members</HeadCell>
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
              <button
                type="button"
                onClick={() => onOpen(team.team_id)}
                className="block max-w-36 truncate sm:max-w-64 rounded text-left font-medium hover:text-accent-text hover:underline"
              >
                {team.team_alias ?? team.team_id}
              </button>
              {team.team_alias && <span className="block max-w-36 truncate sm:max-w-64 font-mono text-[12px] text-ink-faint">{team.team_id}</span>}
            </Cell>
            <Cell>
              <Standing blocked={team.blocked} />
            </Cell>
            <Cell className="hidden md:table-cell">
              <ModelList models={team.models} />
            </Cell>
            <Cell align="right" className="hidden md:table-cell">{team.members_with_roles.length}</Cell>
            <Cell align="right">{formatDollars(team.spend)}</Cell>
            <Cell align="right">
              <BlockButton team={team} onBlock={onBlock} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

export function Standing({ blocked }: { blocked: boolean }) {
  return blocked ? (
    <Badge tone="bad">
      <Ban className="size-3" aria-hidden /> Blocked
    </Badge>
  ) : (
    <Badge tone="good">
      <CircleCheck className="size-3" aria-hidden /> Active
    </Badge>
  );
}

export function BlockButton({ team, onBlock }: { team: Team; onBlock: (request: BlockRequest) => void }) {
  return (
    <Button
      size="small"
      variant="secondary"
      aria-label={`${team.blocked ? "Unblock" : "Block"} ${team.team_alias ?? team.team_id}`}
      onClick={() => onBlock({ teamId: team.team_id, name: team.team_alias ?? team.team_id, block: !team.blocked })}
    >
      {team.blocked ? "Unblock" : "Block"}
    </Button>
  );
}
