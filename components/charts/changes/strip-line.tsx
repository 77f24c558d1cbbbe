/** The line of what happened in a step of a strip of bars, which is drawn as wide as its place allows. */
export function StripLine({ x, height }: { x: number; height: number }) {
  return (
    <line
      x1={x}
      x2={x}
      y1={0}
      y2={height}
      stroke="var(--accent)"
      strokeDasharray="2 3"
      vectorEffect="non-scaling-stroke"
      pointerEvents="none"
    />
  );
}
