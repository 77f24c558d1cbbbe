import { z } from "zod";
import { listOf } from "./bounded-lists";

/** What is dropped of a call's parameters. An entry's own value takes precedence over that of `general_settings`. */
export const dropParams = {
  drop_params: z
    .boolean()
    .optional()
    .describe(
      "Drops parameters that the upstream's dialect cannot express, instead of refusing the call, as long as the answer keeps its form. `x-gateway-dropped` names them. Unset: false.",
    ),
};

/** Names of a body, `*` or a number for the elements of a list, as in `tools.*.strict` or `tools[*].strict`. */
const PATH = /^[^.[\]\s]{1,100}(?:\.[^.[\]\s]{1,100}|\[(?:\*|\d{1,6})\]){0,10}$/;

/** What the gateway decides by, which must be what the upstream reads. */
const DECIDED: ReadonlySet<string> = new Set(["model", "stream"]);

/** What an entry's upstream never gets. */
export const additionalDropParams = listOf(
  z
    .string()
    .regex(PATH, "must be a dotted path of names, such as temperature or tools.*.strict")
    .refine((path) => !DECIDED.has(path), "model and stream cannot be dropped"),
)
  .optional()
  .describe(
    "Parameters that this upstream never gets, as dotted paths by the caller's or the upstream's names, such as `temperature`, `reasoning.summary` or `tools.*.strict`. `x-gateway-dropped` names those that a call had.",
  );
