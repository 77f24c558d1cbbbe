import { TriangleAlert } from "lucide-react";
import { Link } from "@/components/ui/link";
import { formatCount } from "@/components/api/format";

/** Warns that calls are missing from the totals, and links to the prices. */
export function UnpricedNotice({ calls }: { calls: number }) {
  return (
    <p className="flex gap-2 border-b bg-warn-soft px-4 py-2 text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        {formatCount(calls)} {calls === 1 ? "call has no known price and is" : "calls have no known price and are"} not
        included above. Give their models a price under{" "}
        <Link href="/console/prices" prefetch={false} className="font-medium underline underline-offset-2">
          Prices
        </Link>
        . You can re-price past calls there too.
      </span>
    </p>
  );
}
