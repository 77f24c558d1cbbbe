import { alertRuleValues, type AlertRuleValues } from "@/lib/config/alerts/stored-alerts";

interface AlertRuleRow {
  readonly id: string;
  readonly values: unknown;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface AlertRuleRecord extends AlertRuleValues {
  readonly type: string;
  readonly created_by: string;
  readonly created_at: string;
  readonly updated_at: string;
}

const USUAL: AlertRuleValues = { enabled: true, channels: null, thresholds: {} };

/** A rule of the database as the API and audit events show it. What this version cannot read is shown as usual. */
export function alertRuleRecord({ id, values, createdBy, createdAt, updatedAt }: AlertRuleRow): AlertRuleRecord {
  return {
    type: id,
    ...alertRuleValues.catch(USUAL).parse(values),
    created_by: createdBy,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
