"use client";
import { toast } from "@/components/ui/lazy/toast";
import { useOperation } from "@/components/api/use-operation";
import { WriteButton } from "@/components/shared/forms/write-button";
import { describeReceipts } from "@/components/shared/receipts";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { userContracts } from "@/lib/wire/contracts/users";
import type { Repair } from "./repair";

interface Acting {
  repair: Extract<Repair, { kind: "creation" }>;
  onDone: () => void;
}

/** Creates the team or the user that a refused caller names, with the fewest rights that do. It can be undone. */
export function CreationRepair({ repair, onDone }: Acting) {
  return repair.entity === "team" ? (
    <TeamCreation repair={repair} onDone={onDone} />
  ) : (
    <UserCreation repair={repair} onDone={onDone} />
  );
}

function TeamCreation({ repair: { id, model }, onDone }: Acting) {
  const undo = useOperation(teamContracts.delete, { ...undone(id, onDone), ifMatch: () => undefined });
  const create = useOperation(teamContracts.new, {
    onSuccess: () => {
      toast.success(`The team ${id} is created`, {
        action: { label: "Undo", onClick: () => undo.mutate({ team_ids: [id] }) },
        duration: 15_000,
      });
      onDone();
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <Creation entity="team" model={model} busy={create.isPending}>
      {() => create.mutate({ team_id: id, ...onlyModel(model) })}
    </Creation>
  );
}

function UserCreation({ repair: { id, model }, onDone }: Acting) {
  const undo = useOperation(userContracts.delete, { ...undone(id, onDone), ifMatch: () => undefined });
  const create = useOperation(userContracts.new, {
    onSuccess: () => {
      toast.success(`The user ${id} is created`, {
        action: { label: "Undo", onClick: () => undo.mutate({ user_ids: [id] }) },
        duration: 15_000,
      });
      onDone();
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <Creation entity="user" model={model} busy={create.isPending}>
      {() => create.mutate({ user_id: id, ...onlyModel(model) })}
    </Creation>
  );
}

function undone(id: string, onDone: () => void) {
  return {
    onSuccess: ({ nodes }: { nodes: Parameters<typeof describeReceipts>[0] }) => {
      toast.success(`${id} is deleted again`, { description: describeReceipts(nodes, "Deleted") });
      onDone();
    },
    onError: (error: Error) => toast.error(error.message),
  };
}

function onlyModel(model: string | null): { models?: string[] } {
  return model === null ? {} : { models: [model] };
}

function Creation({
  entity,
  model,
  busy,
  children: create,
}: {
  entity: "team" | "user";
  model: string | null;
  busy: boolean;
  children: () => void;
}) {
  return (
    <div className="mt-2 space-y-2 text-meta">
      <p className="break-words text-ink-soft">
        {model === null
          ? `The ${entity} has no limits and may use every model. Set both on its page.`
          : `The ${entity} may use only ${model}. Add models, a budget and limits on its page.`}
      </p>
      <WriteButton size="small" variant="primary" busy={busy} onClick={create}>
        Create the {entity}
      </WriteButton>
    </div>
  );
}
