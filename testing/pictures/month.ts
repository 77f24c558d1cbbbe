import { openDatabase } from "@/lib/store/database";
import { insertFigures } from "@/testing/spend/booked-figures";

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
  const database = openDatabase(url);
  const days = [...month(now)];
  try {
    await insertFigures(
      database,
      days.flatMap(({ day, team, provider, model, spend, calls }) => {
        const booked = {
          day,
          provider,
          model,
          spend,
          calls,
          failed_calls: Math.round(calls / 150),
          prompt_tokens: calls * 1180,
          completion_tokens: calls * 310,
        };
        return [
          { ...booked, type: "team" as const, id: team },
          { ...booked, type: "all" as const, id: "" },
        ];
      }),
    );
  } finally {
    await database.close();
  }
  return days.reduce((total, { spend }) => total + spend, 0);
}
