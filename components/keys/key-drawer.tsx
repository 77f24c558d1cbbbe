"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { toast } from "sonner";
import { apiPost } from "@/components/api/client";
import { formatTime } from "@/components/api/format";
import { callsQuery, keyQuery } from "@/components/api/queries";
import type { Receipt } from "@/components/api/types";
import { LimitSummary } from "@/components/limits/limit-summary";
import { CallLines } from "@/components/shared/call-lines";
import { DetailDrawer, Id, Section, useLast } from "@/components/shared/detail-drawer";
import { Facts } from "@/components/shared/facts";
import { ModelList } from "@/components/shared/model-list";
import { describeReceipts } from "@/components/shared/receipts";
import { Standing } from "@/components/shared/standing";
import { Ago } from "@/components/shared/time";
import { Button } from "@/components/ui/button";
import type { Key } from "@/lib/wire/key";

/** A virtual key in full, without its secret, which nobody knows any more. */
export function KeyDrawer({ tokenId, onClose, onEdit }: { tokenId: string | undefined; onClose: () => void; onEdit: (key: Key) => void }) {
  const shown = useLast(tokenId);
  const query = useQuery({ ...keyQuery(shown ?? ""), enabled: shown !== undefined });
  const queries = useQueryClient();
  const block = useMutation({
    mutationFn: (key: Key) => apiPost<{ nodes: Receipt[] }>(key.blocked ? "/key/unblock" : "/key/block", { key: key.token_id }),
    onSuccess: async ({ nodes }, key) => {
      toast.success(`${keyName(key)} is ${key.blocked ? "unblocked" : "blocked"}`, { description: describeReceipts(nodes, key.blocked ? "accept" : "refuse") });
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
          <Button size="small" busy={block.isPending} onClick={() => block.mutate(key)}>
            {key.blocked ? "Unblock" : "Block"}
          </Button>
        </>
      )}
    >
      {(key) => <KeyDetail of={key} />}
    </DetailDrawer>
  );
}

/** What people call a key. */
export function keyName(key: Pick<Key, "key_alias" | "key_name">): string {
  return key.key_alias ?? key.key_name;
}

function KeyDetail({ of: key }: { of: Key }) {
  const calls = useQuery(callsQuery({ page: 1, size: 8, key_id: key.token_id }));
  return (
    <>
      <Facts
        rows={[
          ["Key", <code key="name" className="font-mono text-[12.5px]">{key.key_name}</code>],
          ["Token id", <Id key="id" id={key.token_id} label="Copy token id" />],
          ["Standing", <Standing key="standing" blocked={key.blocked} />],
          ["Expires", key.expires === null ? "Never" : formatTime(key.expires)],
          ["Team", key.team_id ?? "None"],
          ["User", key.user_id ?? "None"],
          ["Organisation", key.organization_id ?? "None"],
          ["Models", <ModelList key="models" models={key.models} most={30} />],
          ["Routes", key.allowed_routes.length === 0 ? "Model and info routes" : key.allowed_routes.join(", ")],
          ["Created", <Ago key="created" iso={key.created_at} />],
        ]}
      />
      <Section title="Budget and limits">
        <LimitSummary of={key} payer={{ key_id: key.token_id }} />
      </Section>
      <Section title="Latest calls">
        <CallLines calls={calls} empty="No call has been made with this key yet." />
      </Section>
    </>
  );
}
