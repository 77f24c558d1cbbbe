import { expect, test } from "vitest";
import { helpPage } from "./help-page";

const CASES: [console: boolean, basePath: string, published: string | undefined, page: string | undefined][] = [
  [true, "", undefined, "/console/docs/reference/errors"],
  [true, "/llm", undefined, "/llm/console/docs/reference/errors"],
  [false, "", undefined, undefined],
  [false, "", "https://docs.acme.example/gateway", "https://docs.acme.example/gateway/reference/errors"],
  [true, "/llm", "https://docs.acme.example/gateway", "https://docs.acme.example/gateway/reference/errors"],
];
test.each(CASES)(
  "with the console %j below %j and docs_url %j, errors are explained at %j",
  (hasConsole, basePath, published, page) => {
    expect(helpPage({ console: hasConsole, basePath }, published)).toBe(page);
  },
);
