"use client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { apiGet } from "@/components/api/client";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { matchesPattern } from "@/lib/patterns/wildcard";
import { OwnPart } from "./own-part";

const visibleModelsQuery = queryOptions({
  queryKey: ["models", "visible"],
  queryFn: ({ signal }) => apiGet<{ data: { id: string }[] }>("/v1/models", { return_wildcard_routes: "true" }, signal),
});

/** The names without those that a pattern of the list stands for already. */
function withoutExamples(names: readonly string[]): string[] {
  const patterns = names.filter((name) => name.includes("*"));
  return names.filter((name) => name.includes("*") || !patterns.some((pattern) => matchesPattern(pattern, name)));
}

/** The model names the caller may use, as `GET /v1/models` tells any client. */
export function OwnModels() {
  const models = useQuery(visibleModelsQuery);
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
                <li key={id}>
                  <Badge>
                    <span className="font-mono break-all">{id}</span>
                  </Badge>
                </li>
              ))}
            </ul>
          )
        }
      </OwnPart>
    </Card>
  );
}
