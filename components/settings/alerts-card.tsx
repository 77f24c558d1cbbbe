"use client";
import { Send } from "lucide-react";
import { useOperation } from "@/components/api/use-operation";
import { LIVE, useRead } from "@/components/api/use-read";
import { alertAddress } from "@/components/notifications/alert-address";
import { Freshness } from "@/components/shared/lists/freshness";
import { Facts } from "@/components/shared/facts";
import { Ago } from "@/components/shared/time";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { KeepsFocus } from "@/components/ui/keeps-focus";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { Mono } from "@/components/ui/text";
import {
  alertingContracts,
  type AlertChannelState,
  type AlertTestResult,
  type AlertView,
} from "@/lib/wire/contracts/alerting";
import { WebhookSecret } from "./webhook-secret";

/** The channels of alerts, the alerts that are open, and a test message. */
export function AlertsCard() {
  const status = useRead(alertingContracts.status, {}, LIVE);
  const test = useOperation(alertingContracts.test);
  const isOn = status.data?.channels.some(({ enabled }) => enabled) ?? false;
  return (
    <Card>
      <CardHeader title="Alerts" description="Messages to Slack or a webhook when something needs attention.">
        {isOn && (
          <WriteButton size="small" busy={test.isPending} onClick={() => test.mutate({})}>
            <Send className="size-3.5" aria-hidden /> Send a test message
          </WriteButton>
        )}
        <Freshness query={status} label="Refresh alerts" />
      </CardHeader>
      <KeepsFocus label="Alerts">
        <div className="space-y-4 p-4">
          {status.isPending ? (
            <Skeleton className="h-5 w-72" />
          ) : status.isLoadingError ? (
            <ErrorState error={status.error} retry={() => void status.refetch()} />
          ) : !isOn ? (
            <p className="text-ink-soft">
              Off: <Mono as="code">general_settings.alerting</Mono> names no channel.
            </p>
          ) : (
            <>
              <Facts
                rows={status.data.channels
                  .filter(({ enabled }) => enabled)
                  .map((channel) => [channel.channel, <Channel key={channel.channel} state={channel} />] as const)}
              />
              {(status.data.secret === "not_copied" || status.data.secret === "unreadable") && (
                <WebhookSecret state={status.data.secret} />
              )}
              {status.data.open.length > 0 && (
                <ul aria-label="Open alerts" className="space-y-2">
                  {status.data.open.map((alert) => (
                    <OpenAlert key={alert.id} alert={alert} />
                  ))}
                </ul>
              )}
            </>
          )}
          {test.isError && (
            <p role="alert" className="text-body text-bad">
              {test.error.message}
            </p>
          )}
          {test.data && (
            <ul role="status" aria-label="Test messages" className="space-y-1 text-body">
              {test.data.data.map((result) => (
                <TestLine key={result.channel} result={result} />
              ))}
            </ul>
          )}
        </div>
      </KeepsFocus>
    </Card>
  );
}

function Channel({ state }: { state: AlertChannelState }) {
  const { address, waiting, given_up: givenUp, last_error: error, last_delivered_at: delivered } = state;
  if (address === null) return <Badge tone="warn">no address</Badge>;
  return (
    <>
      <span className="break-all">{address}</span>
      {delivered !== null && (
        <span className="text-ink-faint">
          , delivered <Ago iso={delivered} />
        </span>
      )}
      {waiting > 0 && <span className="block text-warn">{waiting} waiting</span>}
      {givenUp > 0 && <span className="block text-bad">{givenUp} given up</span>}
      {waiting + givenUp > 0 && error !== null && <span className="block text-ink-soft">{error}</span>}
    </>
  );
}

function TestLine({ result: { channel, accepted, answer, error } }: { result: AlertTestResult }) {
  return (
    <li>
      <Badge tone={accepted ? "good" : "bad"}>{accepted ? "accepted" : "not accepted"}</Badge> {channel}
      {error !== null && `: ${error}`}
      {answer !== "" && <span className="text-ink-soft"> (“{answer}”)</span>}
    </li>
  );
}

function OpenAlert({ alert }: { alert: AlertView }) {
  const address = alertAddress(alert);
  return (
    <li className="text-body">
      <Badge tone="bad">Open</Badge> {alert.message}{" "}
      {address !== undefined && (
        <Link href={address} prefetch={false} className="rounded underline underline-offset-3 hover:text-accent-text">
          Look at it
        </Link>
      )}{" "}
      <span className="text-ink-faint">
        <Ago iso={alert.opened_at} />
      </span>
    </li>
  );
}
