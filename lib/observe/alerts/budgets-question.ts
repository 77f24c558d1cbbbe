import type { OpenAlert } from "@/lib/alert";
import type { Settings } from "@/lib/config/schema";
import { ENTITY_KINDS, type EntityType } from "@/lib/entity-type";
import { decimalUnits } from "@/lib/prices/money";
import type { AlertTurn } from "@/lib/store/alerts/alert-turn";
import type { BudgetNow, BudgetsQuestion } from "./decide-budgets";
import { idsOfPayer, payerFacts } from "./payer-facts";

/** Older notices are from a time when alerts were off. */
const NOTICED_WITHIN_MS = 3_600_000;

/** Reads everything that the decision about budgets needs. @throws the database's error */
export async function readBudgetsQuestion(
  turn: AlertTurn,
  { now, settings, open }: { now: number; settings: Settings; open: readonly OpenAlert[] },
): Promise<BudgetsQuestion> {
  const notices = await turn.takeNotices({ now, since: now - NOTICED_WITHIN_MS });
  const alerts = open.filter(({ type }) => type === "max_budget" || type === "soft_budget");
  const nameOf = await turn.payerNames(notices.map(({ type, id }) => idsOfPayer(type, id)));
  return {
    notices,
    open: alerts,
    present: await readPresent(turn, settings, alerts),
    payer: (type, id) => payerFacts(type, id, nameOf(idsOfPayer(type, id))),
    now,
  };
}

async function readPresent(
  turn: AlertTurn,
  settings: Settings,
  alerts: readonly OpenAlert[],
): Promise<ReadonlyMap<string, BudgetNow>> {
  const budgets = alerts.flatMap(({ id: alertId, memo = {} }) => {
    const { type, id, start, end } = memo;
    if (!isEntityType(type) || typeof id !== "string" || typeof start !== "number") return [];
    return [{ alertId, type, id, start, end: typeof end === "number" ? end : Number.POSITIVE_INFINITY }];
  });
  const [limits, booked] = [await turn.limits(budgets), await turn.booked(budgets)];
  const present = new Map<string, BudgetNow>();
  for (const [index, { alertId, type, id }] of budgets.entries()) {
    const found = type === "model" ? limitsOfModel(settings, id) : limits[index];
    if (found) present.set(alertId, { ...found, booked: booked[index] ?? 0n });
  }
  return present;
}

/** The lowest limits of the entries with a name. */
function limitsOfModel({ models }: Settings, name: string): Pick<BudgetNow, "maximum" | "soft"> | undefined {
  const infos = models.filter((entry) => entry.model_name === name).flatMap(({ model_info: info }) => info ?? []);
  if (infos.length === 0) return undefined;
  const lowest = (amounts: readonly (number | undefined)[]): bigint | undefined => {
    const known = amounts.filter((amount) => amount !== undefined);
    return known.length === 0 ? undefined : decimalUnits(Math.min(...known), 9);
  };
  return {
    maximum: lowest(infos.map(({ max_budget: budget }) => budget)),
    soft: lowest(infos.map(({ soft_budget: budget }) => budget)),
  };
}

function isEntityType(type: unknown): type is EntityType {
  return typeof type === "string" && Object.hasOwn(ENTITY_KINDS, type);
}
