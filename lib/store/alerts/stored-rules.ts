import type { Prisma, StoredAlertRule } from "@/lib/store/generated/client";
import { alertRuleRecord } from "@/lib/wire/alerts/alert-rule";
import { sealedStore } from "../settings/sealed-rows";

/** What the database says about a type of alert, which is its id. */
export type StoredAlertRuleRow = StoredAlertRule;

/** What administrators have set about types of alerts. */
export const storedAlertRules = sealedStore<StoredAlertRuleRow, { readonly values: Prisma.InputJsonObject }>({
  table: "alert_rules",
  columns: `id, "values", created_by AS "createdBy", created_at AS "createdAt", updated_at AS "updatedAt"`,
  lock: "alertRule",
  audited: { entityType: "alert_rule", record: alertRuleRecord },
  actions: { create: "alert_rule.update", update: "alert_rule.update", delete: "alert_rule.delete" },
  param: { new: "type", known: "type" },
  taken: "Somebody else has just changed this rule. Read it again.",
  rows: ({ storedAlertRule }) => ({
    create: (data) => storedAlertRule.create({ data }),
    find: (id) => storedAlertRule.findUniqueOrThrow({ where: { id } }),
    update: (id, data) => storedAlertRule.update({ where: { id }, data }),
    delete: (id) => storedAlertRule.delete({ where: { id } }),
  }),
  // Alerts are read with the settings.
  changes: () => [{ entity: "config", id: "" }],
});
