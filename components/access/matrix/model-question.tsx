"use client";
import { useId, useState } from "react";
import { useDebounced } from "@/components/shared/use-debounced";
import { Card, CardHeader } from "@/components/ui/card";
import { Field, Input } from "@/components/ui/field";
import { TableSkeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { ModelUsers, useModelUsers } from "./model-users";

/** The question from the other side: who may use one model, which need not be in the model list. */
export function ModelQuestion({
  model,
  known,
  onModel,
}: {
  model: string;
  known: readonly string[];
  onModel: (model: string) => void;
}) {
  const listId = useId();
  const asked = useDebounced(model.trim(), 350);
  return (
    <Card>
      <CardHeader title="Who may use a model" description="Everybody, for one model, with the rule that decides." />
      <div className="space-y-3 p-4">
        <Field label="Model to ask about" hint="A name as callers send it, or a pattern such as openai/*.">
          {(control) => (
            <>
              <Input
                {...control}
                className="max-w-md font-mono"
                placeholder={known[0] ?? "gpt-4o"}
                list={listId}
                maxLength={1024}
                value={model}
                onChange={(event) => onModel(event.target.value)}
              />
              <datalist id={listId}>
                {known.map((name) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        {asked !== "" && <Answer key={asked} model={asked} />}
      </div>
    </Card>
  );
}

function Answer({ model }: { model: string }) {
  const [page, setPage] = useState(1);
  const matrix = useModelUsers(model, page);
  if (matrix.isPending) return <TableSkeleton rows={4} />;
  if (matrix.isLoadingError) return <ErrorState error={matrix.error} retry={() => void matrix.refetch()} />;
  return <ModelUsers matrix={matrix.data} page={page} onPage={setPage} />;
}
