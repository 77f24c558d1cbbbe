/** How far a sink is behind, as this process saw it last. */
export interface SinkLag {
  /** Its name. */
  readonly sink: string;
  /** For how many seconds the oldest call has been waiting; 0: none waits. */
  readonly seconds: number;
  /** How many calls wait. */
  readonly calls: number;
}

/** The sinks of this process. */
export interface Sinks {
  /** The lag of each sink in force, at most 15 seconds old; for metrics. */
  lags(): readonly SinkLag[];
}
