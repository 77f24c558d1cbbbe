"use client";
import { useMemo } from "react";
import { FindingLines } from "@/components/access/finding-lines";
import { useApiDescription } from "@/components/api/use-api-description";
import { listRoutes } from "@/components/explain/question";
import { NamesField } from "@/components/shared/forms/names-field";
import { canonicalRoute, isRouteFamily, ROUTE_FAMILIES } from "@/lib/auth/routes";
import { checkKeyRoutes } from "@/lib/settings/access-checks";
import { toFinding } from "@/lib/config/finding";

/**
 * The `allowed_routes` of a key. Entries that open nothing are reported while typing, by the code that checks settings.
 */
export function RoutesField({ values, onChange }: { values: readonly string[]; onChange: (routes: string[]) => void }) {
  const description = useApiDescription();
  const routes = useMemo(
    () =>
      listRoutes(description.data).flatMap(({ path, family, access }) =>
        isRouteFamily(family) ? [{ path: canonicalRoute(path), family, access }] : [],
      ),
    [description.data],
  );
  // Until the API description is read, only one route is known, and any other would count as a mistake.
  const faults = description.data === undefined ? [] : checkKeyRoutes(values, routes);
  return (
    <div>
      <NamesField
        label="Routes"
        hint="Paths, * patterns or family names. Leave empty for model and info routes."
        values={values}
        known={ROUTE_FAMILIES}
        invalid={new Set(faults.flatMap(({ path: [index] }) => (typeof index === "number" ? [index] : [])))}
        onChange={onChange}
        placeholder="Model and info routes"
      />
      <div aria-live="polite">
        <FindingLines findings={faults.map((fault) => toFinding(fault))} />
      </div>
    </div>
  );
}
