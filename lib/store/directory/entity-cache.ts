import { hasElapsed } from "@/lib/time/has-elapsed";

/** What a cache depends on. Times are milliseconds. */
export interface EntityCacheOptions<Row> {
  /** Reads one row; undefined when there is none. */
  readonly read: (id: string) => Promise<Row | undefined>;
  /** Whether a failed read means that the database is away, rather than that the statement is wrong. */
  readonly isAway: (error: unknown) => boolean;
  readonly now: () => number;
  /** Whether the change feed hears, and when it last did. */
  readonly feed: { readonly connected: boolean; readonly lastHeardAt: number };
  /** How long a row is served while the database is away, counted from when it was last known to be right. */
  readonly staleTtlMs: () => number;
  /** Called each time a row is served although it may have changed. */
  readonly onUnvouched: () => void;
  /**
   * The most rows, and the most ids without a row. They are counted apart, so that a flood of invented ids evicts no
   * rows.
   */
  readonly capacity: () => number;
}

export interface EntityCache<Row> {
  /** @throws what `read` throws, unless a cached row may still be served */
  get(id: string): Promise<Row | undefined>;
  /** Drops one id, as if it had never been read. */
  drop(id: string): void;
  /**
   * Marks every row as possibly changed: it is read again before use, and served as it is only while the database is
   * away.
   */
  suspectAll(): void;
}

/** The age at which a row is read again while the feed does not hear. */
const UNHEARD_AGE_MS = 1_000;

interface Entry<Row> {
  readonly row: Row | undefined;
  /** When the read began: the row may have changed before it arrived. */
  readonly readAt: number;
  /** Set once notices may have been missed: the last moment at which the row was known to be right. */
  rightUntil: number | undefined;
}

/**
 * A cache of rows by id that evicts the least recently used ones. Concurrent reads of one id are shared, and a read
 * that began before its id was dropped never fills the cache.
 */
export function createEntityCache<Row>(options: EntityCacheOptions<Row>): EntityCache<Row> {
  const { read, isAway, now, feed, staleTtlMs, onUnvouched, capacity } = options;
  const rows = new Map<string, Entry<Row>>();
  const absences = new Map<string, Entry<Row>>();
  const flights = new Map<string, Promise<Row | undefined>>();

  function lookUp(id: string): Entry<Row> | undefined {
    const absence = absences.get(id);
    if (absence) return absence;
    const entry = rows.get(id);
    if (!entry) return undefined;
    rows.delete(id);
    rows.set(id, entry);
    return entry;
  }

  function isFresh(entry: Entry<Row>): boolean {
    if (entry.rightUntil !== undefined) return false;
    return feed.connected || !hasElapsed(entry.readAt, UNHEARD_AGE_MS, now());
  }

  function knownRight(entry: Entry<Row>): number {
    return entry.rightUntil ?? Math.max(entry.readAt, feed.lastHeardAt);
  }

  function store(id: string, row: Row | undefined, readAt: number): void {
    rows.delete(id);
    absences.delete(id);
    const target = row === undefined ? absences : rows;
    target.set(id, { row, readAt, rightUntil: undefined });
    const most = capacity();
    for (const oldest of target.keys()) {
      if (target.size <= most) return;
      target.delete(oldest);
    }
  }

  function fly(id: string): Promise<Row | undefined> {
    const readAt = now();
    const flight: Promise<Row | undefined> = read(id).then(
      (row) => {
        // Stored only if the id was not dropped meanwhile. If it was, this read is no longer the one in `flights`.
        if (flights.get(id) === flight) {
          flights.delete(id);
          store(id, row, readAt);
        }
        return row;
      },
      (error: unknown) => {
        if (flights.get(id) === flight) flights.delete(id);
        throw error;
      },
    );
    flights.set(id, flight);
    return flight;
  }

  return {
    async get(id) {
      const entry = lookUp(id);
      if (entry && isFresh(entry)) return entry.row;
      try {
        return await (flights.get(id) ?? fly(id));
      } catch (error) {
        const known = rows.get(id);
        if (!known || !isAway(error) || now() - knownRight(known) > staleTtlMs()) throw error;
        onUnvouched();
        return known.row;
      }
    },
    drop(id) {
      rows.delete(id);
      absences.delete(id);
      flights.delete(id);
    },
    suspectAll() {
      absences.clear();
      flights.clear();
      for (const entry of rows.values()) entry.rightUntil ??= Math.max(entry.readAt, feed.lastHeardAt);
    },
  };
}
