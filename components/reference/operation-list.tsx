"use client";
import { Search } from "lucide-react";
import { useMemo } from "react";
import { formatCount } from "@/components/api/format";
import { useAddress } from "@/components/shared/use-address";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { SearchInput } from "@/components/ui/search-input";
import { EmptyState } from "@/components/ui/states";
import { Mono, Note } from "@/components/ui/text";
import { OperationLine } from "./operation-line";
import { matching, type Operation, operationsOf } from "./operations";

/** What the address of the page holds: the search, and the unfolded operation. */
const USUAL = { search: "", operation: "" };

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

/** The operations of an OpenAPI document by their families, with a search. */
export function OperationList({ document }: { document: unknown }) {
  const [{ search, operation }, change] = useAddress(USUAL);
  const all = useMemo(() => operationsOf(document), [document]);
  const found = useMemo(() => matching(all, search), [all, search]);
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <SearchInput
          className="w-full sm:w-80"
          label="Search operations"
          placeholder="Path, words or field"
          value={search}
          onChange={(event) => change({ search: event.target.value }, "typed")}
        />
        <Note role="status">
          {formatCount(found.length)} {found.length === 1 ? "operation" : "operations"}
        </Note>
      </div>
      {found.length === 0 && (
        <Card>
          <EmptyState
            icon={Search}
            title="No operation matches this search"
            action={<Button onClick={() => change({ search: "" })}>Clear search</Button>}
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
            open={operation}
            onOpen={(id) => change({ operation: id })}
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
