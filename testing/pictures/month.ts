import pg from "pg";

/** The teams with their dollars on a usual day and the models of their calls. */
export const TEAMS = [
  ["support-assistant", 41, ["openai", "gpt-4o"]],
  ["search-relevance", 28, ["anthropic", "claude-sonnet-4-5"]],
  ["data-platform", 17, ["openai", "gpt-4o-mini"]],
  ["contract-review", 12, ["anthropic", "claude-sonnet-4-5"]],
  ["mobile-app", 7, ["openai", "gpt-4o-mini"]],
] as const;
export const DAYS = 30;

/**
 * A month as a platform team would see it: growing, quieter at weekends, and the same on every run except for the
 * dates.
 */
function* month(
  now: number,
): Generator<{ day: string; team: string; provider: string; model: string; spend: number; calls: number }> {
  for (let back = DAYS - 1; back >= 0; back--) {
    const date = new Date(now - back * 86_400_000);
    const weekend = [0, 6].includes(date.getUTCDay()) ? 0.35 : 1;
    for (const [index, [team, dollars, [provider, model]]] of TEAMS.entries()) {
      const wave = 1 + 0.22 * Math.sin(back * 1.7 + index * 2.1);
      const spend = dollars * weekend * wave * (1 - back / 90);
      yield {
        day: date.toISOString().slice(0, 10),
        team,
        provider,
        model,
        spend: Number(spend.toFixed(6)),
        calls: Math.round(spend * 55),
      };
    }
  }
}

/** Books the totals of a month that ends at an instant, without the calls behind them. Resolves to the dollars. */
export async function fillMonth(url: string, now: number): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  let total = 0;
  try {
    for (const { day, team, provider, model, spend, calls } of month(now)) {
      total += spend;
      for (const [type, id] of [
        ["team", team],
        ["all", ""],
      ]) {
        await client.query(
          `INSERT INTO daily_totals (day, entity_type, entity_id, model, provider, spend, calls, failed_calls, prompt_tokens, completion_tokens, unpriced_calls)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0)
           ON CONFLICT (day, entity_type, entity_id, model, provider)
           DO UPDATE SET spend = daily_totals.spend + excluded.spend, calls = daily_totals.calls + excluded.calls,
             failed_calls = daily_totals.failed_calls + excluded.failed_calls,
             prompt_tokens = daily_totals.prompt_tokens + excluded.prompt_tokens,
             completion_tokens = daily_totals.completion_tokens + excluded.completion_tokens`,
          [day, type, id, model, provider, spend, calls, Math.round(calls / 150), calls * 1180, calls * 310],
        );
      }
    }
  } finally {
    await client.end();
  }
  return total;
}
