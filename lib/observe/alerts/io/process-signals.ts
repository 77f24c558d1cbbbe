import { shownUrl } from "@/lib/auth/token/provider";
import type { TokenVerifier } from "@/lib/auth/token/verify";
import type { Observer } from "@/lib/gateway/observer";
import type { AlertSignal } from "@/lib/store/alerts/signals";

type Issuers = Pick<TokenVerifier, "providers" | "opaque">;

/** The facts that this process contributes to alerts. */
export interface ProcessSignals {
  readonly observer: Observer;
  /** Why the journal cannot be written. */
  readonly journalFault: string | undefined;
  /** The deployments with unpriced calls since the last call of this method. */
  takeUnpriced(): AlertSignal[];
}

/** Collects in memory, at most one entry for each deployment. `now`: milliseconds since the epoch. */
export function createProcessSignals(now: () => number): ProcessSignals {
  let journalFault: string | undefined;
  let unpriced = new Map<string, AlertSignal>();
  return {
    observer: {
      callSettled({ record: { status, priceState, deployment, provider, model } }) {
        if (priceState !== "unpriced" || status !== "success") return;
        unpriced.set(deployment, { kind: "unpriced", subject: deployment, facts: { provider, model, last_at: now() } });
      },
      happened(event) {
        if (event.kind === "journal") journalFault = event.writable ? undefined : event.fault;
      },
    },
    get journalFault() {
      return journalFault;
    },
    takeUnpriced() {
      const taken = [...unpriced.values()];
      unpriced = new Map();
      return taken;
    },
  };
}

/** How long a success is worth reporting, in milliseconds. */
const FRESH_MS = 60_000;

/** The identity providers that this process cannot reach, or has just reached. */
export function issuerSignals({ providers, opaque }: Issuers, now: number): AlertSignal[] {
  const states = [
    ...providers.map(
      ({ source: { url, failuresInARow: failures, failingSince: since, fetchedAt: lastSuccess, error } }) => ({
        subject: shownUrl(url),
        failures,
        since,
        lastSuccess,
        error,
      }),
    ),
    ...[...opaque.lines].map(([subject, { failures, failingSince: since, answeredAt: lastSuccess, error }]) => ({
      subject,
      failures,
      since,
      lastSuccess,
      error,
    })),
  ];
  // Several entries may share one address. A failing one takes precedence over a working one.
  const bySubject = new Map<string, AlertSignal>();
  for (const { subject, failures, since, lastSuccess, error } of states) {
    const isNews = failures > 0 || (lastSuccess !== undefined && now - lastSuccess < FRESH_MS);
    if (!isNews || (failures === 0 && bySubject.has(subject))) continue;
    const facts = { failures, since: since ?? null, last_success: lastSuccess ?? null, error: error ?? null };
    bySubject.set(subject, { kind: "issuer", subject, facts });
  }
  return [...bySubject.values()];
}

/** The facts of signals that are moments, in milliseconds since the epoch. */
const MOMENTS = ["since", "last_success", "last_at"];

/**
 * The signals with their moments by the database's clock, with which all nodes compare them. `behindMs`: how far this
 * node's clock is behind it; negative: ahead.
 */
export function bySharedClock(signals: readonly AlertSignal[], behindMs: number): AlertSignal[] {
  return signals.map(({ kind, subject, facts }) => ({
    kind,
    subject,
    facts: Object.fromEntries(
      Object.entries(facts).map(([name, value]) => [
        name,
        typeof value === "number" && MOMENTS.includes(name) ? value + behindMs : value,
      ]),
    ),
  }));
}

/** The subjects of the identity providers that this process knows. */
export function knownIssuers({ providers, opaque }: Issuers): ReadonlySet<string> {
  return new Set([...providers.map(({ source }) => shownUrl(source.url)), ...opaque.lines.keys()]);
}
