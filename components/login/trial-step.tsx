"use client";
import { CircleAlert, LoaderCircle } from "lucide-react";
import { useRead } from "@/components/api/use-read";
import { ErrorState } from "@/components/ui/states";
import { loginContracts } from "@/lib/wire/contracts/sign-in/login";
import { AdministratorsForm } from "./administrators-form";
import { Claims } from "./claims";

/** How often it is asked whether somebody has come back from the provider, in milliseconds. */
const PERIOD_MS = 1_000;

/** What comes of a test login: it waits for the other window, and then shows the claims and who administers. */
export function TrialStep({
  trialId,
  etag,
  onDone,
}: {
  trialId: string;
  etag: string | undefined;
  onDone: () => void;
}) {
  const trial = useRead(
    loginContracts.trial,
    { trial_id: trialId },
    {
      refetchInterval: ({ state: { data } }) => (data === undefined || data.state === "waiting" ? PERIOD_MS : false),
      refetchIntervalInBackground: true,
    },
  );
  if (trial.isLoadingError) return <ErrorState error={trial.error} retry={() => void trial.refetch()} />;
  if (trial.data?.state === "failed")
    return (
      <div role="alert" className="flex gap-2.5 rounded-md bg-bad-soft px-3 py-2.5 text-bad">
        <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        <div className="min-w-0 space-y-1 wrap-anywhere">
          <p className="font-medium">The test login failed, and nothing has changed.</p>
          <p>{trial.data.message}</p>
          <p>Correct it above, and test again.</p>
        </div>
      </div>
    );
  if (trial.data?.state === "done" && trial.data.claims)
    return (
      <div className="space-y-5">
        <AdministratorsForm trialId={trialId} trial={trial.data} etag={etag} onDone={onDone} />
        <Claims claims={trial.data.claims} />
      </div>
    );
  return (
    <div role="status" className="flex gap-2.5">
      <LoaderCircle className="mt-0.5 size-4 shrink-0 animate-spin text-ink-faint" aria-hidden />
      <div>
        <p>In the window that has opened, log in with an account that will administer the gateway.</p>
        <p className="text-meta text-ink-faint">
          If the window has closed or did not open, nothing has changed. Press <em>Test the login</em> again.
        </p>
      </div>
    </div>
  );
}
