// What every client asks. The local services answer with a call of the tool, and then, to its result, with words.
export const QUESTION = "Say something.";
export const WEATHER = "How is the weather in Oslo? Ask get_weather.";
export const RESULT = "Rain.";
export const INPUTS = ["one two", "three"];
export const PARAMETERS = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};

/** A stream as its text, and whether it came in pieces. */
export async function collect(stream, textOf) {
  const pieces = [];
  for await (const chunk of stream) pieces.push(textOf(chunk) ?? "");
  const said = pieces.filter((piece) => piece !== "");
  return { text: said.join(""), isInPieces: said.length > 1 };
}

/** The status that an error tells, and whether it has the upstream's words. */
export async function refusal(call) {
  try {
    await call();
  } catch (error) {
    const cause = error?.lastError ?? error?.cause ?? error;
    const status = error?.status ?? error?.statusCode ?? cause?.status ?? cause?.statusCode;
    const message = `${error?.message} ${cause?.message} ${cause?.responseBody ?? ""}`;
    return { status, isTold: /asked for \d+/.test(message) };
  }
  return { status: 200, isTold: false };
}
