// Stacks of the built programs name the places in the sources. Node.js's own option keeps every map in memory from the
// start, 20 MB in all; here a map is read when the first stack that needs it is asked for.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SourcePlaces } from "./source-places.mjs";

const PLACE = /(file:\/\/[^\s()]*\/dist\/\w+\.[cm]js):(\d+):(\d+)/g;

/** @type {Map<string, SourcePlaces | undefined>} */
const maps = new Map();

/**
 * A frame of a stack with the place in the sources, if the program has a map that knows it.
 * @param {string} frame such as "run (file:///srv/dist/server.cjs:120:7)"
 */
function mappedFrame(frame) {
  return frame.replace(PLACE, (built, program, line, column) => {
    const place = mapOf(program)?.find(Number(line), Number(column));
    if (!place) return built;
    return `${join(dirname(fileURLToPath(program)), place.source)}:${place.line}:${place.column}`;
  });
}

function mapOf(program) {
  if (!maps.has(program)) maps.set(program, readMap(`${fileURLToPath(program)}.map`));
  return maps.get(program);
}

function readMap(path) {
  try {
    return new SourcePlaces(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    // An image has no maps, and a stack must not fail for that.
    return undefined;
  }
}

Error.prepareStackTrace = (error, frames) =>
  [headOf(error), ...frames.map((frame) => `    at ${mappedFrame(String(frame))}`)].join("\n");

function headOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return "Error";
  }
}
