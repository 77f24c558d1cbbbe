"use client";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { Freshness } from "@/components/shared/lists/freshness";
import type { PageAddress } from "@/components/shared/lists/list-page";
import { ListError, PageGone } from "@/components/shared/lists/cursor-pager";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { useDebounced } from "@/components/shared/use-debounced";
import { Card, CardHeader } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { TableSkeleton } from "@/components/ui/skeleton";
import { ModelUsers, useModelUsers } from "./model-users";

/**
 * Asks who may use one model, which need not be in the model list. `view`: the page of the answer.
 */
export function ModelQuestion({
  model,
  known,
  view,
  onModel,
  onTurn,
}: {
  model: string;
  known: readonly string[];
  view: PageAddress;
  onModel: (model: string) => void;
  onTurn: (to: PageAddress) => void;
}) {
  const asked = useDebounced(model.trim(), 350);
  return (
    <Card>
      <CardHeader title="Who may use a model" description="Everybody, for one model, with the rule that decides." />
      <div className="space-y-3 p-4">
        <Field label="Model to ask about" hint="A name as callers send it, or a pattern such as openai/*.">
          {(control) => (
            <CompletedInput
              {...control}
              className="max-w-md font-mono"
              placeholder={known[0] ?? "gpt-4o"}
              offered={known.map((name) => ({ id: name, name }))}
              maxLength={1024}
              value={model}
              onChange={(event) => onModel(event.target.value)}
            />
          )}
        </Field>
        {asked !== "" && <Answer key={asked} model={asked} view={view} onTurn={onTurn} />}
      </div>
    </Card>
  );
}

function Answer({ model, view, onTurn }: { model: string; view: PageAddress; onTurn: (to: PageAddress) => void }) {
  const page = useListPage(view, onTurn, model);
  const matrix = useModelUsers(model, page.asked);
  if (matrix.isPending) return <TableSkeleton rows={4} />;
  if (matrix.isLoadingError) return <ListError page={page} query={matrix} />;
  if (matrix.data.data.length === 0 && page.number > 1) return <PageGone page={page} many="rows" />;
  return (
    <>
      <div className="flex">
        <Freshness query={matrix} label="Refresh who may use it" />
      </div>
      <ModelUsers query={matrix} page={page} />
    </>
  );
}
