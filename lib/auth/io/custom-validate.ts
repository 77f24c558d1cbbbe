import { isObject } from "@/lib/is-object";
import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { GatewayError } from "@/lib/errors";
import type { Claims } from "../decision";

const EXTENSIONS = [".mjs", ".js", ".cjs"];
const TIME_LIMIT_MS = 2_000;

type Validator = (claims: Claims) => unknown;

/** `custom_validate` cannot be loaded at start-up. The message says what was looked for. */
export class CustomValidateError extends Error {
  override readonly name = "CustomValidateError";
}

/**
 * Loads `custom_validate: folder.module.function` from the folder of the configuration file (spec 5.6). @throws
 * CustomValidateError if there is no such module or function
 */
export async function loadCustomValidate(name: string, configPath: string): Promise<Validator> {
  const segments = name.split(".");
  const functionName = segments.pop() ?? "";
  const base = join(dirname(configPath), ...segments);
  for (const extension of EXTENSIONS) {
    const path = base + extension;
    if (
      !(await access(path).then(
        () => true,
        () => false,
      ))
    )
      continue;
    const loaded: unknown = await import(
      /* webpackIgnore: true */ /* turbopackIgnore: true */ pathToFileURL(path).href
    );
    const validator = findFunction(loaded, functionName);
    if (validator) return validator;
    throw new CustomValidateError(`custom_validate: ${path} exports no function "${functionName}"`);
  }
  throw new CustomValidateError(
    `custom_validate: none of ${EXTENSIONS.map((extension) => base + extension).join(", ")} exists`,
  );
}

/** Asks the operator's function. @throws GatewayError custom_validation_failed unless it returns true in time */
export async function runCustomValidate(validator: Validator, claims: Claims): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("custom_validate took longer than 2 s")), TIME_LIMIT_MS);
  });
  try {
    // Pass a copy: changes that the function makes must not reach the decision.
    const answer = await Promise.race([Promise.resolve(structuredClone(claims)).then(validator), deadline]);
    if (answer !== true) throw new Error("custom_validate did not return true");
  } catch (cause) {
    throw new GatewayError("custom_validation_failed", "Invalid JWT token", { cause });
  } finally {
    clearTimeout(timer);
  }
}

function findFunction(loaded: unknown, name: string): Validator | undefined {
  for (const scope of [loaded, isObject(loaded) ? loaded["default"] : undefined]) {
    const found = isObject(scope) && Object.hasOwn(scope, name) ? scope[name] : undefined;
    if (typeof found === "function") return (claims) => Reflect.apply(found, undefined, [claims]);
  }
  return undefined;
}
