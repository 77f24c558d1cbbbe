// npm run pictures: draws the pictures of the README again.
import "./setup/node-version.mjs";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { importTypeScript } from "./setup/bundle.mjs";
import { chromiumFlags, requireChromium } from "./setup/chromium.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";

process.chdir(root);
await setUpOrExit({ development: true });
const folder = join("docs", "pictures");
mkdirSync(folder, { recursive: true });
const { drawPictures } = await importTypeScript('export { drawPictures } from "./testing/pictures/draw.ts";');
await drawPictures({ browser: await requireChromium(), flags: chromiumFlags, folder });
