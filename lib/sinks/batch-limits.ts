import type { SinkSettings } from "@/lib/config/observability/sink-schema";
import type { BatchLimits } from "@/lib/store/cursors/booked-calls";

/** When a sink's calls are sent, and how many at once. */
export interface SinkPace extends BatchLimits {
  /** How long calls may wait for a batch to fill, in milliseconds. */
  readonly flushMs: number;
}

const MIB = 1024 * 1024;
/** The pace of storage, whose readers want few large files. Endpoints and collectors want small requests soon. */
const STORAGE: SinkPace = { calls: 10_000, bytes: 32 * MIB, flushMs: 60_000 };
const ENDPOINT: SinkPace = { calls: 1_000, bytes: 4 * MIB, flushMs: 5_000 };

/** The pace of a sink. `halvings`: how often its batches are halved (`BatchShare`). */
export function sinkPace({ s3, batch_calls: calls, flush_seconds: seconds }: SinkSettings, halvings = 0): SinkPace {
  const usual = s3 ? STORAGE : ENDPOINT;
  const share = 2 ** halvings;
  return {
    calls: Math.max(1, Math.floor((calls ?? usual.calls) / share)),
    bytes: Math.max(1, Math.floor(usual.bytes / share)),
    flushMs: seconds === undefined ? usual.flushMs : seconds * 1_000,
  };
}
