import type { Fault, Path } from "@/lib/config/finding";
import type { RolePermission } from "@/lib/config/schema";

/**
 * Warnings about roles with `mcp_tools` alone: it reads as if no others could be used, but a model call may bring some
 * that run elsewhere. `path`: that of `role_permissions`.
 */
export function hostedToolFaults(permissions: readonly RolePermission[], path: Path): Fault[] {
  return permissions.flatMap(({ role, mcp_tools: tools, hosted_tools: hosted }, index): Fault[] =>
    tools === undefined || hosted !== undefined
      ? []
      : [
          {
            number: "C269",
            path: [...path, index, "mcp_tools"],
            at: "key",
            message: `says nothing about tools that model calls of ${role} bring, so they may bring any`,
            fix: "add hosted_tools: []",
          },
        ],
  );
}
