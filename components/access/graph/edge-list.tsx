import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { type AccessGraph, type GraphNode, throughNode } from "./access-graph";
import { dailyText } from "./call-text";

/** How many names are listed before the toggle. */
const SHOWN = 8;

/** The graph in words: what each caller uses, and what it may use and never did. `graph`: not folded. */
export function EdgeList({ graph, days }: { graph: AccessGraph; days: number }) {
  const inForce = graph.edges.filter(({ state }) => state !== "gained");
  return (
    <details className="border-t">
      <summary className="cursor-pointer px-4 py-2 text-meta font-medium text-accent-text">As a list</summary>
      <Table label="Calls a day of each">
        <thead>
          <tr>
            <HeadCell>Who</HeadCell>
            <HeadCell align="right">Calls</HeadCell>
            <HeadCell>Used</HeadCell>
            <HeadCell>May use, no calls</HeadCell>
          </tr>
        </thead>
        <tbody>
          {graph.who.map((one) => {
            const { nodes } = throughNode({ who: graph.who, edges: inForce }, one.key);
            const own = graph.calls?.get(one.key);
            const callsOf = ({ key }: GraphNode): number => own?.byWhat.get(key) ?? 0;
            const open = graph.what.filter(({ key }) => nodes.has(key));
            const used = graph.what.filter((what) => callsOf(what) > 0).toSorted((a, b) => callsOf(b) - callsOf(a));
            return (
              <Row key={one.key}>
                <Cell className="align-top">
                  <span className="text-ink-faint">{one.kind}</span>{" "}
                  <span className="font-medium break-words">{one.label}</span>
                </Cell>
                <Cell align="right" className="align-top whitespace-nowrap tabular-nums">
                  {dailyText(own?.count ?? 0, days)}
                </Cell>
                <Cell className="align-top">
                  <Names names={used.map((what) => `${what.label} ${dailyText(callsOf(what), days)}`)} none="Nothing" />
                </Cell>
                <Cell className="align-top">
                  <Names names={open.filter((what) => callsOf(what) === 0).map(({ label }) => label)} none="–" />
                </Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
    </details>
  );
}

/** Names with commas, those after the first `SHOWN` behind a toggle. */
function Names({ names, none }: { names: readonly string[]; none: string }) {
  if (names.length === 0) return <span className="text-ink-faint">{none}</span>;
  const rest = names.slice(SHOWN);
  return (
    <span className="wrap-anywhere">
      {names.slice(0, SHOWN).join(", ")}
      {rest.length > 0 && (
        <details className="text-meta">
          <summary className="cursor-pointer text-accent-text">{rest.length} more</summary>
          {rest.join(", ")}
        </details>
      )}
    </span>
  );
}
