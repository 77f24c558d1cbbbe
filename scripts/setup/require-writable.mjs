import { accessSync, constants } from "node:fs";
import { SetupError } from "./run.mjs";

/**
 * Passes a folder that this user may write to.
 * @param {string} folder
 * @param {readonly string[]} titles what has to be done in it
 * @throws {SetupError} with what would help
 */
export function requireWritable(folder, titles) {
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const user = process.getuid === undefined ? "this user" : `user id ${process.getuid()}`;
    throw new SetupError(
      `${folder} is not ready, and ${user} may not write to it (${error.code}). Still to be done: ${titles.join(", ")}. ` +
        "Run npm start there once as a user who may, or make a folder that is ready with scripts/image/ship.mjs (docs/operate/deploy.md).",
    );
  }
}
