"use client";
import { queryString } from "@/components/api/client";
import { useRead } from "@/components/api/use-read";
import { codeName } from "@/components/sentences/code-names";
import { PayerLine } from "@/components/shared/payer";
import { Ago } from "@/components/shared/time";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { InlineError } from "@/components/ui/states";
import { Mono } from "@/components/ui/text";
import { type RefusedRequest, requestContracts } from "@/lib/wire/contracts/requests";
import type { PayerIdField } from "@/lib/wire/payer-names";
import { type PageTime, periodOf } from "@/components/time-range/page-time";
import { othersOf, type RefusedEntity } from "./refused-entity";

const SHOWN = 10;

/** Ids of payers. A refusal must have all of them. */
export type PayerFilter = Readonly<Partial<Record<PayerIdField, string>>>;

/** The latest refusals of keys and people whose calls a payer would have paid. `isAlone`: nothing stands above. */
export function RefusedThrough({
  of,
  payer,
  time,
  isAlone,
}: {
  of?: RefusedEntity;
  payer: PayerFilter;
  time: PageTime;
  isAlone: boolean;
}) {
  const latest = useRead(requestContracts.list, { status: "refused", size: 5 * SHOWN, ...periodOf(time), ...payer });
  if (latest.isPending) return <Skeleton className="h-24 w-full" />;
  if (latest.isLoadingError)
    return <InlineError error={latest.error} name="refusals of keys and people" retry={() => void latest.refetch()} />;
  const rows = othersOf(latest.data.data, of).slice(0, SHOWN);
  if (rows.length === 0) return isAlone && <p className="text-ink-faint">Nothing was refused.</p>;
  return (
    <>
      {!isAlone && <h3 className="mt-4 mb-2 text-meta text-ink-faint">By keys and people, the latest</h3>}
      <ul className="divide-y rounded-md border" aria-label="Refused keys and people">
        {rows.map((refused) => (
          <RefusedLine key={refused.decision_id} refused={refused} />
        ))}
      </ul>
    </>
  );
}

function RefusedLine({ refused }: { refused: RefusedRequest }) {
  const { decision_id: id, code, key_id: key, user_id: user, requested_model: model, route, at } = refused;
  const field = key !== null ? "key_id" : user !== null ? "user_id" : "team_id";
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-1.5 sm:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1fr)_5.5rem]">
      <Link
        href={`/console/explain${queryString({ id })}`}
        prefetch={false}
        title={code}
        className="truncate rounded font-medium hover:text-accent-text hover:underline"
      >
        {codeName(code)}
      </Link>
      <Mono className="hidden truncate text-ink-soft sm:block">{model === "" ? route : model}</Mono>
      <PayerLine row={refused} field={field} />
      <span className="hidden text-right text-meta text-ink-faint sm:block">
        <Ago iso={at} />
      </span>
    </li>
  );
}
