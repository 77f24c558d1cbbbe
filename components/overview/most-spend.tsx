"use client";
import type { ReactNode } from "react";
import { queryString } from "@/components/api/client";
import { columnDollars } from "@/components/api/column-dollars";
import { PAGED, useRead } from "@/components/api/use-read";
import { EntityLink } from "@/components/shared/entity-link";
import { payerName } from "@/components/shared/payer-name";
import type { PageTime } from "@/components/time-range/page-time";
import { AlignedAmount } from "@/components/ui/aligned-amount";
import { Card, CardHeader } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { MoreLink } from "@/components/detail-page/read-section";
import { ReadError } from "./read-error";

const SHOWN = 5;
/** As high as the lines of an answer. */
const LOADING = "h-[9.5rem] w-full";

/** Reads the teams and the models with the most spend in a time. */
export function useMostSpend(days: Pick<PageTime, "start_date" | "end_date" | "time_zone">) {
  const options = { ...PAGED, refetchInterval: 60_000 } as const;
  const teams = useRead(spendContracts.report, { group_by: "team", limit: SHOWN, ...days }, options);
  const models = useRead(spendContracts.report, { group_by: "model", limit: SHOWN, ...days }, options);
  return { teams, models };
}

/** The teams and the models with the most spend in the page's time. */
export function MostSpend({
  most: { teams, models },
  time: { words, address },
}: {
  most: ReturnType<typeof useMostSpend>;
  time: PageTime;
}) {
  return (
    <Card>
      <CardHeader title={`Most spend, ${words}`}>
        <MoreLink href={`/console/spend${queryString(address)}`}>All spend</MoreLink>
      </CardHeader>
      <div className="grid gap-x-6 gap-y-4 p-4 sm:grid-cols-2">
        <Ranking
          title="Teams"
          query={teams}
          rows={(teams.data?.data ?? []).map((row) => {
            const { team_id: id = "", spend } = row;
            return {
              id,
              spend,
              name: (
                <EntityLink kind="team" id={id} title={id}>
                  {payerName(row, "team_id") ?? id}
                </EntityLink>
              ),
            };
          })}
        />
        <Ranking
          title="Models"
          query={models}
          rows={(models.data?.data ?? []).map(({ model: id = "", spend }) => ({
            id,
            spend,
            name: (
              <Link
                href={`/console/spend${queryString({ model: id, ...address })}`}
                prefetch={false}
                title={`Spend of ${id}`}
                className="rounded font-mono text-meta hover:text-accent-text hover:underline"
              >
                {id}
              </Link>
            ),
          }))}
        />
      </div>
    </Card>
  );
}

/** Names with their spend (dollars), each over a bar that compares it with the largest. */
function Ranking({
  title,
  query,
  rows,
}: {
  title: string;
  query: {
    readonly isPending: boolean;
    readonly isLoadingError: boolean;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  rows: readonly { readonly id: string; readonly name: ReactNode; readonly spend: number }[];
}) {
  const spent = rows.filter(({ spend }) => spend > 0);
  const { format, digits } = columnDollars(spent.map(({ spend }) => spend));
  const most = Math.max(...spent.map(({ spend }) => spend));
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 text-meta text-ink-faint">{title}</h3>
      {query.isPending ? (
        <Skeleton className={LOADING} />
      ) : query.isLoadingError ? (
        <ReadError name={`${title} by spend`} query={query} />
      ) : spent.length === 0 ? (
        <p className="text-ink-faint">Nothing was spent.</p>
      ) : (
        <ol className="space-y-1" aria-label={`${title} by spend`}>
          {spent.map(({ id, name, spend }) => (
            <li key={id} className="relative flex h-6.5 items-center justify-between gap-3 px-2">
              <span
                aria-hidden
                className="absolute inset-y-0 left-0 rounded bg-accent-soft"
                style={{ width: `${(100 * spend) / most}%` }}
              />
              <span className="relative min-w-0 truncate">{name}</span>
              <span className="relative shrink-0">
                <AlignedAmount amount={format(spend)} digits={digits} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
