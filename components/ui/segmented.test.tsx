import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Segmented } from "./segmented";

const css = readFileSync("app/globals.css", "utf8");

/** A colour of a theme, as its relative luminance (WCAG 2). */
function luminance(theme: ":root" | ".dark", name: string): number {
  const block = css.slice(css.indexOf(`${theme} {`));
  const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(block)?.[1] ?? "";
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each([":root", ".dark"] as const)("in %s the chosen segment stands out from its track by 3 to 1", (theme) => {
  const options = [
    { value: "day", label: "Day" },
    { value: "week", label: "Week" },
  ] as const;
  const html = renderToStaticMarkup(<Segmented label="Step" value="day" options={options} onChange={() => {}} />);
  const track = /class="[^"]*\bbg-([a-z-]+)/.exec(html)?.[1] ?? "";
  const chosen = /aria-pressed="true" class="([^"]*)"/.exec(html)?.[1] ?? "";
  const edge = /\bring-([a-z-]+)/.exec(chosen)?.[1] ?? /\bbg-([a-z-]+)/.exec(chosen)?.[1] ?? "";
  const [dark = 0, light = 0] = [luminance(theme, track), luminance(theme, edge)].sort((a, b) => a - b);
  expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(3);
});
