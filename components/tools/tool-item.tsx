"use client";
import { BadgeCheck, ChevronRight } from "lucide-react";
import { FieldChangesList } from "@/components/shared/changes/field-changes-list";
import { fieldChanges } from "@/components/shared/changes/field-changes";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Ago } from "@/components/shared/time";
import { Badge, type Tone } from "@/components/ui/badge";
import { Mono, Note } from "@/components/ui/text";
import { hiddenName, textParts, withoutHidden } from "@/lib/hidden-text";
import type { ShownTool } from "@/lib/wire/contracts/tools";
import { isChanged, needsApproval, parametersOf, pinnedOf, textIn, toolMark } from "./tool-facts";

/** One tool: its name and marks, and unfolded what its server says of it. */
export function ToolItem({
  tool,
  isOpen,
  onApprove,
}: {
  tool: ShownTool;
  /** Whether it is unfolded at first. */
  isOpen: boolean;
  onApprove: (tool: ShownTool) => void;
}) {
  const { tool: name, definition } = tool;
  const title = textIn(definition, "title");
  return (
    <li>
      <details className="group" open={isOpen}>
        <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2 hover:bg-hover/60 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            className="size-3.5 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
            aria-hidden
          />
          <Mono className="min-w-0 font-medium wrap-anywhere">
            <ServerText text={name} />
          </Mono>
          {title !== "" && (
            <span className="min-w-0 truncate text-meta text-ink-faint">
              <ServerText text={title} />
            </span>
          )}
          <span className="ml-auto flex shrink-0 items-center gap-1.5">
            <StateBadge tool={tool} />
            <EffectBadge tool={tool} />
          </span>
        </summary>
        <div className="space-y-3 border-t bg-muted/30 px-3 py-3">
          <ToolDetail tool={tool} onApprove={onApprove} />
        </div>
      </details>
    </li>
  );
}

const EFFECTS: Readonly<Record<string, Tone>> = { Reads: "neutral", Writes: "accent", Destructive: "bad" };

function EffectBadge({ tool: { definition } }: { tool: ShownTool }) {
  const { label, because } = toolMark(definition);
  return (
    <Badge tone={EFFECTS[label] ?? "neutral"} title={because}>
      {label}
    </Badge>
  );
}

function StateBadge({ tool }: { tool: ShownTool }) {
  const { state, reason, listed } = tool;
  if (listed === false) return <Badge title="Its server no longer lists it.">No longer listed</Badge>;
  if (state === "approved") return null;
  return (
    <Badge tone="warn" {...(reason !== null && { title: reason })}>
      {isChanged(tool) ? "Changed" : "New"}
      {state === "held" ? ", held" : ", served"}
    </Badge>
  );
}

function ToolDetail({ tool, onApprove }: { tool: ShownTool; onApprove: (tool: ShownTool) => void }) {
  const { state, reason, definition, approved_definition: approved, approved_by: by, approved_at: at } = tool;
  const description = textIn(definition, "description");
  return (
    <>
      {tool.listed === false && (
        <p className="text-ink-soft">
          Its server no longer lists it. Its approval counts again if it comes back unchanged.
        </p>
      )}
      {needsApproval(tool) && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 flex-1 basis-60 text-warn">{reason}</p>
          <WriteButton size="small" variant="primary" onClick={() => onApprove(tool)}>
            <BadgeCheck className="size-3.5" aria-hidden /> Approve
          </WriteButton>
        </div>
      )}
      {isChanged(tool) && approved !== null ? (
        <FieldChangesList
          label={`What has changed in ${tool.tool}`}
          changes={fieldChanges(withoutHidden(pinnedOf(approved)), withoutHidden(pinnedOf(definition)))}
        />
      ) : (
        description !== "" && (
          <p className="max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
            <ServerText text={description} />
          </p>
        )
      )}
      <Parameters definition={definition} />
      <details>
        <summary className="cursor-pointer text-meta text-ink-soft">As JSON</summary>
        <pre
          tabIndex={0}
          aria-label={`${tool.tool} as JSON`}
          className="mt-2 max-h-80 overflow-auto rounded-md border bg-surface px-3 py-2 font-mono text-meta leading-5"
        >
          {JSON.stringify(withoutHidden(definition), null, 2)}
        </pre>
      </details>
      {by !== null && at !== null && (
        <Note>
          {state === "approved" ? "Approved" : "An earlier definition was approved"} by {by} <Ago iso={at} />
        </Note>
      )}
    </>
  );
}

function Parameters({ definition }: { definition: ShownTool["definition"] }) {
  const parameters = parametersOf(definition);
  if (parameters.length === 0) return <p className="text-ink-faint">It takes no arguments.</p>;
  return (
    <dl aria-label="Arguments" className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)]">
      {parameters.map(({ name, type, isRequired, description }) => (
        <div key={name} className="contents">
          <dt className="min-w-0">
            <Mono className="font-medium wrap-anywhere">
              <ServerText text={name} />
            </Mono>
            {isRequired && <span className="text-meta text-ink-faint"> required</span>}
          </dt>
          <dd className="min-w-0 text-meta wrap-anywhere text-ink-soft">
            <Mono>
              <ServerText text={type} />
            </Mono>{" "}
            <ServerText text={description} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A text of a server, in which characters that nobody sees are named. */
function ServerText({ text }: { text: string }) {
  return textParts(text).map(({ text: part, isHidden }, index) =>
    isHidden ? (
      <mark key={index} className="rounded-sm bg-bad-soft px-1 font-mono text-meta text-bad">
        {hiddenName(part)}
      </mark>
    ) : (
      <span key={index}>{part}</span>
    ),
  );
}
