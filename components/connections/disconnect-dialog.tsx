"use client";
import { Unplug } from "lucide-react";
import { toast } from "@/components/ui/lazy/toast";
import { useOperation } from "@/components/api/use-operation";
import { Form } from "@/components/shared/forms/form";
import { UndoLine } from "@/components/shared/forms/undo-line";
import { describeReceipts } from "@/components/shared/receipts";
import { RowDialog } from "@/components/ui/dialog";
import { toolConnectionContracts } from "@/lib/wire/contracts/connections/tool-connections";

/** A connection that is to end. `user`: whose; absent: one's own. */
export interface EndingConnection {
  readonly server: string;
  readonly user?: string;
}

/** Asks before a connection to a server ends: one's own, or that of a user. */
export function DisconnectDialog({ row, onClose }: { row: EndingConnection | undefined; onClose: () => void }) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={({ server, user }) =>
        user === undefined ? `Disconnect from ${server}?` : `Disconnect ${user} from ${server}?`
      }
      description={({ user }) =>
        user === undefined
          ? "The gateway deletes your tokens. From then on, no node calls the server in your name."
          : "The gateway deletes this user's tokens. From then on, no node calls the server in the user's name."
      }
    >
      {(ending) => <DisconnectForm ending={ending} onClose={onClose} />}
    </RowDialog>
  );
}

function DisconnectForm({ ending: { server, user }, onClose }: { ending: EndingConnection; onClose: () => void }) {
  const onSuccess = ({ nodes }: { nodes: Parameters<typeof describeReceipts>[0] }): void => {
    const done = user === undefined ? `Disconnected from ${server}` : `${user} is disconnected`;
    toast.success(done, { description: describeReceipts(nodes, "In force") });
    onClose();
  };
  const own = useOperation(toolConnectionContracts.end, { onSuccess });
  const ofUser = useOperation(toolConnectionContracts.endOfUser, { onSuccess });
  return (
    <Form
      submit={
        <>
          <Unplug className="size-3.5" aria-hidden /> Disconnect
        </>
      }
      tone="danger"
      busy={own.isPending || ofUser.isPending}
      disabled={false}
      error={own.error ?? ofUser.error}
      onSubmit={() =>
        user === undefined ? own.mutate({ server_id: server }) : ofUser.mutate({ server_id: server, user_id: user })
      }
      onCancel={onClose}
    >
      <p className="text-ink-soft">The tokens stay valid at the server. You can revoke them in its settings.</p>
      {user === undefined ? <UndoLine of="mcp.connections.end" /> : <UndoLine of="mcp.connections.end_of_user" />}
    </Form>
  );
}
