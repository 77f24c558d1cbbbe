import { SpendCell } from "@/components/limits/spend-cell";
import { rateWords } from "@/components/limits/limit-summary";
import type { BlockRequest } from "@/components/shared/block-dialog";
import { BlockButton, Standing } from "@/components/shared/standing";
import { Ago } from "@/components/shared/time";
import { Cell, HeadCell, OpenButton, Row, Table } from "@/components/ui/table";
import type { Customer } from "@/lib/wire/customer";

export function EndUsersTable({
  endUsers,
  dim,
  onOpen,
  onBlock,
}: {
  endUsers: readonly Customer[];
  dim: boolean;
  onOpen: (endUserId: string) => void;
  onBlock: (request: BlockRequest) => void;
}) {
  return (
    <Table label="End users" dim={dim}>
      <thead>
        <tr>
          <HeadCell>End user</HeadCell>
          <HeadCell className="hidden sm:table-cell">Standing</HeadCell>
          <HeadCell className="hidden md:table-cell">Rate</HeadCell>
          <HeadCell className="hidden md:table-cell">Created</HeadCell>
          <HeadCell align="right">Spend</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {endUsers.map((endUser) => (
          <Row key={endUser.user_id}>
            <Cell>
              <OpenButton name={endUserName(endUser)} onOpen={() => onOpen(endUser.user_id)} />
              {endUser.alias !== null && (
                <span
                  className="block max-w-32 truncate font-mono text-[12px] text-ink-faint sm:max-w-64"
                  title={endUser.user_id}
                >
                  {endUser.user_id}
                </span>
              )}
              {endUser.blocked && (
                <span className="sm:hidden">
                  <Standing blocked />
                </span>
              )}
            </Cell>
            <Cell className="hidden sm:table-cell">
              <Standing blocked={endUser.blocked} />
            </Cell>
            <Cell className="hidden text-ink-soft md:table-cell">
              {rateWords(endUser).join(" · ") || <span className="text-ink-faint">No limit</span>}
            </Cell>
            <Cell className="hidden text-ink-soft md:table-cell">
              <Ago iso={endUser.created_at} />
            </Cell>
            <Cell align="right">
              <SpendCell of={endUser} name={endUserName(endUser)} />
            </Cell>
            <Cell align="right">
              <BlockButton of={blockable(endUser)} onBlock={onBlock} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** What people call an end user. */
export function endUserName(endUser: Pick<Customer, "user_id" | "alias">): string {
  return endUser.alias ?? endUser.user_id;
}

export function blockable(endUser: Customer) {
  return { kind: "customer", id: endUser.user_id, name: endUserName(endUser), blocked: endUser.blocked } as const;
}
