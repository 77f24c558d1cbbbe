/** The dialects that an upstream may speak. */
export const UPSTREAMS = ["openai", "anthropic", "azure"] as const;

/** A question that the local upstream answers with calls of the two tools, if it is given them. */
export const TOOL_QUESTION = "How is the weather? Ask get_weather and get_time.";
export const TOOL_PARAMETERS = {
  type: "object" as const,
  properties: { place: { type: "string" }, days: { type: "integer" } },
};
/** The arguments of the call of get_weather. */
export const WEATHER = { place: 'a "place", Grüße 👋', days: 7 };

/** A PNG of one pixel, in base64. */
export const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
