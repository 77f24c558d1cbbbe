"use client";
import { LIVE, useRead } from "@/components/api/use-read";
import { useNow } from "@/components/shared/time";
import { alertingContracts } from "@/lib/wire/contracts/alerting";
import { alertChannelContracts } from "@/lib/wire/contracts/alerts/channels";
import { alertSilenceContracts, type AlertSilenceView } from "@/lib/wire/contracts/alerts/silences";

/** How the channels of alerts and their messages stand. */
export function useAlertingStatus() {
  return useRead(alertingContracts.status, {}, LIVE);
}

/** The channels of alerts, in force or not. */
export function useAlertChannels() {
  return useRead(alertChannelContracts.list, {}, LIVE);
}

/** The silences of the last 30 days, and those of them that are not over. */
export function useSilences() {
  const query = useRead(alertSilenceContracts.list, {}, LIVE);
  const now = useNow();
  const inForce: readonly AlertSilenceView[] =
    now === 0 ? [] : (query.data?.data.filter(({ until }) => Date.parse(until) > now) ?? []);
  return { query, inForce };
}
