"use client";
import { useQueryClient } from "@tanstack/react-query";
import { callVersioned } from "@/components/api/client";
import { invalidate } from "@/components/api/use-operation";
import { useSingleMutation } from "@/components/api/use-single-mutation";
import { describeReceipts, type Receipt } from "@/components/shared/receipts";
import { toast } from "@/components/ui/lazy/toast";
import { modelContracts } from "@/lib/wire/contracts/models";
import type { ModelView } from "@/lib/wire/model";
import { OUT_OF_ROTATION } from "./rotation";

type Entry = Pick<ModelView, "id" | "model_name" | "upstream_model" | "source" | "gateway_params">;

/** A deployment that was taken out, and the version of its entry since then. */
interface Left {
  readonly entry: Entry;
  readonly etag: string | undefined;
}

const UNDO_MS = 15_000;

/**
 * Takes deployments out of rotation, by the weight 0, and puts them back. An entry of the file is taken over for that,
 * and is the file's again when it is undone.
 */
export function useRotation() {
  const queries = useQueryClient();
  const told = {
    onError: (error: Error) => toast.error(error.message),
    // Waited for, so that the button stays off until the page shows the new state.
    onSettled: () => invalidate(queries),
  };
  const undo = useSingleMutation({
    ...told,
    mutationFn: ({ entry, etag }: Left) =>
      entry.source === "file" ? restore(entry, etag) : weigh(entry, entry.gateway_params["weight"] ?? null, etag),
    onSuccess: ({ nodes }, { entry }) => tellBack(entry, nodes),
  });
  const leave = useSingleMutation({
    ...told,
    mutationFn: async (entry: Entry) => {
      if (entry.source === "file") await callVersioned(modelContracts.takeOver, { id: entry.id }, {});
      return weigh(entry, OUT_OF_ROTATION);
    },
    onSuccess: ({ nodes, etag }, entry) =>
      toast.success(`${entry.upstream_model} is out of rotation`, {
        description: describeReceipts(nodes, "In force"),
        action: { label: "Undo", onClick: () => undo.mutate({ entry, etag }) },
        duration: UNDO_MS,
      }),
  });
  const enter = useSingleMutation({
    ...told,
    mutationFn: (entry: Entry) => weigh(entry, null),
    onSuccess: ({ nodes }, entry) => tellBack(entry, nodes),
  });
  return {
    isPending: leave.isPending || enter.isPending || undo.isPending,
    takeOut: (entry: Entry) => leave.mutate(entry),
    /** Gives an entry of the database the usual weight. */
    putBack: (entry: Entry) => enter.mutate(entry),
  };
}

async function weigh({ id }: Entry, weight: unknown, ifMatch?: string) {
  const input = { id, gateway_params: { weight } };
  const { body, etag } = await callVersioned(modelContracts.update, input, { ifMatch });
  return { nodes: body.nodes, etag };
}

async function restore({ id }: Entry, ifMatch: string | undefined) {
  const { body } = await callVersioned(modelContracts.delete, { id }, { ifMatch });
  return { nodes: body.nodes, etag: undefined };
}

function tellBack({ upstream_model: model }: Entry, nodes: readonly Receipt[]): void {
  toast.success(`${model} is back in rotation`, { description: describeReceipts(nodes, "In force") });
}
