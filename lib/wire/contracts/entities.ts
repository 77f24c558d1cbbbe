import type { z } from "zod";
import type { Access } from "@/lib/auth/access";
import type { ManagedKind } from "@/lib/entity-type";

/** The operations on the entities of one kind. What they have in common stands here. */
const FORMS = {
  new: { method: "POST", access: "administrators", effect: "writes" },
  info: { method: "GET", effect: "reads", versioned: true },
  list: { method: "GET", access: "administrators", effect: "reads" },
  update: { method: "POST", effect: "writes", versioned: true },
  delete: { method: "POST", access: "administrators", effect: "writes", versioned: true },
  block: { method: "POST", access: "administrators", effect: "writes" },
  unblock: { method: "POST", access: "administrators", effect: "writes" },
} as const;
type Forms = typeof FORMS;

/** What the kinds differ in. */
type EntityTerms = {
  readonly [Name in keyof Forms]: {
    readonly summary: string;
    readonly input: z.ZodType;
    readonly output: z.ZodType;
  } & (Forms[Name] extends { readonly access: Access } ? unknown : { readonly access: Exclude<Access, "public"> });
};

/** The contracts of the operations on the entities of one kind, with the exact types of `terms`. */
export function entityContracts<const Terms extends EntityTerms>({ segment }: ManagedKind, terms: Terms) {
  const contract = <Name extends keyof Forms>(name: Name) => ({
    id: `${segment}.${name}`,
    path: `/${segment}/${name}`,
    family: "management_routes" as const,
    ...FORMS[name],
    ...terms[name],
  });
  return {
    new: contract("new"),
    info: contract("info"),
    list: contract("list"),
    update: contract("update"),
    delete: contract("delete"),
    block: contract("block"),
    unblock: contract("unblock"),
  };
}
