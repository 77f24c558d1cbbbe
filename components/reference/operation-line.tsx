import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { addressOf } from "@/components/api/address";
import { classNames } from "@/components/ui/class-names";
import { CodeBlock } from "@/components/ui/code-block";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { Mono, Note } from "@/components/ui/text";
import { curlOf, type Operation, type OperationField } from "./operations";
import { PlainButton } from "@/components/ui/plain-button";

/** One operation. Unfolded, it shows its fields and the command that calls it. */
export function OperationLine({
  operation,
  isOpen,
  onToggle,
}: {
  operation: Operation;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const { method, path, summary } = operation;
  const id = useId();
  return (
    <li>
      <h3>
        <PlainButton
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="grid w-full grid-cols-[auto_3.25rem_minmax(0,1fr)] items-baseline gap-x-2 px-4 py-2 text-left -outline-offset-2 hover:bg-hover/60 sm:grid-cols-[auto_3.25rem_minmax(0,18rem)_minmax(0,1fr)] sm:gap-x-3"
        >
          <ChevronRight
            className={classNames("mt-1 size-3.5 self-start text-ink-faint", isOpen && "rotate-90")}
            aria-hidden
          />
          <span className={classNames("font-mono text-meta font-semibold", COLOURS[method] ?? "text-ink-soft")}>
            {method}
          </span>
          <Mono className="font-medium wrap-anywhere">{path}</Mono>
          <span className="text-ink-soft max-sm:col-start-3">
            <Words text={summary} />
          </span>
        </PlainButton>
      </h3>
      <div id={id} className="space-y-3 px-4 pt-1 pb-4 sm:pl-11" hidden={!isOpen}>
        {isOpen && <Details operation={operation} />}
      </div>
    </li>
  );
}

const COLOURS: Readonly<Record<string, string>> = { GET: "text-good", POST: "text-accent-text", DELETE: "text-bad" };

function Details({ operation }: { operation: Operation }) {
  const { aliases, fields, path } = operation;
  return (
    <>
      {aliases.length > 0 && (
        <Note>
          Also at <code className="font-mono">{aliases.join(", ")}</code>.
        </Note>
      )}
      {fields.length === 0 ? (
        <p className="text-ink-faint">It takes no fields.</p>
      ) : (
        <div className="overflow-hidden rounded-md border">
          <Table label={`Fields of ${path}`}>
            <thead>
              <tr>
                <HeadCell>Field</HeadCell>
                <HeadCell className="hidden sm:table-cell">In</HeadCell>
                <HeadCell>Type</HeadCell>
                <HeadCell className="hidden md:table-cell">Meaning</HeadCell>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <FieldRow key={`${field.place} ${field.name}`} field={field} />
              ))}
            </tbody>
          </Table>
        </div>
      )}
      <CodeBlock label="curl" code={curlOf(operation, window.location.origin + addressOf(""))} />
    </>
  );
}

function FieldRow({ field: { name, place, type, required, description } }: { field: OperationField }) {
  return (
    <Row>
      <Cell className="align-top">
        <Mono as="code" className="font-medium">
          {name}
        </Mono>
        {required && <span className="ml-1.5 text-meta text-warn">required</span>}
        <span className="block max-w-44 text-meta text-ink-soft md:hidden">
          <Words text={description} />
        </span>
      </Cell>
      <Cell className="hidden align-top text-ink-soft sm:table-cell">{place}</Cell>
      <Cell className="align-top md:min-w-44">
        <Mono as="code" className="wrap-anywhere text-ink-soft">
          {type}
        </Mono>
      </Cell>
      <Cell className="hidden align-top text-ink-soft md:table-cell">
        <Words text={description} />
      </Cell>
    </Row>
  );
}

/** A text of the OpenAPI document, with code between backticks. */
function Words({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="font-mono text-meta">
        {part}
      </code>
    ),
  );
}
