import type { z } from "zod";
import { GatewayError } from "@/lib/errors";
import { inputFault } from "./input-fault";

/**
 * Parses the input of an operation by its schema: the JSON body of a POST, or the query and path parameters of a GET.
 * @throws GatewayError invalid_request that names the path of the first fault
 */
export function parseInput<Input extends z.ZodType>(schema: Input, value: unknown): z.output<Input> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const param = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join(".");
  const message =
    unknown === undefined
      ? issue
        ? inputFault(issue)
        : "Invalid input."
      : `"${unknown.slice(0, 60)}" is not a field of this operation.`;
  throw new GatewayError("invalid_request", param && unknown === undefined ? `${param}: ${message}` : message, {
    param,
  });
}
