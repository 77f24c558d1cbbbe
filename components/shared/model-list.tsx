import { Badge } from "@/components/ui/badge";

/** A `models` list. As in the rules, an empty list means every model. */
export function ModelList({ models, most = 3 }: { models: readonly string[]; most?: number }) {
  if (models.length === 0) return <span className="text-ink-faint">All</span>;
  const hidden = models.length - most;
  return (
    <span className="flex min-w-0 flex-wrap gap-1">
      {models.slice(0, most).map((model) => (
        <Badge key={model} title={model}>
          <span className="max-w-40 min-w-0 truncate font-mono 2xl:max-w-56">{model}</span>
        </Badge>
      ))}
      {hidden > 0 && <Badge title={models.slice(most).join(", ")}>+{hidden}</Badge>}
    </span>
  );
}
