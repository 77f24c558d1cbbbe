import type { SinkLag } from "@/lib/sinks/sinks";
import type { CursorProgress } from "@/lib/store/cursors/cursor-progress";
import type { ClickHouse } from "./clickhouse/clickhouse";

/** The names of cursors for ClickHouse begin with this; the id of its table of calls follows. */
export const CURSOR_PREFIX = "analytics:";

/** How far the calls in a ClickHouse reach. */
export interface AnalyticsReach {
  /** When the last call was booked that has arrived, in milliseconds since the epoch; undefined: none has. */
  readonly asOf: number | undefined;
  /**
   * The first UTC day whose calls it has without a gap, in milliseconds since the epoch; undefined: it has them all.
   */
  readonly completeFrom: number | undefined;
  /** For how long the oldest call that has not arrived has been waiting; at most 15 seconds old. 0: none waits. */
  readonly lagSeconds: number;
}

/** The ClickHouse that calls are sent to and reports are read from. */
export interface Analytics {
  readonly clickhouse: ClickHouse;
  /** How far its calls reach at least, in every later answer. Undefined: it cannot be used at the moment. */
  reach(): Promise<AnalyticsReach | undefined>;
  /**
   * Says that a question begins. The function that it returns says that the question has failed, so that the next ones
   * do not wait as long for the same.
   */
  beginQuestion(): () => void;
  /** How far the sending is; undefined: it has not begun. */
  progress(): Promise<CursorProgress | undefined>;
  /** For metrics. */
  lags(): readonly SinkLag[];
}
