"use client";
import { useMemo } from "react";
import type { InputOf } from "@/components/api/client";
import { useRead } from "@/components/api/use-read";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import type { AccessMatrix, MatrixRow } from "@/lib/wire/matrix";
import { type Configuration, effectiveAccess, savedOverrides } from "../draft";
import { graphOf } from "./access-graph";
import { AccessGraphView } from "./access-graph-view";

/**
 * A page of the matrix as a graph, with what a draft takes and gives. `asked`: the question about the draft; absent:
 * none.
 */
export function MatrixGraph({
  matrix,
  configuration,
  asked,
  dim,
}: {
  matrix: AccessMatrix;
  configuration: Configuration;
  asked: InputOf<typeof decisionContracts.matrixChanges> | undefined;
  dim: boolean;
}) {
  const changes = useRead(decisionContracts.matrixChanges, asked ?? { settings: {} }, {
    staleTime: 0,
    retry: false,
    enabled: asked !== undefined,
  });
  const compared = asked && changes.data;
  const graph = useMemo(() => {
    const { enforce_rbac: isEnforced, role_mappings: mappings } = effectiveAccess(
      savedOverrides(configuration),
      configuration,
    );
    const internalRoleOf = ({ kind, name }: MatrixRow): string | undefined =>
      kind === "role" && isEnforced ? mappings.find(({ role }) => role === name)?.internal_role : undefined;
    return graphOf(matrix, internalRoleOf, compared);
  }, [matrix, configuration, compared]);
  return <AccessGraphView graph={graph} dim={dim} />;
}
