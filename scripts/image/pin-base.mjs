// node scripts/image/pin-base.mjs: writes the digest of the base image's tag into the Dockerfile, so that a build tomorrow
// has the base of today. Not tried with Docker Hub, which the machines that we test on do not reach.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/setup.mjs";
import { withPinnedBase } from "./pinned-base.mjs";

const path = join(root, "Dockerfile");
const pinned = await withPinnedBase(readFileSync(path, "utf8"));
writeFileSync(path, pinned);
console.log(/^ARG NODE_IMAGE=.*/m.exec(pinned)?.[0]);
