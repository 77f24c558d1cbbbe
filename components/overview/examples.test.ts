import { expect, test } from "vitest";
import { parse } from "yaml";
import { MODEL_LINES } from "@/components/models/example";
import { configFile } from "@/lib/config/schema";
import { firstCallLines, PROVIDER_LINES } from "./examples";

test.each([
  ["provider", PROVIDER_LINES],
  ["model", MODEL_LINES],
  ["both together", `${PROVIDER_LINES}\n\n${MODEL_LINES}`],
])("the lines that a fresh gateway suggests pasting are a valid configuration: %s", (_, lines) => {
  expect(configFile.safeParse(parse(lines)).error).toBeUndefined();
});

test("the example of a first call goes to this gateway and asks for a model that it has", () => {
  expect(firstCallLines("https://gateway.example", "gpt-4o")).toContain(
    "curl https://gateway.example/v1/chat/completions",
  );
  expect(firstCallLines("https://gateway.example", "gpt-4o")).toContain('"model": "gpt-4o"');
});
