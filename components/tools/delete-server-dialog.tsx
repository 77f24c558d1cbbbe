"use client";
import type { Versioned } from "@/components/api/client";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { DeleteForm } from "@/components/shared/forms/delete-form";
import { useDeletion } from "@/components/shared/forms/use-deletion";
import { RowDialog } from "@/components/ui/dialog";
import { toolServerContracts } from "@/lib/wire/contracts/tool-servers";
import type { ToolServerView } from "@/lib/wire/tools/tool-server";
import { storedServer } from "./server-draft";

/** Asks before a server of the database is deleted. */
export function DeleteServerDialog({
  row,
  onClose,
  onDeleted,
}: {
  row: ToolServerView | undefined;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={({ server_id: name }) => `Delete ${name}?`}
      description={() => "Every node stops listing and calling its tools at once."}
    >
      {({ server_id: id }) => (
        <EditedRow contract={toolServerContracts.get} input={{ server_id: id }} lines={3}>
          {(opened) => <DeleteServerForm opened={opened} onClose={onClose} onDeleted={onDeleted} />}
        </EditedRow>
      )}
    </RowDialog>
  );
}

function DeleteServerForm({
  opened,
  onClose,
  onDeleted,
}: {
  opened: Versioned<ToolServerView>;
  onClose: () => void;
  onDeleted: (() => void) | undefined;
}) {
  const { server_id: id } = opened.body;
  const { version, remove } = useDeletion(toolServerContracts.delete, {
    etag: opened.etag,
    told: `${id} is deleted`,
    onDone: () => {
      onClose();
      onDeleted?.();
    },
  });
  return (
    <DeleteForm
      what="server"
      of="mcp.servers.delete"
      remove={remove}
      seen={storedServer(opened.body)}
      version={version}
      onConfirm={() => remove.mutate({ server_id: id })}
      onCancel={onClose}
    >
      <p className="text-ink-soft">
        Permissions that name it stay, and have no effect until a server has this name again.
      </p>
    </DeleteForm>
  );
}
