/**
 * How a streamed answer is framed that comes as something else than server-sent events. Its frames become such events
 * before a `StreamReader` gets them, so that readers know one framing.
 */
export interface Framing {
  /** The content type that says so, in lower case and without parameters. */
  readonly contentType: string;
  open(): FrameReader;
}

/** Reads the frames of one answer. */
export interface FrameReader {
  /** The events of the frames that this chunk completes. @throws GatewayError upstream_invalid_response */
  push(chunk: Uint8Array): Uint8Array[];
  /** What is left at the end. @throws GatewayError upstream_invalid_response for a frame that is cut off */
  end(): Uint8Array[];
}
