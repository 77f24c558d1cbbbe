// What every client asks. The local services answer with a call of the tool, and then, to its result, with words.
export const QUESTION = "Say something.";
export const WEATHER = "How is the weather in Oslo? Ask get_weather.";
export const RESULT = "Rain.";
export const PICTURE = process.env.PICTURE;
export const PAGE = process.env.PAGE;
export const PICTURE_ADDRESS = `data:image/png;base64,${PICTURE}`;
export const PAGE_ADDRESS = `data:application/pdf;base64,${PAGE}`;
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

/** Reads the first piece of a stream and leaves. Whether the call has ended, its upstream knows. */
export async function leave(start) {
  const controller = new AbortController();
  for await (const _ of await start(controller.signal)) {
    controller.abort();
    break;
  }
  return { hasLeft: controller.signal.aborted };
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
