"use client";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { callsQuery, userQuery } from "@/components/api/queries";
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
import type { User } from "@/lib/wire/user";
import { userName } from "./user-dialog";

/** A user in full: standing, budget and limits, keys, latest calls. */
export function UserDrawer({
  userId,
  onClose,
  onBlock,
  onEdit,
  onDelete,
}: {
  userId: string | undefined;
  onClose: () => void;
  onBlock: (request: BlockRequest) => void;
  onEdit: (user: User) => void;
  onDelete: (request: DeleteRequest) => void;
}) {
  const shown = useLast(userId);
  const user = useQuery({ ...userQuery(shown ?? ""), enabled: userId !== undefined });
  return (
    <DetailDrawer
      open={userId !== undefined}
      title={user.data ? userName(user.data) : (shown ?? "")}
      query={user}
      onClose={onClose}
      footer={(data) => (
        <>
          <Button size="small" onClick={() => onEdit(data)}>
            <Pencil className="size-3.5" aria-hidden /> Edit user
          </Button>
          <BlockButton
            of={{ kind: "user", id: data.user_id, name: userName(data), blocked: data.blocked }}
            onBlock={onBlock}
          />
          <Button
            size="small"
            onClick={() => onDelete({ kind: "user", id: data.user_id, name: userName(data), blocked: data.blocked })}
          >
            <Trash2 className="size-3.5" aria-hidden /> Delete
          </Button>
        </>
      )}
    >
      {(data) => <UserDetail user={data} />}
    </DetailDrawer>
  );
}

function UserDetail({ user }: { user: WithBudget<User> }) {
  const calls = useQuery(callsQuery({ page: 1, size: 8, user_id: user.user_id }));
  return (
    <>
      <Facts
        rows={[
          ["User id", <Id key="id" id={user.user_id} label="Copy user id" />],
          ["Standing", <Standing key="standing" blocked={user.blocked} />],
          ["E-mail", user.user_email ?? "None"],
          ["Teams", user.teams.length === 0 ? "None" : user.teams.join(", ")],
          ["Models", <ModelList key="models" models={user.models} most={30} />],
          ["Created", <Ago key="created" iso={user.created_at} />],
        ]}
      />
      <Section title="Budget and limits">
        <LimitSummary of={user} />
      </Section>
      <KeysSection of={{ user_id: user.user_id }} empty="No virtual key belongs to this user." />
      <Section title="Latest calls">
        <CallLines calls={calls} empty="This user has made no call yet." />
      </Section>
    </>
  );
}
