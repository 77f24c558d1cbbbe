import { Scale, ScrollText, Search } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";

/** Why the list is empty. */
export function NoRequests({
  decision,
  filtered,
  clear,
}: {
  /** The id of a decision that was looked for as if it were a call's. */
  decision: string | undefined;
  /** What the filters leave none of; undefined: nothing is filtered. */
  filtered: "call" | "request" | undefined;
  /** The button that clears the filters. */
  clear: ReactNode;
}) {
  if (decision !== undefined)
    return (
      <EmptyState
        icon={Scale}
        title="This is the id of a decision"
        action={
          <Link
            href={`/console/explain?id=${encodeURIComponent(decision)}`}
            prefetch={false}
            className={buttonClasses("primary")}
          >
            Explain the refusal
          </Link>
        }
      >
        The refusal is not among those that are listed.
      </EmptyState>
    );
  if (filtered !== undefined)
    return <EmptyState icon={Search} title={`No ${filtered} matches these filters`} action={clear} />;
  return (
    <EmptyState icon={ScrollText} title="No calls yet">
      Calls appear here as soon as an application calls <code className="font-mono">/v1/chat/completions</code>.
    </EmptyState>
  );
}
