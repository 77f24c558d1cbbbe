import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ConsoleLook } from "@/lib/wire/sign-in/console-look";
import { Brand } from "./brand";
import { EnvironmentName, LookProvider } from "./console-look";

const page = (look: Partial<ConsoleLook>) =>
  renderToStaticMarkup(
    <LookProvider look={{ colour: "grey", links: [], ...look }}>
      <Brand />
      <EnvironmentName />
    </LookProvider>,
  );

test("the name of the environment stands on the page in its colour, with a line along the top", () => {
  const html = page({ environment: "Production", colour: "red" });
  expect(html).toContain("Production");
  expect(html).toMatch(/<div aria-hidden="true" class="[^"]*bg-bad/);
});

test("without a name there is neither, and the gateway's own mark", () => {
  expect(page({})).not.toContain("Environment");
  expect(page({})).not.toContain("fixed");
  expect(page({})).toContain("<path");
});

test("a logo replaces the mark", () => {
  const logo = "data:image/png;base64,aGk=";
  expect(page({ logo })).toContain(`<image href="${logo}"`);
  expect(page({ logo })).not.toContain("<path");
});

test("beside the name of the environment, a phone reads the gateway's own name aloud and shows its mark", () => {
  const tight = (look: Partial<ConsoleLook>) =>
    renderToStaticMarkup(
      <LookProvider look={{ colour: "grey", links: [], ...look }}>
        <Brand isTight />
      </LookProvider>,
    );
  expect(tight({ environment: "Production" })).toContain("max-sm:sr-only");
  expect(tight({})).not.toContain("max-sm:sr-only");
  expect(page({ environment: "Production" })).not.toContain("max-sm:sr-only");
});
