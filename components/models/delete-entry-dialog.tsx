"use client";
import { modelContracts } from "@/lib/wire/contracts/models";
import { useRead } from "@/components/api/use-read";
import type { Versioned } from "@/components/api/client";
import { ChangedNotice } from "@/components/shared/changes/changed-notice";
import { DeleteForm, DeletionPart } from "@/components/shared/forms/delete-form";
import { useDeletion } from "@/components/shared/forms/use-deletion";
import { final } from "@/components/shared/forms/undo-text";
import { RowDialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { Mono } from "@/components/ui/text";
import type { ModelView } from "@/lib/wire/model";
import { EditedEntry } from "./edited-entry";
import { servedNext } from "./after-deletion";
import { storedFields } from "./entry-draft";

/** Asks before an entry of the database is deleted. */
export function DeleteEntryDialog({
  row,
  onClose,
  onDeleted,
}: {
  row: ModelView | undefined;
  onClose: () => void;
  onDeleted: () => void;
}) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={(entry) =>
        entry.taken_over ? `Restore ${entry.model_name} in config.yaml?` : `Delete ${entry.model_name}?`
      }
      description={(entry) =>
        entry.taken_over
          ? "The copy is deleted. Calls in flight continue. From the next call, the entry of config.yaml is in force again."
          : "Calls in flight continue."
      }
    >
      {(entry) => (
        <EditedEntry id={entry.id} lines={7}>
          {(opened) => (
            <DeleteEntryForm
              row={entry}
              opened={opened}
              onCancel={onClose}
              onDone={() => {
                onClose();
                onDeleted();
              }}
            />
          )}
        </EditedEntry>
      )}
    </RowDialog>
  );
}

function DeleteEntryForm({
  row,
  opened,
  onCancel,
  onDone,
}: {
  row: ModelView;
  opened: Versioned<ModelView>;
  onCancel: () => void;
  onDone: () => void;
}) {
  const { version, remove } = useDeletion(modelContracts.delete, {
    etag: opened.etag,
    told: `${row.model_name} is deleted`,
    onDone,
  });
  return (
    <DeleteForm
      what="model"
      of="model.delete"
      undo={row.taken_over ? final("You can take the file's entry over again, without these changes.") : undefined}
      remove={remove}
      seen={storedFields(opened.body)}
      version={version}
      onConfirm={() => remove.mutate({ id: row.id })}
      onCancel={onCancel}
    >
      <Mono as="p" className="wrap-anywhere text-ink-soft">
        {opened.body.upstream_model}
      </Mono>
      {!row.taken_over && <ServedNext entry={opened.body} />}
      <DeletionPart
        title="What goes"
        lines={[
          row.taken_over
            ? "The copy in the database, with what was changed in it"
            : "The entry with its address, its limits and its provider's key, which is kept nowhere else",
        ]}
      />
      <DeletionPart title="What stays" lines={["Prices, the spend and every call under this name", "The audit log"]} />
      <ChangedNotice before={storedFields(row)} now={storedFields(opened.body)} label="Changed since the list was read">
        The model was changed since the list was read.
      </ChangedNotice>
    </DeleteForm>
  );
}

function ServedNext({ entry }: { entry: ModelView }) {
  const models = useRead(modelContracts.info, {});
  if (models.isPending) return <Skeleton className="h-4 w-2/3" />;
  return models.data ? <p className="wrap-anywhere">{servedNext(entry, models.data)}</p> : null;
}
