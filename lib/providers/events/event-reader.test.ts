import { expect, test } from "vitest";
import { GatewayError } from "@/lib/errors";
import { EventReader } from "./event-reader";

const error = new GatewayError("upstream_unreachable", "The upstream ended the stream with an error.");

/** Passes on the text of each event; the event `bad` breaks the stream, and `hidden` is withheld. */
function readerOfTexts(): EventReader<string> {
  const reader: EventReader<string> = new EventReader((event) => {
    const text = event.toString().trim();
    if (text === "bad") reader.break({ error, event });
    return text === "bad" || text === "hidden" ? undefined : text;
  });
  return reader;
}

test("events before the one that breaks a stream are passed on, and later ones of the same chunk are not", () => {
  const reader = readerOfTexts();
  expect(reader.push(Buffer.from("one\n\nhidden\n\ntwo\n\nbad\n\nthree\n\n"))).toEqual(["one", "two"]);
  expect(reader.broken?.event.toString()).toBe("bad\n\n");
});

test("a broken stream raises its error at the next chunk and at the end", () => {
  const reader = readerOfTexts();
  reader.push(Buffer.from("bad\n\n"));
  expect(() => reader.push(Buffer.from("one\n\n"))).toThrow(error);
  expect(() => reader.end()).toThrow(error);
});

test("the rest of a stream is an event, which may break it", () => {
  const whole = readerOfTexts();
  expect(whole.push(Buffer.from("one\n\ntw"))).toEqual(["one"]);
  expect(whole.push(Buffer.from("o"))).toEqual([]);
  expect(whole.end()).toEqual(["two"]);
  const broken = readerOfTexts();
  broken.push(Buffer.from("one\n\nbad"));
  expect(() => broken.end()).toThrow(error);
});
