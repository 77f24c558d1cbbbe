/** The smallest picture that is one: a red pixel. */
export const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** A sound without samples. */
const SOUND = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

export const text = (value: string) => ({ type: "text" as const, text: value });
export const picture = { type: "image" as const, data: PICTURE, mimeType: "image/png" };
export const sound = { type: "audio" as const, data: SOUND, mimeType: "audio/wav" };
export const embedded = (uri: string, value: string, mimeType = "text/plain") => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: value },
});
