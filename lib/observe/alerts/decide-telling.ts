import type { AlertType } from "@/lib/alert";
import type { AlertSilence } from "@/lib/config/alerts/stored-alerts";

export interface TellingQuestion {
  readonly type: AlertType;
  readonly subject: string;
  /** Whether the message is that the alert opens, or that it is over. */
  readonly state: "open" | "resolved";
  /** Whether its opening was told. */
  readonly isTold: boolean;
  /** The names of the channels that its rule tells. */
  readonly channels: readonly string[];
  readonly silences: readonly AlertSilence[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What one message becomes: it goes to channels, which may be none, or waits for the end of a silence. */
export type Telling =
  | { readonly kind: "tell"; readonly channels: readonly string[] }
  | { readonly kind: "silenced"; readonly silence: AlertSilence }
  | { readonly kind: "nothing" };

/**
 * Decides who is told. A silence withholds openings: an alert that is still open when the silence ends is told then.
 * The end of an alert is told to whoever heard of its opening, silence or not, so that nobody goes on looking for it.
 */
export function decideTelling({ type, subject, state, isTold, channels, silences, now }: TellingQuestion): Telling {
  if (state === "resolved") return isTold ? { kind: "tell", channels } : { kind: "nothing" };
  if (isTold) return { kind: "nothing" };
  const silence = silenceOf(silences, { type, subject }, now);
  return silence ? { kind: "silenced", silence } : { kind: "tell", channels };
}

/** The silence that an alert falls under, of several the longest. `now`: milliseconds since the epoch. */
export function silenceOf(
  silences: readonly AlertSilence[],
  alert: { readonly type: AlertType; readonly subject: string },
  now: number,
): AlertSilence | undefined {
  return silences
    .filter(({ until, type, subject }) => {
      const isMeant = (type ?? alert.type) === alert.type && (subject ?? alert.subject) === alert.subject;
      return isMeant && until > now;
    })
    .toSorted((one, other) => other.until - one.until)[0];
}
