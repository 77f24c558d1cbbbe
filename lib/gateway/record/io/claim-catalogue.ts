import { collectClaims } from "@/lib/auth/claims/claim-collector";
import type { ClaimHour } from "@/lib/auth/claims/claim-hour";
import { mergeSightings, type ClaimSightings, type NamedByText } from "@/lib/auth/claims/claim-sightings";
import { mappedNames } from "@/lib/auth/claims/mapped-names";
import type { VerifiedToken } from "@/lib/auth/decision";
import { idNamespace, prefixed } from "@/lib/auth/id-namespace";
import { settingsOfIssuer } from "@/lib/auth/issuer-settings";
import type { JwtAuthSettings, Settings } from "@/lib/config/schema";
import type { Logger } from "@/lib/log";
import type { Database } from "@/lib/store/database";
import { orUnavailable } from "@/lib/store/failures";
import { existingIds, pruneSightings, readSightings, writeSightings } from "@/lib/store/record/claim-sightings";
import { startPruner } from "@/lib/time/io/pruner";
import { createBackgroundWriter } from "./background-writer";

type SeenToken = Pick<Extract<VerifiedToken, { kind: "jwt" }>, "claims" | "issuer">;

/** The claims of one issuer's tokens, over all processes of this database. */
export interface CataloguedIssuer {
  /** Undefined: every issuer without an entry in `issuers`. */
  readonly issuer: string | undefined;
  readonly sightings: ClaimSightings;
}

/** The claims that proven recent tokens had. */
export interface ClaimCatalogue {
  /** Adds one token, in memory. Called once when it is proven, and not for each call. */
  add(token: SeenToken, settings: JwtAuthSettings): void;
  /** What was seen since `CATALOGUE_HOURS` ago. @throws GatewayError directory_unavailable */
  read(): Promise<CataloguedIssuer[]>;
  /**
   * Deletes what was seen an hour before that or earlier, which also happens every hour. @throws pg.DatabaseError, or a
   * connection error
   */
  prune(): Promise<void>;
  close(): Promise<void>;
}

interface ClaimCatalogueOptions {
  readonly database: Database;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** By which clock rows are too old, in milliseconds since the epoch; see `pruningClock`. Default: `now`. */
  readonly agedBy?: () => Promise<number>;
  readonly settings: () => Settings;
  /** A random id of this process. */
  readonly process: string;
}

/** How far back the catalogue goes. */
export const CATALOGUE_HOURS = 24;
const HOUR_MS = 3_600_000;
/** How often the row of an issuer and hour is written again while new tokens come, in milliseconds. */
const FLUSH_INTERVAL_MS = 60_000;

/**
 * Collects in memory, and writes every minute what the claims looked like. A value is kept only if it is the id of
 * something that exists or the name of a mapping; any other is forgotten within that minute.
 */
export function createClaimCatalogue({
  database,
  log,
  now,
  agedBy = async () => now(),
  settings,
  process,
}: ClaimCatalogueOptions): ClaimCatalogue {
  const collector = collectClaims();
  const writer = createBackgroundWriter({
    intervalMs: FLUSH_INTERVAL_MS,
    write,
    failureEvent: "claims.not_written",
    log,
  });
  const oldest = (at: number): number => at - CATALOGUE_HOURS * HOUR_MS;
  const prune = async (): Promise<void> => pruneSightings(database, oldest(await agedBy()) - HOUR_MS);
  const pruner = startPruner({
    prune,
    onFailure: (error) => log.warn("claims.not_pruned", { error: String(error) }),
  });

  async function write(): Promise<void> {
    const changed = collector.takeChanged();
    if (changed.length === 0) return;
    try {
      for (const hour of changed) await nameTexts(hour);
      const rows = changed.map((hour) => ({ issuer: hour.issuer, hour: hour.start, sightings: hour.sightings() }));
      await writeSightings(database, process, rows);
    } catch (error) {
      collector.putBack(changed);
      throw error;
    }
  }

  async function nameTexts(hour: ClaimHour): Promise<void> {
    const { jwtAuth } = settings();
    const own = settingsOfIssuer(hour.issuer, { jwtAuth }).jwtAuth;
    const namespace = idNamespace(hour.issuer, jwtAuth);
    const texts = hour.takeTexts();
    const idOf = new Map(
      [...texts.values()].flatMap((all) => [...all].map((text) => [text, prefixed(text, namespace)])),
    );
    const ids = [...new Set(idOf.values())].filter((id) => id !== undefined);
    const existing = await existingIds(database, ids);
    for (const [path, all] of texts) {
      for (const text of all) {
        const id = idOf.get(text);
        hour.name(path, [...existing.filter((one) => one.id === id), ...mappedNames(text, own)]);
      }
    }
  }

  return {
    add(token, jwtAuth) {
      if (collector.add(token, jwtAuth, now())) writer.schedule();
    },
    async read() {
      // What this process has seen in the last minute counts too, so that a token that was just tried is there.
      await writer.flush();
      const rows = await readSightings(database, oldest(now()));
      const { jwtAuth } = settings();
      const merged = [...new Set(rows.map(({ issuer }) => issuer))].map((issuer) => ({
        issuer,
        sightings: mergeSightings(rows.filter((row) => row.issuer === issuer).map(({ sightings }) => sightings)),
      }));
      const isKnown = await knownNow(database, merged, jwtAuth);
      return merged.map(({ issuer, sightings: { tokens, claims } }) => ({
        issuer,
        sightings: {
          tokens,
          claims: claims.map((claim) => ({ ...claim, ids: claim.ids.filter((named) => isKnown(named, issuer)) })),
        },
      }));
    },
    prune,
    async close() {
      await Promise.all([pruner.close(), writer.close()]);
    },
  };
}

/** Tells ids that still exist from those whose row has been deleted since, which must not be shown as ids. */
async function knownNow(
  database: Database,
  issuers: readonly CataloguedIssuer[],
  jwtAuth: JwtAuthSettings,
): Promise<(named: NamedByText, issuer: string | undefined) => boolean> {
  const ids = issuers.flatMap(({ sightings }) => sightings.claims.flatMap((claim) => claim.ids.map(({ id }) => id)));
  const existing = await orUnavailable(existingIds(database, [...new Set(ids)]));
  const keys = new Set(existing.map(({ kind, id }) => `${kind} ${id}`));
  return ({ kind, id }, issuer) =>
    keys.has(`${kind} ${id}`) ||
    mappedNames(id, settingsOfIssuer(issuer, { jwtAuth }).jwtAuth).some((mapped) => mapped.kind === kind);
}
