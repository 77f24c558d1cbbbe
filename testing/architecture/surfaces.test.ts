import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ON_ONES_OWN_PAGE } from "../../e2e/support/own-surfaces";
import { ON_A_PHONE, SHOWN_ONCE, SURFACES } from "../../e2e/support/surfaces";
import { listModules } from "./source-files";

const components = join(import.meta.dirname, "../../components");

/** The parts that every dialog, drawer and menu is made of. */
const PARTS = [
  "ui/dialog.tsx",
  "ui/menu.tsx",
  "ui/lazy/menu-parts.tsx",
  "shared/detail-drawer.tsx",
  "keys/secret-dialog.tsx",
  "requests/request-drawer.tsx",
];
/** A list below a field leaves the focus there; `e2e/lists/list-filters.stories.spec.ts` goes through it. */
const LIST = "shared/forms/combobox.tsx";
const SURFACE =
  /<(?:(?:Dialog|RowDialog|DetailDrawer|RequestDrawer|SecretDialog|Menu)(?=[\s>])|\w*Dialog\.Root\b)|<dialog\b|\bpopover=/g;
const RADIX = /from "radix-ui\/(dialog|alert-dialog|dropdown-menu|context-menu|popover|menubar)"/;
/** These are made of Radix's own parts, because they look like no other surface. */
const ALONE = ["palette/palette.tsx", "shell/console-shell.tsx"];

const textOf = (path: string): string => readFileSync(join(components, path), "utf8");

/** How many dialogs, drawers and menus each file draws. */
function drawn(): Map<string, number> {
  const counts = listModules(components, ".").flatMap((path): [string, number][] => {
    const count = [...textOf(path).matchAll(SURFACE)].length;
    return count > 0 && path !== LIST && !PARTS.includes(path) ? [[path, count]] : [];
  });
  return new Map(counts);
}

test("the story of the focus opens each dialog, drawer and menu of the console", () => {
  const declared = new Map<string, number>();
  for (const { file } of [...SURFACES, ...ON_A_PHONE, ...ON_ONES_OWN_PAGE])
    declared.set(file, (declared.get(file) ?? 0) + 1);
  for (const file of SHOWN_ONCE) declared.set(file, 1);
  const missing = [...drawn()].filter(([file, count]) => (declared.get(file) ?? 0) < count).map(([file]) => file);
  expect(missing, "add them to e2e/support/surfaces.ts").toEqual([]);
  const stale = [...declared.keys()].filter((file) => !drawn().has(file));
  expect(stale, "take them out of e2e/support/surfaces.ts").toEqual([]);
});

test("dialogs and menus are made of the parts that give the focus back", () => {
  const own = listModules(components, ".").filter((path) => RADIX.test(textOf(path)));
  expect(own.filter((path) => !PARTS.includes(path) && !ALONE.includes(path))).toEqual([]);
});

test("every button and every list of choices waits until the page's scripts work", () => {
  const raw = listModules(components, ".").filter((path) => /<(?:button|select)\b/.test(textOf(path)));
  expect(raw).toEqual(["ui/field.tsx", "ui/plain-button.tsx"]);
});
