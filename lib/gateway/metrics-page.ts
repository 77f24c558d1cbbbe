/** What `GET /metrics` answers with. */
export interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

/** The metrics of all processes of this gateway. */
export interface MetricsPage {
  /** @throws GatewayError metrics_unavailable while the first process does not answer */
  read(): Promise<MetricsText>;
}
