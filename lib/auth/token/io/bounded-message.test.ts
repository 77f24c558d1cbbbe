import { expect, test } from "vitest";
import { boundedMessageOf } from "./bounded-message";

const refused = new Error("connect ECONNREFUSED ::1:443");

test.each<[what: string, error: unknown, message: string]>([
  ["the message about a provider is that of its error", refused, "connect ECONNREFUSED ::1:443"],
  ["an error of a provider without a message is named by its class", new RangeError(), "RangeError"],
  [
    "if several addresses of a provider fail to connect, the message is that of the first",
    new AggregateError([refused, "?"]),
    refused.message,
  ],
  ["a text that is thrown about a provider is the message itself", "gone", "gone"],
  ["a long message about a provider is cut", new Error("x".repeat(301)), "x".repeat(300)],
])("%s", (_what, error, message) => {
  expect(boundedMessageOf(error)).toBe(message);
});
