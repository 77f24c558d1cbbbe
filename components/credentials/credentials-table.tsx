import { Database, FileText, Trash2 } from "lucide-react";
import { kindOf } from "@/components/provider-settings/setting-fields";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Ago, Until } from "@/components/shared/time";
import { type Column, DataTable } from "@/components/ui/data-table";
import { OpenButton } from "@/components/ui/table";
import type { CredentialView } from "@/lib/wire/credential";
import { noteOf } from "./credential-draft";
import { CredentialUsers } from "./credential-users";

/** The named credentials: what each is for, who uses it, and until when what was fetched with it holds. */
export function CredentialsTable({
  rows,
  onEdit,
  onDelete,
}: {
  rows: readonly CredentialView[];
  onEdit: (name: string) => void;
  onDelete: (row: CredentialView) => void;
}) {
  const columns: readonly Column<CredentialView>[] = [
    { head: "Name", cell: (row) => <Named row={row} onEdit={onEdit} /> },
    { head: "For", from: "sm", look: "text-ink-soft", cell: (row) => kindOf(row.credential_values).label },
    { head: "Used by", cell: ({ used_by: ids }) => <CredentialUsers ids={ids} /> },
    { head: "Ends", from: "md", cell: (row) => <Ends row={row} /> },
    { head: "From", from: "lg", cell: (row) => <From row={row} /> },
    {
      head: "Actions",
      isQuiet: true,
      align: "right",
      cell: (row) =>
        row.source === "database" && (
          <WriteButton
            variant="ghost"
            size="icon"
            aria-label={`Delete ${row.credential_name}`}
            onClick={() => onDelete(row)}
          >
            <Trash2 className="size-4" aria-hidden />
          </WriteButton>
        ),
    },
  ];
  return (
    <DataTable
      label="Named credentials"
      stays="head"
      columns={columns}
      rows={rows}
      keyOf={(row) => row.credential_name}
    />
  );
}

/** The name, and below it what is wrong. One of the file can only be changed there. */
function Named({ row, onEdit }: { row: CredentialView; onEdit: (name: string) => void }) {
  const { credential_name: name, source } = row;
  const wrong = row.unusable ?? row.failure;
  const note = noteOf(row);
  return (
    <span className="block max-w-72">
      <span className="font-mono text-meta font-medium wrap-anywhere">
        {source === "database" ? <OpenButton name={name} onOpen={() => onEdit(name)} /> : name}
      </span>
      {note !== "" && <span className="block truncate text-meta text-ink-faint">{note}</span>}
      {wrong !== null && <span className="block text-meta wrap-anywhere text-bad">{wrong}</span>}
    </span>
  );
}

/** When what this node has fetched ends; it is renewed before. */
function Ends({ row: { ends_at: end } }: { row: CredentialView }) {
  return end === null ? <span className="text-ink-faint">–</span> : <Until iso={end} />;
}

function From({ row: { source, created_by: who, created_at: at } }: { row: CredentialView }) {
  const Icon = source === "file" ? FileText : Database;
  return (
    <span className="block text-ink-soft">
      <span className="flex items-center gap-1.5 whitespace-nowrap">
        <Icon className="size-3.5" aria-hidden /> {source === "file" ? "config.yaml" : "Database"}
      </span>
      {at !== null && (
        <span className="block text-meta text-ink-faint">
          <Ago iso={at} /> by {who}
        </span>
      )}
    </span>
  );
}
