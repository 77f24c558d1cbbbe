import { LayoutDashboard } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";

const SOURCES = [
  ["/console/requests?chart=calls", "Requests"],
  ["/console/teams?chart=calls", "Teams"],
  ["/console/models?chart=calls", "Models"],
  ["/console/refusals?chart=refusals", "Refusals"],
] as const;

/** What a dashboard without charts shows: the lists that charts come from. */
export function NoCharts() {
  return (
    <Card>
      <EmptyState
        icon={LayoutDashboard}
        title="No charts yet"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {SOURCES.map(([href, label]) => (
              <Link key={href} href={href} prefetch={false} className={buttonClasses()}>
                {label}
              </Link>
            ))}
          </div>
        }
      >
        Show a list as a chart, and press Pin above it.
      </EmptyState>
    </Card>
  );
}
