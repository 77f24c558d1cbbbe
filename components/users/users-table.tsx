import { SpendCell } from "@/components/limits/spend-cell";
import type { BlockRequest } from "@/components/shared/block-dialog";
import { ModelList } from "@/components/shared/model-list";
import { BlockButton, Standing } from "@/components/shared/standing";
import { Badge } from "@/components/ui/badge";
import { Cell, HeadCell, OpenButton, Row, Table } from "@/components/ui/table";
import type { User } from "@/lib/wire/user";
import { userName } from "./user-dialog";

export function UsersTable({
  users,
  dim,
  onOpen,
  onBlock,
}: {
  users: readonly User[];
  dim: boolean;
  onOpen: (userId: string) => void;
  onBlock: (request: BlockRequest) => void;
}) {
  return (
    <Table label="Users" dim={dim}>
      <thead>
        <tr>
          <HeadCell>User</HeadCell>
          <HeadCell className="hidden sm:table-cell">Standing</HeadCell>
          <HeadCell className="hidden md:table-cell">Teams</HeadCell>
          <HeadCell className="hidden lg:table-cell">Models</HeadCell>
          <HeadCell align="right">Spend</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => {
          const name = userName(user);
          return (
            <Row key={user.user_id}>
              <Cell>
                <OpenButton name={name} onOpen={() => onOpen(user.user_id)} />
                {name !== user.user_id && (
                  <span
                    className="block max-w-32 truncate font-mono text-[12px] text-ink-faint sm:max-w-64"
                    title={user.user_id}
                  >
                    {user.user_id}
                  </span>
                )}
                {user.blocked && (
                  <span className="sm:hidden">
                    <Standing blocked />
                  </span>
                )}
              </Cell>
              <Cell className="hidden sm:table-cell">
                <Standing blocked={user.blocked} />
              </Cell>
              <Cell className="hidden md:table-cell">
                <TeamList teams={user.teams} />
              </Cell>
              <Cell className="hidden lg:table-cell">
                <ModelList models={user.models} />
              </Cell>
              <Cell align="right">
                <SpendCell of={user} name={name} />
              </Cell>
              <Cell align="right">
                <BlockButton of={{ kind: "user", id: user.user_id, name, blocked: user.blocked }} onBlock={onBlock} />
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

function TeamList({ teams }: { teams: readonly string[] }) {
  if (teams.length === 0) return <span className="text-ink-faint">None</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {teams.slice(0, 2).map((team) => (
        <Badge key={team} title={team}>
          <span className="max-w-40 truncate font-mono">{team}</span>
        </Badge>
      ))}
      {teams.length > 2 && <Badge title={teams.slice(2).join(", ")}>+{teams.length - 2}</Badge>}
    </span>
  );
}
