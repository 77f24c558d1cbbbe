"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { apiPost } from "@/components/api/client";
import type { Receipt } from "@/components/api/types";
import { describeReceipts } from "@/components/shared/receipts";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

/** What can be blocked, by the first segment of its paths: its word, the field of its id, and what blocking it means. */
const KINDS = {
  team: {
    word: "team",
    idField: "team_id",
    blocked: "From the next request on, every call whose token or key names this team is refused, on every node.",
    unblocked: "Calls for this team are accepted again, from the next request on, on every node.",
    /** Whether what is under way can be cut too. */
    cuts: true,
  },
  user: {
    word: "user",
    idField: "user_id",
    blocked: "From the next request on, every call whose token or key names this user is refused, on every node.",
    unblocked: "Calls of this user are accepted again, from the next request on, on every node.",
    cuts: false,
  },
  organization: {
    word: "organisation",
    idField: "organization_id",
    blocked:
      "From the next request on, every call charged to this organisation, by its token, its team or its key, is refused, on every node.",
    unblocked: "Calls charged to this organisation are accepted again, from the next request on, on every node.",
    cuts: false,
  },
  customer: {
    word: "end user",
    idField: "user_id",
    blocked:
      "From the next request on, every call made for this end user, by a claim of its token or by the request’s field “user”, is refused, on every node.",
    unblocked: "Calls made for this end user are accepted again, from the next request on, on every node.",
    cuts: false,
  },
} as const;

export interface BlockRequest {
  readonly kind: keyof typeof KINDS;
  readonly id: string;
  readonly name: string;
  readonly block: boolean;
}

/** Asks before somebody is blocked or unblocked, and says which nodes have taken it in. */
export function BlockDialog({ request, onClose }: { request: BlockRequest | undefined; onClose: () => void }) {
  // The dialog keeps its words while it closes.
  const [shown, setShown] = useState(request);
  // A choice made for one is not made for the next.
  const [cut, setCut] = useState(false);
  if (request && request !== shown) {
    setShown(request);
    setCut(false);
  }
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: ({ kind, id, block }: BlockRequest) =>
      apiPost<{ nodes: Receipt[] }>(`/${kind}/${block ? "block" : "unblock"}`, {
        [KINDS[kind].idField]: id,
        ...(block && cut && { cut_streams: true }),
      }),
    onSuccess: async ({ nodes }, { kind, name, block }) => {
      const isCut = block && cut;
      toast.success(block ? `${name} is blocked${isCut ? ", and its streams are cut" : ""}` : `${name} is unblocked`, {
        description: describeReceipts(nodes, block ? "refuse" : "accept"),
        duration: 8000,
      });
      onClose();
      await queries.invalidateQueries({ queryKey: [`${kind}s`] });
    },
  });
  if (!shown) return null;
  const { name, block } = shown;
  const { word, blocked, unblocked, cuts } = KINDS[shown.kind];
  return (
    <Dialog
      open={request !== undefined}
      onOpenChange={(open) => {
        if (open) return;
        change.reset();
        onClose();
      }}
      title={block ? `Block ${name}?` : `Unblock ${name}?`}
      description={block ? blocked : unblocked}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={block ? "danger" : "primary"} busy={change.isPending} onClick={() => change.mutate(shown)}>
            {block ? `Block ${word}` : `Unblock ${word}`}
          </Button>
        </>
      }
    >
      <p className="font-mono text-[12.5px] break-all text-ink-soft">{shown.id}</p>
      {block && cuts && (
        <label className="mt-4 flex cursor-pointer items-start gap-2.5">
          <input
            type="checkbox"
            className="mt-0.5 size-4 shrink-0 accent-accent"
            checked={cut}
            onChange={(event) => setCut(event.target.checked)}
          />
          <span>
            <span className="block font-medium">Also cut streams under way</span>
            <span className="block text-[12.5px] text-ink-faint">
              Otherwise they end by themselves. What they have used is charged either way.
            </span>
          </span>
        </label>
      )}
      {change.isError && (
        <p role="alert" className="mt-3 rounded-md bg-bad-soft px-3 py-2 text-bad">
          {change.error.message}
        </p>
      )}
    </Dialog>
  );
}
