/** What `GET /metrics` answers with. */
export interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

/** The metrics of all processes of this gateway. */
export interface MetricsPage {
  /**
   * `accept`: the header of this name, by which Prometheus asks for OpenMetrics, which alone has exemplars.
   * @throws GatewayError metrics_unavailable while the first process does not answer
   */
  read(accept?: string): Promise<MetricsText>;
}
