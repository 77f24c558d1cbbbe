/** How a sum changed, in words: "12% more than the 30 days before". `period`: the words for the period before. */
export function changeText(now: number, before: number, period: string): string {
  if (before === 0) return now === 0 ? `as ${period}` : `nothing in ${period}`;
  const change = (now - before) / before;
  if (Math.abs(change) < 0.005) return `as ${period}`;
  const percent = Math.abs(change) >= 10 ? "over 10 times" : `${Math.round(Math.abs(change) * 100)}%`;
  return change >= 10 ? `${percent} ${period}` : `${percent} ${change > 0 ? "more" : "less"} than ${period}`;
}
