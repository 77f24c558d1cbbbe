"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { apiPost } from "@/components/api/client";
import type { BlockedTeam } from "@/components/api/types";
import { describeReceipts } from "@/components/shared/receipts";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

export interface BlockRequest {
  readonly teamId: string;
  readonly name: string;
  readonly block: boolean;
}

/** Asks before a team is blocked or unblocked, and says which nodes have taken it in. */
export function BlockDialog({ request, onClose }: { request: BlockRequest | undefined; onClose: () => void }) {
  // The dialog keeps its words while it closes.
  const [shown, setShown] = useState(request);
  if (request && request !== shown) setShown(request);
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: ({ teamId, block }: BlockRequest) => apiPost<BlockedTeam>(block ? "/team/block" : "/team/unblock", { team_id: teamId }),
    onSuccess: async (team, { name, block }) => {
      toast.success(block ? `${name} is blocked` : `${name} is unblocked`, {
        description: describeReceipts(team.nodes, block ? "refuse" : "accept"),
        duration: 8000,
      });
      onClose();
      await queries.invalidateQueries({ queryKey: ["teams"] });
    },
  });
  if (!shown) return null;
  const { name, block } = shown;
  return (
    <Dialog
      open={request !== undefined}
      onOpenChange={(open) => {
        if (open) return;
        change.reset();
        onClose();
      }}
      title={block ? `Block ${name}?` : `Unblock ${name}?`}
      description={
        block
          ? "From the next request on, every call whose token or key names this team is refused, on every node."
          : "Calls for this team are accepted again, from the next request on, on every node."
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={block ? "danger" : "primary"} busy={change.isPending} onClick={() => change.mutate(shown)}>
            {block ? "Block team" : "Unblock team"}
          </Button>
        </>
      }
    >
      <p className="font-mono text-[12.5px] break-all text-ink-soft">{shown.teamId}</p>
      {change.isError && (
        <p role="alert" className="mt-3 rounded-md bg-bad-soft px-3 py-2 text-bad">
          {change.error.message}
        </p>
      )}
    </Dialog>
  );
}
