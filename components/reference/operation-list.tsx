"use client";
import { Search } from "lucide-react";
import { useMemo } from "react";
import { formatCount } from "@/components/api/format";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { Mono, Note } from "@/components/ui/text";
import { OperationLine } from "./operation-line";
import { matching, type Operation, operationsOf } from "./operations";

/** The families of routes, as configuration files name them. */
const FAMILIES = [
  ["openai_routes", "Models, in OpenAI's dialect"],
  ["anthropic_routes", "Models, in Anthropic's dialect"],
  ["google_routes", "Models, in Google's dialect"],
  ["mcp_routes", "Tools"],
  ["info_routes", "Information"],
  ["spend_routes", "Spend"],
  ["management_routes", "Management"],
  ["public_routes", "Open to everybody"],
] as const;

/** The operations of an OpenAPI document that a search finds, by their families. */
export function OperationList({
  document,
  search,
  open,
  onChange,
}: {
  document: unknown;
  search: string;
  /** The id of the unfolded operation. */
  open: string;
  onChange: (to: { search?: string; operation?: string }) => void;
}) {
  const all = useMemo(() => operationsOf(document), [document]);
  const found = useMemo(() => matching(all, search), [all, search]);
  return (
    <>
      <Note role="status" className="mb-2">
        {formatCount(found.length)} {found.length === 1 ? "operation" : "operations"}
      </Note>
      {found.length === 0 && (
        <Card>
          <EmptyState
            icon={Search}
            title="No operation matches this search"
            action={<Button onClick={() => onChange({ search: "" })}>Clear search</Button>}
          >
            The search looks into paths, descriptions and the names of fields.
          </EmptyState>
        </Card>
      )}
      <div className="space-y-5">
        {FAMILIES.map(([family, title]) => (
          <Family
            key={family}
            family={family}
            title={title}
            operations={found.filter((one) => one.family === family)}
            open={open}
            onOpen={(id) => onChange({ operation: id })}
          />
        ))}
      </div>
    </>
  );
}

function Family({
  family,
  title,
  operations,
  open,
  onOpen,
}: {
  family: string;
  title: string;
  operations: readonly Operation[];
  /** The id of the unfolded operation. */
  open: string;
  onOpen: (id: string) => void;
}) {
  if (operations.length === 0) return null;
  return (
    <Card>
      <CardHeader title={title}>
        <Mono as="code" className="text-ink-faint">
          {family}
        </Mono>
      </CardHeader>
      <ul className="divide-y" aria-label={title}>
        {operations.map((one) => (
          <OperationLine
            key={one.id}
            operation={one}
            isOpen={one.id === open}
            onToggle={() => onOpen(one.id === open ? "" : one.id)}
          />
        ))}
      </ul>
    </Card>
  );
}
