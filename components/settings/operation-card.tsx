import { Facts } from "@/components/shared/facts";
import { Card, CardHeader } from "@/components/ui/card";
import type { OperatingFacts } from "@/lib/wire/contracts/config";

/** How long things are kept, and how people sign in to the console. */
export function OperationCard({ facts: { retention, login } }: { facts: OperatingFacts }) {
  return (
    <Card>
      <CardHeader title="Retention and login" description="From general_settings of config.yaml." />
      <div className="p-4">
        <Facts
          rows={[
            ["Single calls", kept(retention.call_days)],
            ["Spend by hour", kept(retention.hourly_days)],
            ["Spend by day", kept(retention.daily_days)],
            ["Decisions", retention.decision_days === 0 ? "Not recorded" : kept(retention.decision_days)],
            ["Master key", login.master_key ? "Opens the console" : "Does not open the console"],
            [
              "Providers",
              login.providers.length === 0 ? (
                "None"
              ) : (
                <ul key="providers">
                  {login.providers.map(({ name, label, issuer }) => (
                    <li key={name} className="wrap-anywhere">
                      {label} <span className="text-meta text-ink-faint">{issuer}</span>
                    </li>
                  ))}
                </ul>
              ),
            ],
            [
              "Sessions",
              `End after ${login.session_max_hours} h${login.session_idle_minutes === null ? "" : `, or ${login.session_idle_minutes} min without use`}`,
            ],
          ]}
        />
      </div>
    </Card>
  );
}

function kept(days: number | null): string {
  return days === null ? "Kept for ever" : days === 1 ? "Kept for 1 day" : `Kept for ${days} days`;
}
