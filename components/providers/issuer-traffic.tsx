"use client";
import { queryString } from "@/components/api/client";
import { formatCompact, formatCount } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { MoreLink, ReadSection } from "@/components/detail-page/read-section";
import type { PagedKind } from "@/components/shared/entity-address";
import { codeName } from "@/components/sentences/code-names";
import { EntityLink } from "@/components/shared/entity-link";
import { Ago } from "@/components/shared/time";
import { Link } from "@/components/ui/link";
import { Mono, Note } from "@/components/ui/text";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { requestContracts } from "@/lib/wire/contracts/requests";

const DAYS = 7;
const SHOWN = 8;

interface Counted {
  readonly id: string;
  readonly allowed: number;
  readonly refused: number;
}

/** The traffic of an issuer's tokens: what they requested, and for whom. */
export function IssuerTraffic({ issuer }: { issuer: string }) {
  const traffic = useRead(decisionContracts.issuerTraffic, { issuer, days: String(DAYS) });
  return (
    <ReadSection title={`Requests with its tokens, last ${DAYS} days`} query={traffic} height="h-56">
      {({ allowed, refused, callers, teams, users, models }) => (
        <>
          <dl className="mb-3 grid grid-cols-3 gap-x-4 gap-y-2">
            {(
              [
                ["Allowed by the rules", allowed],
                ["Refused by the rules", refused],
                ["Callers", callers],
              ] as const
            ).map(([label, value]) => (
              <div key={label}>
                <dt className="text-meta text-ink-faint">{label}</dt>
                <dd className="text-section font-semibold tracking-tight tabular-nums">{formatCount(value)}</dd>
              </div>
            ))}
          </dl>
          {allowed + refused > 0 && (
            <div className="grid gap-4 sm:grid-cols-3">
              <Busiest title="Teams" kind="team" rows={teams} />
              <Busiest title="Users" kind="user" rows={users} />
              <Busiest title="Models" kind="model" rows={models} />
            </div>
          )}
          <Note className="mt-3">Counted from recorded decisions, before limits and placement.</Note>
        </>
      )}
    </ReadSection>
  );
}

function Busiest({ title, kind, rows }: { title: string; kind: PagedKind; rows: readonly Counted[] }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1 text-meta font-medium text-ink-faint">{title}</h3>
      {rows.length === 0 ? (
        <p className="text-ink-faint">None</p>
      ) : (
        <ul className="space-y-1">
          {rows.map(({ id, allowed, refused }) => (
            <li key={id} className="flex items-baseline justify-between gap-2">
              <span className="truncate" title={id}>
                <EntityLink kind={kind} id={id} />
              </span>
              <span className="shrink-0 text-meta text-ink-soft tabular-nums">
                {formatCompact(allowed)}
                {refused > 0 && <span className="text-warn"> · {formatCompact(refused)} refused</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The latest refusals of an issuer's tokens, whomever they name. */
export function RefusedTokens({ issuer }: { issuer: string }) {
  const asked = { status: "refused", issuer } as const;
  const found = useRead(requestContracts.list, { ...asked, size: SHOWN }, { refetchInterval: 15_000 });
  return (
    <ReadSection
      title="Latest refusals"
      query={found}
      action={<MoreLink href={`/console/requests${queryString(asked)}`}>View all</MoreLink>}
    >
      {({ data }) =>
        data.length === 0 ? (
          <p className="text-ink-faint">None of its tokens was refused.</p>
        ) : (
          <ul className="divide-y rounded-md border">
            {data.flatMap((row) =>
              row.type === "refused" ? (
                <li
                  key={row.refused.decision_id}
                  className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5.5rem] items-center gap-x-3 px-3 py-1.5"
                >
                  <Link
                    href={`/console/explain${queryString({ id: row.refused.decision_id })}`}
                    prefetch={false}
                    title={row.refused.code}
                    className="truncate rounded font-medium hover:text-accent-text hover:underline"
                  >
                    {codeName(row.refused.code)}
                  </Link>
                  <Mono className="truncate text-ink-soft">
                    {row.refused.requested_model === "" ? row.refused.route : row.refused.requested_model}
                  </Mono>
                  <span className="text-right text-meta text-ink-faint">
                    <Ago iso={row.refused.at} />
                  </span>
                </li>
              ) : (
                []
              ),
            )}
          </ul>
        )
      }
    </ReadSection>
  );
}
