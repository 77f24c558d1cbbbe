import type { z } from "zod";
import type { Access, Effect } from "@/lib/auth/access";
import type { RouteFamily } from "@/lib/auth/routes";

/** The methods that operations may have. */
export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** Whether the fields of an operation come in its query: such a request has no body. */
export function hasQuery(method: Method): boolean {
  return method === "GET" || method === "DELETE";
}

interface Terms<Who extends Access, Input extends z.ZodType, Output extends z.ZodType> {
  /** Unique; the `operationId` of `GET /openapi.json`. */
  readonly id: string;
  /** Canonical, without `/v1`. It may have one parameter, `{name}`, whose value may contain `/`. */
  readonly path: string;
  readonly family: RouteFamily;
  readonly access: Who;
  readonly effect: Effect;
  /**
   * For a read: it answers with the version of what it shows as `ETag`. For a write: `If-Match` may bind it to a
   * version.
   */
  readonly versioned?: true;
  /** Scripts of every origin may ask it and read its answer, which depends on no cookie. */
  readonly openToScripts?: true;
  /** What the operation does, in the imperative: "Create a team". */
  readonly summary: string;
  /** The query and path parameters of a GET or DELETE, or the JSON body and path parameters of another method. */
  readonly input: Input;
  /** The JSON body of a successful answer. */
  readonly output: Output;
}

interface Reads {
  readonly method: "GET" | "POST";
  readonly effect: "reads";
}

interface Writes {
  readonly method: Exclude<Method, "GET">;
  readonly effect: "writes";
}

/** What the server and the console agree on about one operation. The server handles it, the console calls it. */
export type Contract<
  Who extends Access = Access,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = Terms<Who, Input, Output> & (Reads | Writes);

/** An operation that changes nothing: its answer may be kept and shown again. */
export type ReadContract<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = Contract<
  Access,
  Input,
  Output
> &
  Reads;

/** An operation that changes something. */
export type WriteContract<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = Contract<
  Access,
  Input,
  Output
> &
  Writes;

/** A write that names the version that it is based on, so that it never overwrites what its author has not seen. */
export type VersionedWrite<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = WriteContract<
  Input,
  Output
> & { readonly versioned: true };

/** A write that is based on no version: it creates something, or has the same effect whatever was there before. */
export type UnversionedWrite<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = WriteContract<
  Input,
  Output
> & { readonly versioned?: undefined };

/** The ids of writes that overwrite or take away what their author has seen. */
type Overwriting = `${string}${"." | "_"}${"update" | "delete" | "regenerate" | "rollback"}`;

/** Checks a contract and keeps its exact types. A write that overwrites something must be bound to its version. */
export function defineContract<const Defined extends Contract>(
  contract: Defined & (Defined extends { readonly id: Overwriting } ? { readonly versioned: true } : unknown),
): Defined {
  return contract;
}
