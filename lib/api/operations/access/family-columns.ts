import type { Operation } from "@/lib/api/operation";
import { ROUTE_FAMILIES } from "@/lib/auth/routes";
import type { Column } from "@/lib/gateway/explain/matrix";
import { isOfFamily } from "@/lib/gateway/explain/route-family";

/** One route for each family: one that belongs to no other family and, if possible, takes no model. */
export function familyColumns(operations: readonly Operation[]): Column[] {
  return ROUTE_FAMILIES.filter((family) => family !== "public_routes").flatMap((family) => {
    const own = operations.filter(({ path, route = path, family: own }) => isOfFamily({ route, family: own }, family));
    const operation = own.find(({ modelBody, path }) => !modelBody && !path.includes("{")) ?? own[0];
    return operation
      ? [
          {
            kind: "family",
            name: family,
            family: operation.family,
            access: operation.access,
            effect: operation.effect,
            method: operation.method,
            route: operation.route ?? operation.path,
          } as const,
        ]
      : [];
  });
}
