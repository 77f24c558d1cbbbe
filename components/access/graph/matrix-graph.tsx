"use client";
import { useMemo, useState } from "react";
import type { InputOf } from "@/components/api/client";
import { PAGED, useRead } from "@/components/api/use-read";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { InlineError } from "@/components/ui/states";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import type { AccessMatrix, MatrixCalls, MatrixRow } from "@/lib/wire/matrix";
import { type Configuration, effectiveAccess, savedOverrides } from "../draft";
import { type CallsByWho, graphOf, whatKey, whoKey } from "./access-graph";
import { AccessGraphView, graphHeight } from "./access-graph-view";
import { spanText } from "./call-text";
import { groupEqualRights } from "./equal-rights";
import { foldGraph } from "./fold-graph";
import { EdgeList } from "./edge-list";

/** How many models and routes are drawn at once. Nobody can follow the crossing edges of more. */
const MOST_NAMES = 26;
const SPANS = [
  { value: "", label: "7 days" },
  { value: "30", label: "30 days" },
] as const;

/**
 * A page of the matrix as a graph, with the calls that used each edge, and what a draft takes and gives. `asked`: the
 * question about the draft; absent: there is no draft. `days`: how many days of calls are counted, as in the address.
 */
export function MatrixGraph({
  matrix,
  configuration,
  asked,
  dim,
  days,
  onDays,
}: {
  matrix: AccessMatrix;
  configuration: Configuration;
  asked: InputOf<typeof decisionContracts.matrixChanges> | undefined;
  dim: boolean;
  days: string;
  onDays: (days: string) => void;
}) {
  const [isWhole, setWhole] = useState(false);
  const [isGrouped, setGrouped] = useState(true);
  const changes = useRead(decisionContracts.matrixChanges, asked ?? { settings: {} }, {
    staleTime: 0,
    retry: false,
    enabled: asked !== undefined,
  });
  const span = days === "30" ? 30 : 7;
  const calls = useRead(decisionContracts.matrixCalls, questionOf(matrix, span), { ...PAGED, staleTime: 60_000 });
  const compared = asked && changes.data;
  const graph = useMemo(() => {
    const { enforce_rbac: isEnforced, role_mappings: mappings } = effectiveAccess(
      savedOverrides(configuration),
      configuration,
    );
    const internalRoleOf = ({ kind, name }: MatrixRow): string | undefined =>
      kind === "role" && isEnforced ? mappings.find(({ role }) => role === name)?.internal_role : undefined;
    return graphOf(matrix, internalRoleOf, compared, calls.data && callsByWho(calls.data));
  }, [matrix, configuration, compared, calls.data]);
  const folded = isWhole ? graph : foldGraph(graph, MOST_NAMES);
  const drawn = isGrouped ? groupEqualRights(folded) : folded;
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-4 py-2 text-meta text-ink-soft">
        <Segmented label="Calls of" options={SPANS} value={days === "30" ? "30" : ""} onChange={onDays} />
        {!calls.isLoadingError && (
          // A hidden text of about the same length keeps the room until the days are known.
          <p className={calls.data ? "min-w-0" : "invisible min-w-0"}>
            {spanText({
              days: calls.data?.days ?? span,
              asked: span,
              kept: calls.data?.kept_days ?? span,
              truncated: calls.data?.truncated ?? false,
            })}{" "}
            A call counts with every role and scope of its token.
          </p>
        )}
        {calls.isLoadingError && <InlineError error={calls.error} name="calls" retry={() => void calls.refetch()} />}
        <Button size="small" className="ml-auto" onClick={() => setGrouped(!isGrouped)}>
          {isGrouped ? "Draw each alone" : "Group equal rights"}
        </Button>
        {graph.what.length > MOST_NAMES && (
          <Button size="small" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Only the most used" : `All ${graph.what.length} names`}
          </Button>
        )}
      </div>
      {matrix.columns_total > matrix.columns.length && (
        <p className="border-b px-4 py-2 text-meta text-ink-faint">
          {matrix.columns.length} of {matrix.columns_total} columns. Enter the models you want to see above.
        </p>
      )}
      {calls.isPending ? (
        // Where there are many names, the calls decide which are drawn.
        <div className="px-4 py-3" role="status" aria-label="Loading">
          <div style={{ height: graphHeight(drawn) }}>
            <Skeleton className="h-full w-full" />
          </div>
        </div>
      ) : (
        <AccessGraphView graph={drawn} spoken={folded} dim={dim || calls.isPlaceholderData} days={calls.data?.days} />
      )}
      {calls.data && <EdgeList graph={graph} days={calls.data.days} />}
    </>
  );
}

function questionOf({ data, columns }: AccessMatrix, days: number): InputOf<typeof decisionContracts.matrixCalls> {
  return {
    rows: data.map(({ kind, id, name }) => ({ kind, id: id ?? name })),
    models: columns.filter(({ kind }) => kind === "model").map(({ name }) => name),
    days,
  };
}

function callsByWho({ data }: MatrixCalls): CallsByWho {
  return new Map(
    data.map(({ kind, id, count, calls }) => [
      whoKey({ kind, id, name: id }),
      { count, byWhat: new Map(calls.map(({ column, count: own }) => [whatKey(column), own])) },
    ]),
  );
}
