import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { BlockDialog, type BlockRequest } from "./block-dialog";
import { DeleteDialog } from "./delete-dialog";
import type { DeleteRequest } from "./deletion";
import { capitalised, EntityList, type EntityListProps } from "./entity-list";

export interface EntityPageProps<Row> extends Pick<
  EntityListProps<Row>,
  "list" | "query" | "words" | "icon" | "whenNone" | "whenNoneFits"
> {
  readonly description: string;
  readonly table: (
    rows: readonly Row[],
    dim: boolean,
    actions: { readonly onOpen: (id: string) => void; readonly onBlock: (request: BlockRequest) => void },
  ) => ReactNode;
  /** `id`: of the one that is open. */
  readonly drawer: (id: string | undefined, actions: DrawerActions<Row>) => ReactNode;
  /** Creates one, or changes the row it is given. */
  readonly dialog: (
    row: Row | undefined,
    opening: { readonly open: boolean; readonly onOpenChange: (open: boolean) => void },
  ) => ReactNode;
}

interface DrawerActions<Row> {
  readonly onClose: () => void;
  readonly onBlock: (request: BlockRequest) => void;
  readonly onEdit: (row: Row) => void;
  readonly onDelete: (request: DeleteRequest) => void;
}

/** What the pages of teams, users, organisations and end users have in common: all of them are listed, created, changed, blocked and deleted. */
export function EntityPage<Row>({ description, table, drawer, dialog, ...listed }: EntityPageProps<Row>) {
  const { list, query, words } = listed;
  const [creating, setCreating] = useState(false);
  const [opened, setOpened] = useState<string>();
  const [blocking, setBlocking] = useState<BlockRequest>();
  const [editing, setEditing] = useState<Row>();
  const [deleting, setDeleting] = useState<DeleteRequest>();
  const askToDelete = (request: DeleteRequest) => {
    // The drawer would ask for what is gone.
    setOpened(undefined);
    setDeleting(request);
  };
  const deleted = () => {
    if (query.data?.data.length === 1) list.setPage(Math.max(1, list.page - 1));
  };
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus className="size-4" aria-hidden /> New {words.one}
    </Button>
  );
  return (
    <>
      <PageHeader title={capitalised(words.many)} description={description}>
        {create}
      </PageHeader>
      <EntityList {...listed} create={create}>
        {(rows, dim) => table(rows, dim, { onOpen: setOpened, onBlock: setBlocking })}
      </EntityList>
      {drawer(opened, {
        onClose: () => setOpened(undefined),
        onBlock: setBlocking,
        onEdit: setEditing,
        onDelete: askToDelete,
      })}
      {dialog(undefined, { open: creating, onOpenChange: setCreating })}
      {dialog(editing, { open: editing !== undefined, onOpenChange: () => setEditing(undefined) })}
      <DeleteDialog request={deleting} onClose={() => setDeleting(undefined)} onDeleted={deleted} />
      <BlockDialog request={blocking} onClose={() => setBlocking(undefined)} />
    </>
  );
}
