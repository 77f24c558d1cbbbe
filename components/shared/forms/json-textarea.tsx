import type { ComponentProps } from "react";
import { Textarea } from "@/components/ui/field";

/** A field for JSON on several lines. */
export function JsonTextarea(props: ComponentProps<"textarea">) {
  return <Textarea {...props} autoComplete="off" className="block font-mono text-meta leading-relaxed" />;
}
