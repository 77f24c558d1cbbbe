"use client";
import { queryString } from "@/components/api/client";
import { formatCount } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { Ago } from "@/components/shared/time";
import { Link } from "@/components/ui/link";
import { Mono, Note } from "@/components/ui/text";
import { refusalContracts, type RefusalsView } from "@/lib/wire/contracts/refusals";
import { MoreLink, ReadSection } from "./read-section";
import { eachOfEntity, type RefusedEntity } from "./refused-entity";
import { type PayerFilter, RefusedThrough } from "./refused-through";
import { codeName } from "@/components/sentences/code-names";
import { Who } from "@/components/sentences/who";
import { askedFor, counted } from "@/components/shared/wording";

const DAYS = 30;
const SHOWN = 6;

/**
 * Recent refusals, grouped, each group with an example to explain. `of`: a filter of the inbox. `through`: the
 * payer whose keys and people, which are refused in their own names, are listed below.
 */
export function RefusalsSection({ of, through }: { of: RefusedEntity; through?: PayerFilter }) {
  const hours = String(DAYS * 24);
  const found = useRead(refusalContracts.list, { hours, state: "all", page: 1, size: SHOWN, ...of });
  const { kind: _, ...linked } = { kind: undefined, ...of };
  return (
    <ReadSection
      title={`Refusals, last ${DAYS} days`}
      query={found}
      action={
        <span className="flex gap-3">
          <MoreLink href={eachOfEntity(of)}>View all</MoreLink>
          <MoreLink href={`/console/refusals${queryString({ state: "all", hours, ...linked })}`}>All refusals</MoreLink>
        </span>
      }
    >
      {({ data, total, refusals }) =>
        data.length === 0 && through === undefined ? (
          <p className="text-ink-faint">Nothing was refused.</p>
        ) : (
          <>
            {data.length > 0 && (
              <ul className="divide-y rounded-md border">
                {data.map((group) => (
                  <RefusalLine
                    key={JSON.stringify([group.code, group.principal, group.route, group.model])}
                    row={group}
                    isOfModel={"model" in of}
                  />
                ))}
              </ul>
            )}
            {total > data.length && (
              <Note className="mt-2">
                {counted(refusals, "refusal")} in {counted(total, "group")}.
              </Note>
            )}
            {through && <RefusedThrough of={of} payer={through} isAlone={data.length === 0} />}
          </>
        )
      }
    </ReadSection>
  );
}

function RefusalLine({ row, isOfModel }: { row: RefusalsView; isOfModel: boolean }) {
  const [example] = row.examples;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-1.5 sm:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_auto_5.5rem]">
      <span className="truncate" title={row.code}>
        {example === undefined ? (
          codeName(row.code)
        ) : (
          <Link
            href={`/console/explain${queryString({ id: example })}`}
            prefetch={false}
            className="rounded font-medium hover:text-accent-text hover:underline"
          >
            {codeName(row.code)}
          </Link>
        )}
      </span>
      {isOfModel ? (
        <span className="hidden min-w-0 sm:block">
          <Who row={row} />
        </span>
      ) : (
        <Mono className="hidden truncate text-ink-soft sm:block">{askedFor(row)}</Mono>
      )}
      <span className="text-right tabular-nums">{formatCount(row.count)}×</span>
      <span className="hidden text-right text-meta text-ink-faint sm:block">
        <Ago iso={row.last_at} />
      </span>
    </li>
  );
}
