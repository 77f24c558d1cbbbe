import { BellOff } from "lucide-react";
import { Until } from "@/components/shared/time";
import type { AlertingStatus } from "@/lib/wire/contracts/alerting";
import type { AlertSilenceView } from "@/lib/wire/contracts/alerts/silences";

/** Says above everything else why nobody may be told. */
export function AlertsNotice({
  status,
  silences,
}: {
  status: AlertingStatus | undefined;
  silences: readonly AlertSilenceView[];
}) {
  if (!status) return null;
  const all = silences.find(({ type, subject }) => type === null && subject === null);
  const isOff = status.channels.every(({ enabled }) => !enabled);
  return (
    <>
      {isOff && (
        <p className="mb-4 rounded-lg border bg-warn-soft px-4 py-3 text-warn">
          Alerts are off, because there is no channel that they could go to. Add one, and they open from then on.
        </p>
      )}
      {all && (
        <p className="mb-4 flex items-start gap-2 rounded-lg border bg-warn-soft px-4 py-3 text-warn">
          <BellOff className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span className="min-w-0 wrap-anywhere">
            Nobody is told of any alert; this ends <Until iso={all.until} />. {all.reason} ({all.created_by})
          </span>
        </p>
      )}
    </>
  );
}
