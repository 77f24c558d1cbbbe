"use client";
import { modelContracts } from "@/lib/wire/contracts/models";
import { ListTree, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useRead } from "@/components/api/use-read";
import { useLastHour } from "@/components/shared/use-last-hour";
import { Findings } from "@/components/shared/findings";
import { PageHeader } from "@/components/shell/page-header";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Card, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import type { ModelView } from "@/lib/wire/model";
import { DeleteEntryDialog } from "./delete-entry-dialog";
import type { DraftEntry } from "./draft-entries";
import { EntriesTable } from "./entries-table";
import { EntryDialog } from "./entry-dialog";
import { EntryDrawer } from "./entry-drawer";
import { type ModelList, notesOf } from "./entry-notes";
import { MODEL_LINES } from "./example";
import { ResolutionTester } from "./resolution-tester";
import { WildcardMapCard } from "./wildcard-map-card";

export function ModelsPage() {
  const models = useRead(modelContracts.info, {}, { refetchInterval: 15_000 });
  const [adding, setAdding] = useState(false);
  const add = (
    <WriteButton variant="primary" onClick={() => setAdding(true)}>
      <Plus className="size-4" aria-hidden /> New model
    </WriteButton>
  );
  return (
    <>
      <PageHeader
        title="Models"
        description="The names that callers use, and the upstream of each. A name may be a pattern: * matches any run of characters."
      >
        {add}
      </PageHeader>
      {models.isPending ? (
        <Card>
          <TableSkeleton />
        </Card>
      ) : models.isError ? (
        <Card>
          <ErrorState error={models.error} retry={() => void models.refetch()} />
        </Card>
      ) : models.data.data.length === 0 ? (
        <Card>
          <EmptyState icon={ListTree} title="No models yet" action={add}>
            Add one here, or entries of <code className="font-mono">model_list</code> in config.yaml. The file is read
            again when it changes.
            <div className="mt-4 text-left">
              <CodeBlock label="config.yaml" code={MODEL_LINES} />
            </div>
          </EmptyState>
        </Card>
      ) : (
        <ModelBody list={models.data} />
      )}
      <EntryDialog open={adding} onClose={() => setAdding(false)} />
    </>
  );
}

function ModelBody({ list }: { list: ModelList }) {
  const [openedId, setOpenedId] = useState<string>();
  const [editing, setEditing] = useState<ModelView>();
  const [deleting, setDeleting] = useState<ModelView>();
  const [drafts, setDrafts] = useState<readonly DraftEntry[]>([]);
  const notes = useMemo(() => notesOf(list), [list]);
  const { byId: lately } = useLastHour();
  const opened = list.data.find(({ id }) => id === openedId);
  // A finding about an entry is shown with the entry.
  const told = new Set([...notes.values()].flatMap(({ findings }) => findings));
  const rest = list.findings.filter((finding) => !told.has(finding));
  return (
    <div className="space-y-5">
      <ResolutionTester rows={list.data} drafts={drafts} onDrafts={setDrafts} />
      <Card>
        <CardHeader
          title="Entries"
          description="In the order that decides ties: first config.yaml, then the database. Entries with the same name share its calls."
        />
        <EntriesTable entries={list.data} notes={notes} lately={lately} onOpen={setOpenedId} />
      </Card>
      <WildcardMapCard rows={list.data} drafts={drafts} onOpen={setOpenedId} />
      {rest.length > 0 && (
        <Card>
          <CardHeader title="Findings" description="About the list as a whole." />
          <div className="p-4">
            <Findings findings={rest} />
          </div>
        </Card>
      )}
      <EntryDrawer
        entry={opened}
        notes={opened && notes.get(opened.id)}
        lately={lately}
        onClose={() => setOpenedId(undefined)}
        onEdit={setEditing}
        onDelete={setDeleting}
      />
      <EntryDialog row={editing} open={editing !== undefined} onClose={() => setEditing(undefined)} />
      <DeleteEntryDialog
        row={deleting}
        onClose={() => setDeleting(undefined)}
        onDeleted={() => setOpenedId(undefined)}
      />
    </div>
  );
}
