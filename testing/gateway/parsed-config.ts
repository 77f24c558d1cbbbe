import { expect } from "vitest";
import { hasErrors } from "@/lib/config/finding";
import { readEnvironment } from "@/lib/config/io/environment";
import { parseConfig, type ParsedConfig } from "@/lib/settings/parse";

/** Reads a configuration of any text, in an environment with one variable, SET. */
export const parseAnything = (source: string): ParsedConfig =>
  parseConfig(source, "config.yaml", {
    environment: readEnvironment({ SET: "https://set.example" }),
    isKnownProvider: (name) => name === "openai",
    routes: [{ path: "/config/get", family: "management_routes", access: "administrators" }],
  });

/** Expects findings that point into the text, and a file exactly if none of them is an error. */
export function expectConsistent({ file: usable, findings }: ParsedConfig, source: string): void {
  const lines = source.split("\n");
  expect(usable === undefined).toBe(hasErrors(findings));
  for (const { line = 1, column = 1, message } of findings) {
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(column).toBeLessThanOrEqual((lines[line - 1] ?? "").length + 1);
    expect(message).not.toMatch(/undefined|\[object|NaN/);
  }
}
