import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { formatCount } from "@/components/api/format";

/** Says that calls are missing from the sums, and where that is put right. */
export function UnpricedNotice({ calls }: { calls: number }) {
  return (
    <p className="mt-3 flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        {formatCount(calls)} {calls === 1 ? "call has" : "calls have"} no known price and count nothing above. Give
        their models a price under{" "}
        <Link href="/console/prices" prefetch={false} className="font-medium underline underline-offset-2">
          Prices
        </Link>
        ; what was called already can be priced again there.
      </span>
    </p>
  );
}
