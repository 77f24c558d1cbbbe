"use client";
import { CircleCheck, CircleX, LoaderCircle, type LucideIcon, OctagonPause } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount, formatDollars, formatDuration } from "@/components/api/format";
import { CheckList } from "@/components/explain/check-list";
import { Facts } from "@/components/shared/facts";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { Mono } from "@/components/ui/text";
import type { PlaygroundDecision } from "@/lib/wire/contracts/playground";
import type { Run } from "./run";

const PHASES: Readonly<Record<Run["phase"], { label: string; icon: LucideIcon; colour: string }>> = {
  waiting: { label: "Waiting for the model", icon: LoaderCircle, colour: "text-accent-text" },
  streaming: { label: "Answering", icon: LoaderCircle, colour: "text-accent-text" },
  done: { label: "Answered", icon: CircleCheck, colour: "text-good" },
  stopped: { label: "Stopped", icon: OctagonPause, colour: "text-ink-soft" },
  refused: { label: "Refused", icon: CircleX, colour: "text-bad" },
  failed: { label: "Failed", icon: CircleX, colour: "text-bad" },
};

/** One call: its answer as it comes, what it uses and costs, and the decision. */
export function RunView({
  run,
  isAdministrator,
  onContinue,
}: {
  run: Run;
  /** Whether the reader has the pages of calls and refusals. */
  isAdministrator: boolean;
  /** Goes on with the conversation. Undefined: two answers, of which neither is the conversation's. */
  onContinue: ((run: Run) => void) | undefined;
}) {
  const { model, phase, text, calls, failure, decision } = run;
  const { label, icon: Icon, colour } = PHASES[phase];
  const open = phase === "waiting" || phase === "streaming";
  return (
    <div role="region" aria-label={`Call of ${model}`} className="min-w-0 space-y-5">
      <Card>
        <CardHeader title={<Mono className="wrap-anywhere">{model}</Mono>}>
          <span role="status" className={classNames("inline-flex items-center gap-1.5 font-medium", colour)}>
            <Icon className={classNames("size-4", open && "animate-spin motion-reduce:animate-none")} aria-hidden />
            {label}
          </span>
        </CardHeader>
        <div className="space-y-3 p-4">
          {(text !== "" || open) && (
            <p
              data-testid="answer"
              aria-busy={open}
              className="min-h-24 leading-relaxed break-words whitespace-pre-wrap"
            >
              {text}
            </p>
          )}
          {phase === "done" && text === "" && calls.length === 0 && (
            <p className="text-ink-faint">The answer has no text.</p>
          )}
          {calls.length > 0 && <ToolCalls calls={calls} />}
          {failure && (
            <p role="alert" className="break-words">
              <Mono as="code" className="font-medium text-bad">
                {failure.code}
              </Mono>{" "}
              {failure.message}
            </p>
          )}
          {run.decisionId !== undefined && <AfterRefusal id={run.decisionId} isAdministrator={isAdministrator} />}
          {onContinue && phase === "done" && (text !== "" || calls.length > 0) && (
            <Button size="small" onClick={() => onContinue(run)}>
              {calls.length > 0 ? "Give the results" : "Continue from this answer"}
            </Button>
          )}
        </div>
        {(decision?.allow ?? false) && (
          <div className="border-t p-4">
            <Facts rows={figures(run, isAdministrator)} />
          </div>
        )}
      </Card>
      {decision && <CheckList checks={decision.checks.filter(applies)} />}
    </div>
  );
}

/** The tools that the model asks for, each with its arguments. */
function ToolCalls({ calls }: { calls: Run["calls"] }) {
  return (
    <ul aria-label="Tools asked for" className="space-y-2">
      {calls.map((call, index) => (
        <li key={index} className="rounded-md border bg-muted/50 px-3 py-2">
          <Mono className="font-medium">{call.name}</Mono>
          <pre className="mt-1 font-mono text-meta break-words whitespace-pre-wrap text-ink-soft">
            {indented(call.arguments)}
          </pre>
        </li>
      ))}
    </ul>
  );
}

/** JSON on several lines. What is not JSON, or not yet, stays as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function AfterRefusal({ id, isAdministrator }: { id: string; isAdministrator: boolean }) {
  const href = isAdministrator ? `/console/explain?id=${encodeURIComponent(id)}` : "/console";
  return (
    <Link href={href} className="font-medium text-accent-text hover:underline">
      {isAdministrator ? "Explain this refusal" : "Request access under Refused to you"}
    </Link>
  );
}

/** Whether a check passed or failed. Skipped ones are left to *Explain*. */
function applies({ outcome }: PlaygroundDecision["checks"][number]): boolean {
  return outcome === "pass" || outcome === "fail";
}

function figures(
  { decision, deployment, usage, pieces, phase }: Run,
  isAdministrator: boolean,
): (readonly [string, ReactNode])[] {
  const unknown = phase === "waiting" || phase === "streaming" ? "…" : "—";
  const id = usage?.call_id ?? deployment?.call_id;
  const attempts = usage?.attempts ?? deployment?.attempts ?? 1;
  const fallback = deployment?.fallback ? ` as the fallback ${deployment.fallback}` : "";
  const where = usage ? `${usage.provider}/${usage.model}` : deployment?.deployment;
  const tokens = usage
    ? `${formatCount(usage.prompt_tokens)} in, ${formatCount(usage.completion_tokens)} out`
    : `about ${formatCount(pieces)} out`;
  const cost = usage ? (usage.cost === null ? "No price is known" : formatDollars(usage.cost)) : unknown;
  const obligations = decision?.obligations ?? [];
  return [
    ["Deployment", where === undefined ? unknown : `${where}${fallback}${attempts > 1 ? `, attempt ${attempts}` : ""}`],
    ["Tokens", tokens],
    ["Cost", cost],
    ["First token", usage?.first_token_ms == null ? unknown : formatDuration(usage.first_token_ms)],
    ["Duration", usage ? formatDuration(usage.duration_ms) : unknown],
    ...(obligations.length > 0 ? [["Not done here", `A real call ${obligations.join(" and ")}.`] as const] : []),
    [
      "Call",
      id === undefined ? (
        unknown
      ) : !isAdministrator ? (
        <Mono className="wrap-anywhere">{id}</Mono>
      ) : (
        <Link
          href={`/console/requests?call_id=${encodeURIComponent(id)}`}
          className="font-mono text-meta wrap-anywhere text-accent-text hover:underline"
        >
          {id}
        </Link>
      ),
    ],
  ];
}
