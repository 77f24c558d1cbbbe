import { expect, test } from "vitest";
import { EventReader } from "./stream-events";

const STREAM = ': comment\n\nevent: decision\ndata: {"allow":true}\n\ndata: a\ndata: b\r\n\r\ndata: [DONE]\n\n';
const EVENTS = [
  { name: "decision", data: '{"allow":true}' },
  { name: "message", data: "a\nb" },
  { name: "message", data: "[DONE]" },
];

test("a stream is read as its events, wherever it is cut", () => {
  for (let cut = 0; cut <= STREAM.length; cut++) {
    const reader = new EventReader();
    expect([...reader.push(STREAM.slice(0, cut)), ...reader.push(STREAM.slice(cut))]).toEqual(EVENTS);
  }
});

test("an event of a stream is returned only once it is complete", () => {
  expect(new EventReader().push("data: a\n")).toEqual([]);
});
