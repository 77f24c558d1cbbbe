import type { GatewayError } from "@/lib/errors";

/**
 * The event that tells Anthropic's clients that a stream broke
 * (platform.claude.com/docs/en/build-with-claude/streaming, error events).
 */
export function errorEvent({ code, message }: GatewayError): Buffer {
  return namedEvent("error", {
    type: "error",
    error: { type: code === "upstream_timeout" ? "timeout_error" : "api_error", message, code },
  });
}

/** An event in Anthropic's form: an `event` line with its name, and data that repeats the name as `type`. */
export function namedEvent(name: string, data: object): Buffer {
  return Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}
