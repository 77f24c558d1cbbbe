"use client";
import { useMemo } from "react";
import { PAGED, useRead } from "@/components/api/use-read";
import { KINDS } from "@/components/entities/kinds";
import { keyName } from "@/components/keys/key-name";
import { entityAddress } from "@/components/shared/entity-address";
import { useDebounced } from "@/components/shared/use-debounced";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { modelContracts } from "@/lib/wire/contracts/models";
import { customerContracts } from "@/lib/wire/contracts/customers";
import { organizationContracts } from "@/lib/wire/contracts/organizations";
import { providerKeyContracts } from "@/lib/wire/contracts/provider-keys";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { userContracts } from "@/lib/wire/contracts/users";
import { fitting } from "./commands";
import { mayBeSecret } from "./pasted";

/** Somewhere to go: its name, what tells it from others of that name, and the address. */
export interface Result {
  readonly group: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly path: string;
}

/** How many of each kind are offered. */
const SHOWN = 5;
const PAUSE_MS = 150;

/** The entities whose name or id has the text in it, found by the gateway. Nothing that may be a secret is sent. */
export function useResults(typed: string): {
  readonly results: readonly Result[];
  readonly isBusy: boolean;
  readonly error: Error | undefined;
} {
  const text = typed.trim();
  const settled = useDebounced(text, PAUSE_MS);
  const enabled = text !== "" && settled !== "" && !mayBeSecret(text) && !mayBeSecret(settled);
  const asked = { search: enabled ? settled : "", page: 1, size: SHOWN };
  const options = { ...PAGED, enabled };
  const teams = useRead(teamContracts.list, asked, options);
  const users = useRead(userContracts.list, asked, options);
  const organizations = useRead(organizationContracts.list, asked, options);
  const keys = useRead(keyContracts.list, asked, options);
  const endUsers = useRead(customerContracts.list, { ...asked, recorded: "true" }, options);
  const models = useRead(modelContracts.info, {}, { enabled });
  const issuers = useRead(providerKeyContracts.show, {}, { enabled });
  const all = [teams, users, organizations, keys, endUsers, models, issuers];
  const results = useMemo((): Result[] => {
    if (!enabled) return [];
    const names = [...new Set((models.data?.data ?? []).map(({ model_name: name }) => name))];
    const deployments = (models.data?.data ?? []).map(({ id, upstream_model: label, model_name }) => ({
      id,
      label,
      also: `${id} ${model_name}`,
    }));
    const known = (issuers.data?.data ?? []).flatMap(({ issuer }) => (issuer === null ? [] : [{ label: issuer }]));
    const named = (group: string, kind: "team" | "user" | "organization", id: string, name: string): Result => ({
      group,
      label: name,
      detail: name === id ? undefined : id,
      path: entityAddress(kind, id),
    });
    return [
      ...(teams.data?.data ?? []).map((row) => named("Teams", "team", row.team_id, KINDS.team.nameOf(row))),
      ...(users.data?.data ?? []).map((row) => named("Users", "user", row.user_id, KINDS.user.nameOf(row))),
      ...(organizations.data?.data ?? []).map((row) =>
        named("Organisations", "organization", row.organization_id, KINDS.organization.nameOf(row)),
      ),
      ...(keys.data?.data ?? []).map((row) => ({
        group: "Keys",
        label: keyName(row),
        detail: row.key_name,
        path: entityAddress("key", row.token_id),
      })),
      ...(endUsers.data?.data ?? []).map((row) => ({
        group: "End users",
        label: KINDS.customer.nameOf(row),
        detail: row.alias === null ? undefined : row.user_id,
        path: `/console/end-users?id=${encodeURIComponent(row.user_id)}`,
      })),
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
    ];
  }, [
    enabled,
    settled,
    teams.data,
    users.data,
    organizations.data,
    keys.data,
    endUsers.data,
    models.data,
    issuers.data,
  ]);
  return {
    results,
    isBusy: enabled && (settled !== text || all.some(({ isFetching, data }) => isFetching && data === undefined)),
    error: enabled ? (all.find(({ error }) => error !== null)?.error ?? undefined) : undefined,
  };
}
