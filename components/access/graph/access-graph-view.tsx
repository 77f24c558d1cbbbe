"use client";
import { useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { type AccessGraph, type GraphEdge, type GraphNode, sentenceOf, throughNode } from "./access-graph";
import { dailyText, edgeWidth } from "./call-text";
import { PlainButton } from "@/components/ui/plain-button";

/** The height of a node with its distance to the next, in pixels. */
const STEP = 34;
/** Where the columns of nodes begin and end, in percent of the width. */
const COLUMNS = { who: [0, 30], as: [42, 58], what: [70, 100] } as const;

/** The dash pattern of an edge that nobody took. */
const UNUSED = "1.5 4";

const STROKES: Readonly<Record<GraphEdge["state"], string>> = {
  allowed: "stroke-line-strong",
  lost: "stroke-bad",
  gained: "stroke-good",
};

type Look = "plain" | "lit" | "faint";

/** The height of the drawing in pixels. */
export function graphHeight({ who, as, what }: Pick<AccessGraph, "who" | "as" | "what">): number {
  return STEP * Math.max(...[who, as, what].map(({ length }) => length));
}

/**
 * The matrix as a picture. A node lights up the edges that go through it. An edge is as wide as its calls, and dotted
 * without any. The table and the list say the same in words. `spoken`: the same graph before callers were grouped, so
 * that each is counted. `days`: how many days of calls are counted; undefined: none.
 */
export function AccessGraphView({
  graph,
  spoken,
  dim,
  days,
}: {
  graph: AccessGraph;
  spoken: AccessGraph;
  dim: boolean;
  days: number | undefined;
}) {
  const [pointed, setPointed] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const columns = [graph.who, graph.as, graph.what];
  const nodes = columns.flat();
  const active = nodes.find(({ key }) => key === pointed) ?? nodes.find(({ key }) => key === chosen);
  const lit = active && throughNode(graph, active.key);
  const height = graphHeight(graph);
  const middles = new Map(
    columns.flatMap((column) => {
      // Roles come first among the callers, so the internal roles stand at the top beside them.
      const top = column === graph.as ? 0 : (height - STEP * column.length) / 2;
      return column.map((node, at): [string, { node: GraphNode; y: number }] => [
        node.key,
        { node, y: top + STEP * (at + 0.5) },
      ]);
    }),
  );
  return (
    <>
      <div className="overflow-x-auto px-4 py-3" tabIndex={0} role="region" aria-label="Access graph">
        <div
          className={classNames("relative min-w-150 transition-opacity", dim && "opacity-60")}
          style={{ height }}
          onPointerLeave={() => setPointed(undefined)}
        >
          <svg
            aria-hidden
            viewBox={`0 0 100 ${height}`}
            preserveAspectRatio="none"
            className="absolute inset-0 h-full w-full"
          >
            {[...graph.edges]
              .sort((a, b) => Number(lit?.edges.has(a) ?? false) - Number(lit?.edges.has(b) ?? false))
              .map((edge) => (
                <Edge
                  key={`${edge.from} ${edge.to} ${edge.state}`}
                  edge={edge}
                  from={middles.get(edge.from)}
                  to={middles.get(edge.to)}
                  look={!lit ? "plain" : lit.edges.has(edge) ? "lit" : "faint"}
                  days={days}
                />
              ))}
          </svg>
          {[...middles.values()].map(({ node, y }) => (
            <NodeButton
              key={node.key}
              node={node}
              y={y}
              look={!lit ? "plain" : lit.nodes.has(node.key) ? "lit" : "faint"}
              isChosen={node.key === chosen}
              onChoose={() => setChosen(node.key === chosen ? undefined : node.key)}
              onPoint={(isPointed) => setPointed(isPointed ? node.key : undefined)}
            />
          ))}
        </div>
      </div>
      <Caption {...{ graph, spoken, active, days }} />
    </>
  );
}

/** What a node may use, and what the edges mean. `spoken`: the graph in which every caller is alone. */
function Caption({
  graph,
  spoken,
  active,
  days,
}: {
  graph: AccessGraph;
  spoken: AccessGraph;
  active: GraphNode | undefined;
  days: number | undefined;
}) {
  const isGroup = active !== undefined && active.column === "who" && !spoken.who.includes(active);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t px-4 py-2 text-meta">
      <p role="status" className="min-h-5 min-w-0 text-ink-soft wrap-anywhere">
        {active
          ? sentenceOf(
              isGroup ? graph : spoken,
              active,
              days === undefined ? undefined : (calls) => dailyText(calls, days),
            )
          : "Hover or select a name to highlight its access."}
      </p>
      <Legend hasWidths={days !== undefined} isCompared={graph.edges.some(({ state }) => state !== "allowed")} />
    </div>
  );
}

/** A node, which lights up the edges through it: "faint" while those of another one are lit. */
function NodeButton({
  node,
  y,
  look,
  isChosen,
  onChoose,
  onPoint,
}: {
  node: GraphNode;
  /** The middle of the node, in pixels from the top. */
  y: number;
  look: Look;
  isChosen: boolean;
  onChoose: () => void;
  onPoint: (isPointed: boolean) => void;
}) {
  const [left, right] = COLUMNS[node.column];
  return (
    <PlainButton
      aria-pressed={isChosen}
      title={node.label}
      onClick={onChoose}
      onPointerEnter={() => onPoint(true)}
      onFocus={() => onPoint(true)}
      onBlur={() => onPoint(false)}
      style={{ top: y - 14, left: `${left}%`, width: `${right - left}%` }}
      className={classNames(
        "absolute flex h-7 items-center gap-1.5 rounded-md border bg-surface px-2 text-left",
        { lit: "border-accent bg-accent-soft", faint: "text-ink-soft", plain: "hover:bg-hover" }[look],
        node.column === "as" && "justify-center",
      )}
    >
      {node.column === "who" && <span className="shrink-0 text-meta text-ink-faint">{node.kind}</span>}
      <span
        className={classNames(
          "truncate font-medium",
          (node.kind === "model" || node.kind === "mcp_server") && "font-mono text-meta",
        )}
      >
        {node.label}
      </span>
    </PlainButton>
  );
}

function Edge({
  edge: { state, calls },
  from,
  to,
  look,
  days,
}: {
  edge: GraphEdge;
  from: { readonly node: GraphNode; readonly y: number } | undefined;
  to: { readonly node: GraphNode; readonly y: number } | undefined;
  look: Look;
  days: number | undefined;
}) {
  if (!from || !to) return null;
  const [x1, x2] = [COLUMNS[from.node.column][1], COLUMNS[to.node.column][0]];
  const bend = (x1 + x2) / 2;
  const isUnused = calls === 0;
  const width = days === undefined ? 1.25 : edgeWidth(calls, days);
  return (
    <path
      d={`M${x1},${from.y} C${bend},${from.y} ${bend},${to.y} ${x2},${to.y}`}
      fill="none"
      vectorEffect="non-scaling-stroke"
      strokeWidth={look === "lit" || state !== "allowed" ? Math.max(2, width) : width}
      {...(state === "lost" ? { strokeDasharray: "5 4" } : isUnused && { strokeDasharray: UNUSED })}
      className={classNames(
        state === "allowed" && look === "lit" ? "stroke-accent" : STROKES[state],
        // A wide edge lets the edges below it show through.
        look === "faint" ? "opacity-25" : look === "plain" && state === "allowed" && "opacity-70",
      )}
    />
  );
}

/** What the widths and dashes of the edges mean. */
function Legend({ hasWidths, isCompared }: { hasWidths: boolean; isCompared: boolean }) {
  return (
    <>
      {hasWidths && (
        <p className="flex gap-3 whitespace-nowrap text-ink-soft">
          <Key width={5}>many calls</Key>
          <Key width={2}>few</Key>
          <Key width={1.5} isUnused>
            none
          </Key>
        </p>
      )}
      {isCompared && (
        <p className="flex gap-3 whitespace-nowrap">
          <span className="text-bad">– – lost by the draft</span>
          <span className="text-good">— gained by the draft</span>
        </p>
      )}
    </>
  );
}

function Key({ width, isUnused = false, children }: { width: number; isUnused?: boolean; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden viewBox="0 0 20 8" className="h-2 w-5">
        <path
          d="M0,4 H20"
          fill="none"
          strokeWidth={width}
          className="stroke-line-strong"
          {...(isUnused && { strokeDasharray: UNUSED })}
        />
      </svg>
      {children}
    </span>
  );
}
