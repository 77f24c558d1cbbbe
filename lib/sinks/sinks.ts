/** How far a sink lags, as this process last saw it. */
export interface SinkLag {
  /** Its name. */
  readonly sink: string;
  /** For how many seconds the oldest call has waited; 0: none waits. */
  readonly seconds: number;
  /** How many calls wait. */
  readonly calls: number;
}

/** The sinks of this process. */
export interface Sinks {
  /** The lag of each sink in force, for metrics. It is measured every 15 seconds while the database answers. */
  lags(): readonly SinkLag[];
}
