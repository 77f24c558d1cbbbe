"use client";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { Ban, Pencil, RotateCw, Trash2 } from "lucide-react";
import { toast } from "sonner";
import type { OutputOf } from "@/components/api/client";
import { formatTime } from "@/components/api/format";
import { useOperation } from "@/components/api/use-operation";
import { useRead } from "@/components/api/use-read";
import type { WithBudget } from "@/components/limits/budget-state";
import { LimitSummary } from "@/components/limits/limit-summary";
import { CallLines } from "@/components/shared/call-lines";
import { DetailDrawer, Id, Section } from "@/components/shared/detail-drawer";
import { Facts } from "@/components/shared/facts";
import { ModelList } from "@/components/shared/model-list";
import { describeReceipts } from "@/components/shared/receipts";
import { StatusBadge } from "@/components/shared/status";
import { Ago } from "@/components/shared/time";
import { WriteButton } from "@/components/shared/forms/write-button";
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
  const query = useRead(keyContracts.info, { key: shown }, { enabled: tokenId !== undefined });
  const changed = ({ nodes, ...key }: OutputOf<typeof keyContracts.block>) =>
    toast.success(`${keyName(key)} is ${key.blocked ? "blocked" : "unblocked"}`, {
      description: describeReceipts(nodes, key.blocked ? "Blocked" : "Unblocked"),
    });
  const failed = (error: Error) => toast.error(error.message);
  const block = useOperation(keyContracts.block, { onSuccess: changed, onError: failed });
  const unblock = useOperation(keyContracts.unblock, { onSuccess: changed, onError: failed });
  return (
    <DetailDrawer
      open={tokenId !== undefined}
      title={query.data ? keyName(query.data) : "Key"}
      query={query}
      onClose={onClose}
      footer={(key) => (
        <>
          <WriteButton size="small" onClick={() => onEdit(key)}>
            <Pencil className="size-3.5" aria-hidden /> Edit key
          </WriteButton>
          <WriteButton size="small" onClick={() => onRegenerate(key)}>
            <RotateCw className="size-3.5" aria-hidden /> New secret
          </WriteButton>
          <WriteButton
            size="small"
            busy={block.isPending || unblock.isPending}
            onClick={() => (key.blocked ? unblock : block).mutate({ key: key.token_id })}
          >
            <Ban className="size-3.5" aria-hidden /> {key.blocked ? "Unblock" : "Block"}
          </WriteButton>
          <WriteButton size="small" onClick={() => onDelete(key)}>
            <Trash2 className="size-3.5" aria-hidden /> Delete
          </WriteButton>
        </>
      )}
    >
      {(key) => <KeyDetail row={key} />}
    </DetailDrawer>
  );
}

function KeyDetail({ row: key }: { row: WithBudget<Key> }) {
  const calls = useRead(spendContracts.logs, { page: 1, size: 8, key_id: key.token_id });
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
