import { expect, test } from "vitest";
import { parse } from "yaml";
import { MODEL_LINES } from "@/components/models/example";
import { configFile } from "@/lib/config/schema";
import { firstCallLines, PROVIDER_LINES } from "./examples";

test.each([
  ["provider", PROVIDER_LINES],
  ["model", MODEL_LINES],
  ["both together", `${PROVIDER_LINES}\n\n${MODEL_LINES}`],
])("the lines that a fresh gateway is told to paste are a valid configuration: %s", (_, lines) => {
  expect(configFile.safeParse(parse(lines)).error).toBeUndefined();
});

test("the first call is sent to this gateway, for a model it has", () => {
  expect(firstCallLines("https://gateway.example", "gpt-4o")).toContain(
    "curl https://gateway.example/v1/chat/completions",
  );
  expect(firstCallLines("https://gateway.example", "gpt-4o")).toContain('"model": "gpt-4o"');
});
