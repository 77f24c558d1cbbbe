const UPSTREAMS = ["openai", "anthropic", "azure"] as const;
const DOORS = [1, 2] as const;

/** Each door with each dialect that an upstream speaks. */
export const COMBINATIONS = DOORS.flatMap((door) => UPSTREAMS.map((speaks) => ({ door, speaks })));

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
