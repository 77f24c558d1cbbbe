import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { messageOf } from "@/lib/error-message";
import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import { redact } from "@/lib/redact";
import type { Claims } from "../decision";

const EXTENSIONS = [".mjs", ".js", ".cjs"];
const TIME_LIMIT_MS = 2_000;

export type Validator = (claims: Claims) => unknown;

/** `custom_validate` cannot be loaded. The message says what was looked for, or why it cannot be used. */
export class CustomValidateError extends Error {
  override readonly name = "CustomValidateError";
}

/**
 * Loads `custom_validate: folder.module.function` from the folder of the configuration file (spec 5.6). A module whose
 * text has changed since it was last loaded is loaded again; the modules that it imports are not.
 * @throws CustomValidateError if there is no such module or function, or if the module cannot be run
 */
export async function loadCustomValidate(name: string, configPath: string): Promise<Validator> {
  const segments = name.split(".");
  const functionName = segments.pop() ?? "";
  const base = join(dirname(configPath), ...segments);
  for (const extension of EXTENSIONS) {
    const path = base + extension;
    const source = await readFile(path).catch(() => undefined);
    if (source === undefined) continue;
    const validator = findFunction(await importAnew(path, source), functionName);
    if (validator) return validator;
    throw new CustomValidateError(`custom_validate: ${path} exports no function "${functionName}"`);
  }
  throw new CustomValidateError(
    `custom_validate: none of ${EXTENSIONS.map((extension) => base + extension).join(", ")} exists`,
  );
}

/** Node.js keeps modules by their address, so the text's hash in the address makes a changed module a new one. */
async function importAnew(path: string, source: Buffer): Promise<unknown> {
  const url = pathToFileURL(path);
  url.search = createHash("sha256").update(source).digest("hex");
  try {
    // CommonJS modules are kept by path, whatever the address says.
    Reflect.deleteProperty(createRequire(pathToFileURL(path)).cache, path);
    return await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ url.href);
  } catch (error) {
    throw new CustomValidateError(`custom_validate: ${path} cannot be loaded: ${messageOf(error)}`);
  }
}

/**
 * Asks the operator's function. @throws GatewayError custom_validation_failed unless it returns true in time. The
 * error's detail, which callers never see, says what the function did instead.
 */
export async function runCustomValidate(validator: Validator, claims: Claims): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), TIME_LIMIT_MS);
  });
  try {
    // Pass a copy: changes that the function makes must not reach the decision.
    const answer = await Promise.race([Promise.resolve(structuredClone(claims)).then(validator), deadline]);
    if (answer === LATE) throw refusal(`It took longer than ${TIME_LIMIT_MS / 1000} s.`);
    if (answer !== true) throw refusal("It did not return true.");
  } catch (cause) {
    throw cause instanceof GatewayError
      ? cause
      : refusal(`It threw: ${redact(messageOf(cause)).slice(0, LONGEST_DETAIL)}`);
  } finally {
    clearTimeout(timer);
  }
}

const LATE = Symbol("custom_validate has not answered in time");
/** Characters of what the function threw. */
const LONGEST_DETAIL = 500;

function refusal(detail: string): GatewayError {
  return new GatewayError("custom_validation_failed", "Invalid JWT token", { detail });
}

function findFunction(loaded: unknown, name: string): Validator | undefined {
  for (const scope of [loaded, isObject(loaded) ? loaded["default"] : undefined]) {
    const found = isObject(scope) && Object.hasOwn(scope, name) ? scope[name] : undefined;
    if (typeof found === "function") return (claims) => Reflect.apply(found, undefined, [claims]);
  }
  return undefined;
}
