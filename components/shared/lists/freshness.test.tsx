import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Freshness } from "./freshness";

const read = { dataUpdatedAt: Date.now(), isFetching: false, error: null, refetch: () => undefined };

test("a list that was read says how long ago", () => {
  expect(renderToStaticMarkup(<Freshness query={read} />)).toMatch(/>Updated <time/);
});

test("rows that could not be read again are not called updated, and the reason is said on hover", () => {
  const error = new Error("The gateway's database cannot be reached.");
  const html = renderToStaticMarkup(<Freshness query={{ ...read, error }} />);
  expect(html).toContain("Not updated since");
  expect(html).toContain("database cannot be reached");
  expect(html).not.toMatch(/>Updated |just now/);
});
