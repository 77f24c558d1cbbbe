"use client";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { queryString } from "@/components/api/client";
import { callsQuery, customerQuery } from "@/components/api/queries";
import type { WithBudget } from "@/components/api/types";
import { LimitSummary } from "@/components/limits/limit-summary";
import type { BlockRequest } from "@/components/shared/block-dialog";
import { CallLines } from "@/components/shared/call-lines";
import type { DeleteRequest } from "@/components/shared/deletion";
import { DetailDrawer, Id, Section, useLast } from "@/components/shared/detail-drawer";
import { Facts } from "@/components/shared/facts";
import { BlockButton, Standing } from "@/components/shared/standing";
import { Ago } from "@/components/shared/time";
import { Button } from "@/components/ui/button";
import type { Customer } from "@/lib/wire/customer";
import { blockable, endUserName } from "./end-users-table";

/** An end user in full: standing, budget and limits, latest calls. */
export function EndUserDrawer({
  endUserId,
  onClose,
  onBlock,
  onEdit,
  onDelete,
}: {
  endUserId: string | undefined;
  onClose: () => void;
  onBlock: (request: BlockRequest) => void;
  onEdit: (endUser: Customer) => void;
  onDelete: (request: DeleteRequest) => void;
}) {
  const shown = useLast(endUserId);
  const endUser = useQuery({ ...customerQuery(shown ?? ""), enabled: endUserId !== undefined });
  return (
    <DetailDrawer
      open={endUserId !== undefined}
      title={endUser.data ? endUserName(endUser.data) : (shown ?? "")}
      query={endUser}
      onClose={onClose}
      footer={(data) => (
        <>
          <Button size="small" onClick={() => onEdit(data)}>
            <Pencil className="size-3.5" aria-hidden /> Edit end user
          </Button>
          <BlockButton of={blockable(data)} onBlock={onBlock} />
          <Button size="small" onClick={() => onDelete(blockable(data))}>
            <Trash2 className="size-3.5" aria-hidden /> Delete
          </Button>
        </>
      )}
    >
      {(data) => <EndUserDetail endUser={data} />}
    </DetailDrawer>
  );
}

function EndUserDetail({ endUser }: { endUser: WithBudget<Customer> }) {
  const calls = useQuery(callsQuery({ page: 1, size: 8, end_user_id: endUser.user_id }));
  return (
    <>
      <Facts
        rows={[
          ["End user id", <Id key="id" id={endUser.user_id} label="Copy end user id" />],
          ["Standing", <Standing key="standing" blocked={endUser.blocked} />],
          ["Created", <Ago key="created" iso={endUser.created_at} />],
        ]}
      />
      <Section title="Budget and limits">
        <LimitSummary of={endUser} />
      </Section>
      <Section
        title="Latest calls"
        action={
          <Link
            href={`/console/requests${queryString({ end_user_id: endUser.user_id })}`}
            prefetch={false}
            className="rounded text-accent-text hover:underline"
          >
            All calls
          </Link>
        }
      >
        <CallLines calls={calls} empty="No call has been made for this end user yet." />
      </Section>
    </>
  );
}
