"use client";
import { useMemo } from "react";
import { useFoundDocuments } from "@/components/documents/use-found-documents";
import { PAGED, useRead } from "@/components/api/use-read";
import { anyAddress, dashboardAddress, entityAddress, toolAddress } from "@/components/shared/entity-address";
import { useDebounced } from "@/components/shared/use-debounced";
import { dashboardContracts } from "@/lib/wire/contracts/dashboards/dashboards";
import { modelContracts } from "@/lib/wire/contracts/models";
import { providerKeyContracts } from "@/lib/wire/contracts/provider-keys";
import { type FoundEntity, searchContract } from "@/lib/wire/contracts/search";
import { toolServerContracts } from "@/lib/wire/contracts/tool-servers";
import type { Dashboard } from "@/lib/wire/dashboards/dashboard";
import type { ServerHealthView } from "@/lib/wire/tools/server-state";
import { fitting } from "./commands";
import { mayBeSecret } from "./pasted";

/** An entity to go to: its name (`label`), a detail that distinguishes it from namesakes, and its address. */
export interface Result {
  readonly group: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly path: string;
}

/** How many of each kind are offered. */
const SHOWN = 5;
const PAUSE_MS = 150;

/**
 * The entities, models, issuers and dashboards whose name or id holds the text. A string that may be a secret is not
 * sent.
 */
export function useResults(typed: string): {
  readonly results: readonly Result[];
  readonly isBusy: boolean;
  readonly error: Error | undefined;
} {
  const text = typed.trim();
  const settled = useDebounced(text, PAUSE_MS);
  const enabled = text !== "" && settled !== "" && !mayBeSecret(text) && !mayBeSecret(settled);
  // When another text settles, the earlier read is cancelled.
  const entities = useRead(searchContract, { text: settled, size: SHOWN }, { ...PAGED, enabled });
  const models = useRead(modelContracts.info, {}, { enabled });
  const issuers = useRead(providerKeyContracts.show, {}, { enabled });
  // Settings and lists in memory: what a server that does not answer has shown before is found as well.
  const servers = useRead(toolServerContracts.health, { names: "true" }, { enabled });
  const dashboards = useRead(dashboardContracts.list, {}, { enabled });
  const documents = useFoundDocuments(settled, enabled);
  const all = [entities, models, issuers, servers, dashboards];
  const results = useMemo((): Result[] => {
    if (!enabled) return [];
    const names = [...new Set((models.data?.data ?? []).map(({ model_name: name }) => name))];
    const deployments = (models.data?.data ?? []).map(({ id, upstream_model: label, model_name }) => ({
      id,
      label,
      also: `${id} ${model_name}`,
    }));
    const known = (issuers.data?.data ?? []).flatMap(({ issuer }) => (issuer === null ? [] : [{ label: issuer }]));
    return [
      ...(entities.data?.data ?? []).map(entityResult),
      ...fitting(
        settled,
        names.map((label) => ({ label })),
      )
        .slice(0, SHOWN)
        .map(({ label }) => ({ group: "Models", label, path: entityAddress("model", label) })),
      ...fitting(settled, deployments)
        .slice(0, SHOWN)
        .map(({ id, label }) => ({ group: "Deployments", label, detail: id, path: entityAddress("deployment", id) })),
      ...fitting(settled, known)
        .slice(0, SHOWN)
        .map(({ label }) => ({ group: "Issuers", label, path: entityAddress("issuer", label) })),
      ...toolResults(settled, servers.data?.data ?? []),
      ...dashboardResults(settled, dashboards.data?.data ?? []),
      ...documents.map(({ path, title, heading }) => ({
        group: "Documentation",
        label: heading,
        detail: heading === title ? undefined : title,
        path,
      })),
    ];
  }, [enabled, settled, entities.data, models.data, issuers.data, servers.data, dashboards.data, documents]);
  return {
    results,
    isBusy: enabled && (settled !== text || all.some(({ isFetching, data }) => isFetching && data === undefined)),
    error: enabled ? (all.find(({ error }) => error !== null)?.error ?? undefined) : undefined,
  };
}

/** The tool servers, and their tools. */
function toolResults(words: string, servers: readonly ServerHealthView[]): Result[] {
  const found = servers.map(({ server_id: label }) => ({ label, path: entityAddress("mcp_server", label) }));
  const tools = servers.flatMap(({ server_id: detail, names = [] }) =>
    names.map((label) => ({ label, also: detail, detail, path: toolAddress(detail, label) })),
  );
  return [
    ...fitting(words, found)
      .slice(0, SHOWN)
      .map(({ label, path }) => ({ group: "Tool servers", label, path })),
    ...fitting(words, tools)
      .slice(0, SHOWN)
      .map(({ label, detail, path }) => ({ group: "Tools", label, detail, path })),
  ];
}

function dashboardResults(words: string, dashboards: readonly Dashboard[]): Result[] {
  const found = dashboards.map(({ dashboard_id: id, name: label, personal, panels }) => ({
    label,
    // A dashboard is also found by what it shows.
    also: panels.map(({ title }) => title).join(" "),
    detail: personal ? "only you" : undefined,
    path: dashboardAddress(id),
  }));
  return fitting(words, found)
    .slice(0, SHOWN)
    .map(({ label, detail, path }) => ({ group: "Dashboards", label, detail, path }));
}

const GROUPS = {
  team: "Teams",
  user: "Users",
  organization: "Organisations",
  key: "Keys",
  end_user: "End users",
} as const satisfies Record<FoundEntity["type"], string>;

function entityResult({ type, id, name, key_name: keyName }: FoundEntity): Result {
  const label = name ?? keyName ?? id;
  const detail = keyName ?? (label === id ? undefined : id);
  return { group: GROUPS[type], label, detail, path: anyAddress(type, id) ?? "/console" };
}
