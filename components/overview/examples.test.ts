import { expect, test } from "vitest";
import { parse } from "yaml";
import { MODEL_LINES } from "@/components/models/example";
import { configFile } from "@/lib/config/schema";
import { PROVIDER_LINES } from "./examples";

test.each([
  ["provider", PROVIDER_LINES],
  ["model", MODEL_LINES],
  ["both together", `${PROVIDER_LINES}\n\n${MODEL_LINES}`],
])("the lines that a fresh gateway suggests pasting are a valid configuration: %s", (_, lines) => {
  expect(configFile.safeParse(parse(lines)).error).toBeUndefined();
});
