"use client";
import { usableModelContracts } from "@/lib/wire/contracts/models";
import { useRead } from "@/components/api/use-read";
import { Card, CardHeader } from "@/components/ui/card";
import { matchesPattern } from "@/lib/patterns/wildcard";
import { OwnPart } from "./own-part";

/** The names, without those that a pattern of the list already covers. */
function withoutExamples(names: readonly string[]): string[] {
  const patterns = names.filter((name) => name.includes("*"));
  return names.filter((name) => name.includes("*") || !patterns.some((pattern) => matchesPattern(pattern, name)));
}

/** The model names the caller may use, as `GET /v1/models` lists them for any client. */
export function OwnModels() {
  const models = useRead(usableModelContracts.list, { return_wildcard_routes: "true" });
  return (
    <Card>
      <CardHeader title="Models you may call" description="* stands for any run of characters." />
      <OwnPart query={models}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-ink-faint">None.</p>
          ) : (
            <ul className="flex flex-wrap gap-1.5" aria-label="Models">
              {withoutExamples(data.map(({ id }) => id)).map((id) => (
                // A long name wraps and is never cut, because names are there to be copied.
                <li
                  key={id}
                  className="rounded bg-muted px-1.5 py-0.5 font-mono text-meta font-medium wrap-anywhere text-ink-soft"
                >
                  {id}
                </li>
              ))}
            </ul>
          )
        }
      </OwnPart>
    </Card>
  );
}
