import type { UseMutationResult } from "@tanstack/react-query";
import type { OutputOf } from "@/components/api/client";
import { Badge } from "@/components/ui/badge";
import type { alertingContracts } from "@/lib/wire/contracts/alerting";

type Answer = OutputOf<typeof alertingContracts.test>;

/** What each receiver answered to a test message, or why none was sent. */
export function TestResults({ test }: { test: Pick<UseMutationResult<Answer>, "data" | "error"> }) {
  if (test.error)
    return (
      <p role="alert" className="text-bad wrap-anywhere">
        {test.error.message}
      </p>
    );
  if (!test.data) return null;
  return (
    <ul role="status" aria-label="Test messages" className="space-y-1.5">
      {test.data.data.map(({ channel, accepted, status, answer, error }) => (
        <li key={channel} className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
          <Badge tone={accepted ? "good" : "bad"}>{accepted ? "Accepted" : "Not accepted"}</Badge>
          <span className="font-medium">{channel}</span>
          <span className="min-w-0 text-ink-soft wrap-anywhere">
            {error ?? `answered ${status}`}
            {answer !== "" && `: “${answer}”`}
          </span>
        </li>
      ))}
    </ul>
  );
}
