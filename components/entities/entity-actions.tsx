import { Pencil, Plus, Trash2 } from "lucide-react";
import { WriteButton } from "@/components/shared/forms/write-button";
import { type EntityKind, type EntityRef, type EntityRow, refOf } from "./kinds";

/** What can be done to an entity: change, block and delete it, or create one that only calls name. */
export function EntityActions<Row extends EntityRow>({
  kind,
  row,
  onEdit,
  onBlock,
  onDelete,
}: {
  kind: EntityKind<Row>;
  row: Row;
  onEdit: (row: Row) => void;
  onBlock: (row: EntityRef) => void;
  onDelete: (row: EntityRef) => void;
}) {
  const entity = refOf(kind, row);
  const block = entity.blocked ? "Unblock" : "Block";
  const isRecorded = row.created_at !== null;
  return (
    <>
      <WriteButton size="small" onClick={() => onEdit(row)}>
        {isRecorded ? <Pencil className="size-3.5" aria-hidden /> : <Plus className="size-3.5" aria-hidden />}
        {isRecorded ? "Edit" : "Create"} {kind.one}
      </WriteButton>
      <WriteButton size="small" aria-label={`${block} ${entity.name}`} onClick={() => onBlock(entity)}>
        {block}
      </WriteButton>
      {isRecorded && (
        <WriteButton size="small" onClick={() => onDelete(entity)}>
          <Trash2 className="size-3.5" aria-hidden /> Delete
        </WriteButton>
      )}
    </>
  );
}
