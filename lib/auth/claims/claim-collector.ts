import type { JwtAuthSettings } from "@/lib/config/schema";
import type { VerifiedToken } from "../decision";
import { issuerEntryOf, settingsOfIssuer } from "../issuer-settings";
import { ClaimHour } from "./claim-hour";
import { listClaims } from "./token-claims";

type SeenToken = Pick<Extract<VerifiedToken, { kind: "jwt" }>, "claims" | "issuer">;

/** Collects the claims of proven tokens by issuer and hour. */
export interface ClaimCollector {
  /** Adds one token at `now`, in milliseconds since the epoch. Returns whether it was looked at. */
  add(token: SeenToken, settings: JwtAuthSettings, now: number): boolean;
  /** Returns the hours that have changed since the last call. */
  takeChanged(): readonly ClaimHour[];
  /** Counts hours as changed again, because they could not be written. */
  putBack(hours: readonly ClaimHour[]): void;
}

const HOUR_MS = 3_600_000;
/** An entry with `{tid}` stands for as many issuers as it lists tenants. */
const MOST_ISSUERS = 100;
/**
 * Beyond this many tokens of an issuer in an hour, one of several is looked at: short-lived tokens must cost little.
 */
const ALL_UNTIL = 200;
const THEN_ONE_OF = 16;

/** A collector for one process. Only issuers with an entry in `issuers` are told apart, since tokens can name any. */
export function collectClaims(): ClaimCollector {
  const current = new Map<string | undefined, { readonly hour: ClaimHour; offered: number }>();
  /** Hours that are over and not yet written. */
  let over: ClaimHour[] = [];

  function currentOf(
    issuer: string | undefined,
    now: number,
  ): { readonly hour: ClaimHour; offered: number } | undefined {
    const start = Math.floor(now / HOUR_MS) * HOUR_MS;
    const known = current.get(issuer);
    if (known?.hour.start === start) return known;
    if (!known && current.size >= MOST_ISSUERS) return undefined;
    if (known?.hour.isChanged && over.length < MOST_ISSUERS) over.push(known.hour);
    const begun = { hour: new ClaimHour(issuer, start), offered: 0 };
    current.set(issuer, begun);
    return begun;
  }

  return {
    add({ claims, issuer }, settings, now) {
      const own = issuerEntryOf(issuer, settings) === undefined ? undefined : issuer;
      const collected = currentOf(own, now);
      if (!collected || (collected.offered++ >= ALL_UNTIL && collected.offered % THEN_ONE_OF !== 0)) return false;
      const { user_allowed_email_domain: domain } = settingsOfIssuer(issuer, { jwtAuth: settings }).jwtAuth;
      collected.hour.add(listClaims(claims), domain);
      return true;
    },
    takeChanged() {
      const changed = [...over, ...[...current.values()].map(({ hour }) => hour)].filter((hour) => hour.isChanged);
      over = [];
      for (const hour of changed) hour.isChanged = false;
      return changed;
    },
    putBack(hours) {
      for (const hour of hours) {
        hour.isChanged = true;
        const isCurrent = current.get(hour.issuer)?.hour === hour;
        if (!isCurrent && over.length < MOST_ISSUERS) over.push(hour);
      }
    },
  };
}
