"use client";
import { useState } from "react";
import { formatCount } from "@/components/api/format";
import { BudgetMeter } from "@/components/limits/budget-meter";
import { hasPage } from "@/components/shared/entity-address";
import { EntityLink } from "@/components/shared/entity-link";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { Note } from "@/components/ui/text";
import { ENTITY_KINDS } from "@/lib/entity-type";
import type { NearBudget } from "@/lib/wire/contracts/health";
import { ReadError } from "./read-error";
import type { OverviewReads } from "./use-overview-reads";

const SHOWN = 6;

/** The budgets of any kind that are nearly or fully used, or past their warning. */
export function BudgetsCard({ near }: { near: OverviewReads["budgets"] }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <Card>
      <CardHeader
        title="Budgets at risk"
        description="Over 80% of the window is spent, or the soft limit is exceeded."
      />
      <div id="budgets" className="min-h-16 scroll-mt-20 p-4">
        {near.isLoadingError ? (
          <ReadError name="Budgets" query={near} />
        ) : near.isPending ? (
          <Skeleton className="h-8 w-full" />
        ) : near.data.data.length === 0 ? (
          <p className="text-ink-faint">No budget is close to its limit.</p>
        ) : (
          <ul className="space-y-4">
            {near.data.data.slice(0, isWhole ? undefined : SHOWN).map((budget) => (
              <NearLine key={`${budget.type} ${budget.id}`} row={budget} />
            ))}
          </ul>
        )}
        {near.data && near.data.data.length > SHOWN && (
          <Button size="small" className="mt-3" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show fewer" : `${formatCount(near.data.data.length - SHOWN)} more`}
          </Button>
        )}
        {near.data && isWhole && near.data.total > near.data.data.length && (
          <Note className="mt-3">
            The fullest {near.data.data.length} of {formatCount(near.data.total)}.
          </Note>
        )}
      </div>
    </Card>
  );
}

function NearLine({ row }: { row: NearBudget }) {
  const name = row.name ?? row.id;
  const kinds: Readonly<Record<string, { readonly label: string }>> = ENTITY_KINDS;
  return (
    <li>
      <p className="mb-1 flex items-baseline gap-2">
        <span className="min-w-0 truncate font-medium" title={row.id}>
          {hasPage(row.type) ? (
            <EntityLink kind={row.type} id={row.id}>
              {name}
            </EntityLink>
          ) : (
            name
          )}
        </span>
        <span className="shrink-0 text-meta text-ink-faint">{kinds[row.type]?.label ?? row.type}</span>
      </p>
      <BudgetMeter
        budget={{ spent: row.spent, limit: row.max_budget, soft: row.soft_budget, resetsAt: row.resets_at }}
        label={`Budget of ${name}`}
      />
    </li>
  );
}
