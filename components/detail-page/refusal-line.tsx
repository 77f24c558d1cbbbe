import { queryString } from "@/components/api/client";
import { formatCount } from "@/components/api/format";
import { codeName } from "@/components/sentences/code-names";
import { Who } from "@/components/sentences/who";
import { Ago } from "@/components/shared/time";
import { askedFor } from "@/components/shared/wording";
import { Link } from "@/components/ui/link";
import { Mono } from "@/components/ui/text";
import type { RefusalsView } from "@/lib/wire/contracts/refusals";

/** A group of refusals. On the page of a model it says who was refused, elsewhere what was asked for. */
export function RefusalLine({ row, isOfModel }: { row: RefusalsView; isOfModel: boolean }) {
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
