import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import { isObject } from "@/lib/is-object";
import { quote } from "@/lib/quote";

/** What is checked of tools beside the rules, as checks name it. */
export const APPROVAL = { rule: "approval", spec: "guides/tools" } as const;

export const ARGUMENTS = { rule: "arguments", spec: "guides/tools" } as const;

/** An argument of a call that `allowed_params` leaves out, and the message that says so. */
export interface ArgumentFault {
  readonly argument: string;
  readonly message: string;
}

/** The first argument of a call that callers of a server may not send; undefined: they may send all of them. */
export function argumentFault(
  { allowed_params: allowed, name: server }: Pick<McpServer, "allowed_params" | "name">,
  { tool, given }: { readonly tool: string; readonly given: unknown },
): ArgumentFault | undefined {
  const names = Object.hasOwn(allowed, tool) ? allowed[tool] : undefined;
  if (names === undefined || !isObject(given)) return undefined;
  const argument = Object.keys(given).find((name) => !names.includes(name));
  if (argument === undefined) return undefined;
  const message = `The argument ${quote(argument)} of ${quote(tool)} is not one that callers of ${quote(server)} may send.`;
  return { argument, message };
}
