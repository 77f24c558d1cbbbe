import { z } from "zod";
import type { Path } from "@/lib/config/finding";

/** The schema inside its wrappers: optional, nullable, default, transform. */
export function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrap(schema.unwrap());
  if (schema instanceof z.ZodDefault) return unwrap(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  return schema;
}

/** The unwrapped schema at a path; undefined if the schema does not know the path. */
export function schemaAt(root: unknown, path: Path): unknown {
  let schema = unwrap(root);
  for (const segment of path) {
    schema = optionFor(schema, typeof segment === "number" ? z.ZodArray : z.ZodObject);
    if (schema instanceof z.ZodObject) schema = unwrap(schema.shape[segment]);
    else if (schema instanceof z.ZodArray) schema = unwrap(schema.element);
    else if (schema instanceof z.ZodRecord) schema = unwrap(schema.valueType);
    else return undefined;
  }
  return schema;
}

/** The option of a union that has this kind; a schema that is not a union is returned as it is. */
function optionFor(schema: unknown, kind: typeof z.ZodArray | typeof z.ZodObject): unknown {
  if (!(schema instanceof z.ZodUnion)) return schema;
  const options: readonly unknown[] = schema.options;
  return options.map(unwrap).find((option) => option instanceof kind);
}

/** The keys that are allowed in the object at a path. */
export function knownKeys(root: unknown, path: Path): string[] {
  const schema = optionFor(schemaAt(root, path), z.ZodObject);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** One key of the schema and the keys above it. Positions in lists are left out. */
export interface KnownPath {
  readonly key: string;
  readonly parents: readonly string[];
}

/** By schema. It needs no bound, because schemas are few and live as long as the process. */
const placesOf = new Map<unknown, readonly KnownPath[]>();

/**
 * Every key of a schema with its place, outer places first. A schema is walked once, rather than once for each unknown
 * key.
 */
export function knownPaths(root: unknown): readonly KnownPath[] {
  const known = placesOf.get(root);
  if (known) return known;
  const places = placesIn(root, []);
  placesOf.set(root, places);
  return places;
}

function placesIn(root: unknown, parents: readonly string[]): KnownPath[] {
  const schema = unwrap(root);
  if (schema instanceof z.ZodArray) return placesIn(schema.element, parents);
  if (!(schema instanceof z.ZodObject)) return [];
  const fields = Object.entries(schema.shape);
  return [
    ...fields.map(([key]) => ({ key, parents })),
    ...fields.flatMap(([key, field]) => placesIn(field, [...parents, key])),
  ];
}
