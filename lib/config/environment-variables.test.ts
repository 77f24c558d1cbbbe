import { expect, test } from "vitest";
import { readEnvironment } from "./io/environment";
import { EnvironmentError } from "./environment-variables";

test("an encryption key that could be guessed from a dump of the database is refused, and the message does not repeat it", () => {
  const read = () => readEnvironment({ GATEWAY_ENCRYPTION_KEY: "too-short" });
  expect(read).toThrow(EnvironmentError);
  expect(read).toThrow("the environment variable GATEWAY_ENCRYPTION_KEY must have 32 characters or more");
  expect(read).not.toThrow("too-short");
});

test("a long encryption key is accepted, and none is required", () => {
  expect(readEnvironment({ GATEWAY_ENCRYPTION_KEY: "x".repeat(32) }).encryptionKey).toBe("x".repeat(32));
  expect(readEnvironment({ GATEWAY_ENCRYPTION_KEY: " " }).encryptionKey).toBeUndefined();
});
