"use client";
import { formatCompact } from "@/components/api/format";
import { groupAddress, linkTo } from "@/components/refusals/group-address";
import { codeName } from "@/components/sentences/code-names";
import { Who } from "@/components/sentences/who";
import { askedFor, counted } from "@/components/shared/wording";
import { Card, CardHeader } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { Note } from "@/components/ui/text";
import type { RefusalsView } from "@/lib/wire/contracts/refusals";
import { MoreLink } from "@/components/detail-page/read-section";
import { ReadError } from "./read-error";
import { type OverviewReads, SHOWN_REFUSALS } from "./use-overview-reads";

/** What was refused most often in the last 24 hours. Each group links to its repair. */
export function RefusalsCard({ found }: { found: OverviewReads["refusals"] }) {
  return (
    <Card>
      <CardHeader title="Refusals" description="The last 24 hours, the most frequent first.">
        <MoreLink href="/console/refusals">All refusals</MoreLink>
      </CardHeader>
      <div className="min-h-16 p-4">
        {found.isLoadingError ? (
          <ReadError name="Refusals" query={found} />
        ) : found.isPending ? (
          <Skeleton className="h-40 w-full" />
        ) : found.data.data.length === 0 ? (
          <p className="text-ink-faint">Nothing was refused.</p>
        ) : (
          <ul className="divide-y rounded-md border" aria-label="Refusals">
            {found.data.data.map((group) => (
              <GroupLine key={groupAddress(group)} group={group} />
            ))}
          </ul>
        )}
        {found.data && found.data.total > SHOWN_REFUSALS && (
          <Note className="mt-2">
            {counted(found.data.refusals, "refusal")} in {counted(found.data.total, "group")}.
          </Note>
        )}
      </div>
    </Card>
  );
}

function GroupLine({ group }: { group: RefusalsView }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-1.5">
      <span className="min-w-0">
        <Link
          href={linkTo(group)}
          prefetch={false}
          title={group.code}
          className="block truncate rounded font-medium hover:text-accent-text hover:underline"
        >
          {codeName(group.code)}
        </Link>
        <span className="flex min-w-0 gap-2 text-meta text-ink-faint">
          <Who row={group} />
          <span className="min-w-0 truncate font-mono text-meta">{askedFor(group)}</span>
        </span>
      </span>
      <span className="text-right font-medium tabular-nums">{formatCompact(group.count)}×</span>
    </li>
  );
}
