"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, Pencil, RotateCw, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { apiPost } from "@/components/api/client";
import { formatTime } from "@/components/api/format";
import { callsQuery, keyQuery } from "@/components/api/queries";
import type { Receipt, WithBudget } from "@/components/api/types";
import { LimitSummary } from "@/components/limits/limit-summary";
import { CallLines } from "@/components/shared/call-lines";
import { DetailDrawer, Id, Section } from "@/components/shared/detail-drawer";
import { Facts } from "@/components/shared/facts";
import { ModelList } from "@/components/shared/model-list";
import { describeReceipts } from "@/components/shared/receipts";
import { StatusBadge } from "@/components/shared/status";
import { Ago } from "@/components/shared/time";
import { Button } from "@/components/ui/button";
import { useLast } from "@/components/ui/dialog";
import type { Key } from "@/lib/wire/key";
import { keyName } from "./key-name";

/** A virtual key in full. Its secret is not stored, so it is not shown. */
export function KeyDrawer({
  tokenId,
  onClose,
  onEdit,
  onRegenerate,
  onDelete,
}: {
  tokenId: string | undefined;
  onClose: () => void;
  onEdit: (key: Key) => void;
  onRegenerate: (key: Key) => void;
  onDelete: (key: Key) => void;
}) {
  const shown = useLast(tokenId);
  const query = useQuery({ ...keyQuery(shown ?? ""), enabled: tokenId !== undefined });
  const queries = useQueryClient();
  const block = useMutation({
    mutationFn: (key: Key) =>
      apiPost<{ nodes: Receipt[] }>(key.blocked ? "/key/unblock" : "/key/block", { key: key.token_id }),
    onSuccess: async ({ nodes }, key) => {
      toast.success(`${keyName(key)} is ${key.blocked ? "unblocked" : "blocked"}`, {
        description: describeReceipts(nodes, key.blocked ? "Unblocked" : "Blocked"),
      });
      await queries.invalidateQueries({ queryKey: ["keys"] });
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <DetailDrawer
      open={tokenId !== undefined}
      title={query.data ? keyName(query.data) : "Key"}
      query={query}
      onClose={onClose}
      footer={(key) => (
        <>
          <Button size="small" onClick={() => onEdit(key)}>
            <Pencil className="size-3.5" aria-hidden /> Edit key
          </Button>
          <Button size="small" onClick={() => onRegenerate(key)}>
            <RotateCw className="size-3.5" aria-hidden /> New secret
          </Button>
          <Button size="small" busy={block.isPending} onClick={() => block.mutate(key)}>
            <Ban className="size-3.5" aria-hidden /> {key.blocked ? "Unblock" : "Block"}
          </Button>
          <Button size="small" onClick={() => onDelete(key)}>
            <Trash2 className="size-3.5" aria-hidden /> Delete
          </Button>
        </>
      )}
    >
      {(key) => <KeyDetail row={key} />}
    </DetailDrawer>
  );
}

function KeyDetail({ row: key }: { row: WithBudget<Key> }) {
  const calls = useQuery(callsQuery({ page: 1, size: 8, key_id: key.token_id }));
  return (
    <>
      <Facts
        rows={[
          [
            "Key",
            <code key="name" className="font-mono text-[12.5px]">
              {key.key_name}
            </code>,
          ],
          ["Token id", <Id key="id" id={key.token_id} label="Copy token id" />],
          ["Status", <StatusBadge key="status" blocked={key.blocked} />],
          ["Expires", key.expires === null ? "Never" : formatTime(key.expires)],
          ["Team", key.team_id ?? "None"],
          ["User", key.user_id ?? "None"],
          ["Organisation", key.organization_id ?? "None"],
          ["Models", <ModelList key="models" models={key.models} most={30} />],
          ["Routes", key.allowed_routes.length === 0 ? "Model and info routes" : key.allowed_routes.join(", ")],
          ...key.previous_keys.map(
            ({ key_name: name, valid_until: until }) =>
              ["Old secret", `${name}, accepted until ${formatTime(until)}`] as const,
          ),
          ["Created", <Ago key="created" iso={key.created_at} />],
        ]}
      />
      <Section title="Budget and limits">
        <LimitSummary row={key} />
      </Section>
      <Section title="Latest calls">
        <CallLines calls={calls} empty="This key has not made any calls yet." />
      </Section>
    </>
  );
}
