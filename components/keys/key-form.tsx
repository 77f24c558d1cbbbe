"use client";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { useState } from "react";
import { useOperation } from "@/components/api/use-operation";
import { useRead } from "@/components/api/use-read";
import { changedFields, givenFields, limitDraftOf, limitFaults, limitsOf } from "@/components/limits/limit-draft";
import { LimitFields } from "@/components/limits/limit-fields";
import { modelLimitFaults, modelLimitRows, modelLimitsOf } from "@/components/limits/model-limit-draft";
import { ModelLimitFields } from "@/components/limits/model-limit-fields";
import { Form, ModelsField } from "@/components/shared/form";
import { Field, Input, Select } from "@/components/ui/field";
import type { GeneratedKey, Key } from "@/lib/wire/key";
import { RoutesField } from "./routes-field";

const DURATIONS = [
  { value: "1d", label: "In a day" },
  { value: "7d", label: "In 7 days" },
  { value: "30d", label: "In 30 days" },
  { value: "90d", label: "In 90 days" },
] as const;
/** How many teams are offered. */
const OFFERED = 200;

/** Generates a key, or changes the row that it is given. */
export function KeyForm({
  row,
  onSaved,
  onCancel,
}: { onCancel: () => void } & (
  { row?: undefined; onSaved: (key: GeneratedKey) => void } | { row: Key; onSaved: (key: Key) => void }
)) {
  const [alias, setAlias] = useState(row?.key_alias ?? "");
  const [teamId, setTeamId] = useState(row?.team_id ?? "");
  const [userId, setUserId] = useState(row?.user_id ?? "");
  // "" means: a new key never expires, a changed key expires as before.
  const [duration, setDuration] = useState("");
  const [models, setModels] = useState<string[]>(row?.models ?? []);
  const [routes, setRoutes] = useState<string[]>(row?.allowed_routes ?? []);
  const [limits, setLimits] = useState(() => limitDraftOf(row));
  const [modelLimits, setModelLimits] = useState(() => modelLimitRows(row));
  const faults = limitFaults(limits);
  const modelFaults = modelLimitFaults(modelLimits);
  const teams = useRead(teamContracts.list, { page: 1, size: OFFERED });
  const known = teams.data?.data ?? [];
  const generate = useOperation(keyContracts.generate, { onSuccess: (key) => !row && onSaved(key), keepsSecret: true });
  const change = useOperation(keyContracts.update, { onSuccess: (key) => row && onSaved(key) });
  const save = row ? change : generate;
  const submit = () => {
    const fields = {
      key_alias: alias.trim() || null,
      team_id: teamId || null,
      user_id: userId.trim() || null,
      models,
      allowed_routes: routes,
      ...limitsOf(limits),
      ...modelLimitsOf(modelLimits),
    };
    const expiry = duration === "" ? {} : { duration: duration === "never" ? null : duration };
    if (row) change.mutate({ key: row.token_id, ...changedFields(row, fields), ...expiry });
    else generate.mutate({ ...givenFields(fields), ...expiry });
  };
  return (
    <Form
      submit={row ? "Save changes" : "Generate key"}
      busy={save.isPending}
      disabled={[faults, ...modelFaults].some((one) => Object.keys(one).length > 0)}
      error={save.error}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Field label="Name" hint="To recognise the key by. Must be unique.">
        {(control) => (
          <Input
            {...control}
            value={alias}
            onChange={(event) => setAlias(event.target.value)}
            placeholder="ci-pipeline"
            autoFocus={!row}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Team" hint="Its block, models and limits apply too.">
          {(control) => (
            <Select {...control} value={teamId} onChange={(event) => setTeamId(event.target.value)}>
              <option value="">No team</option>
              {teamId !== "" && known.every((team) => team.team_id !== teamId) && (
                <option value={teamId}>{teamId}</option>
              )}
              {known.map((team) => (
                <option key={team.team_id} value={team.team_id}>
                  {team.team_alias ?? team.team_id}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Expires" hint={row && "Counted from now."}>
          {(control) => (
            <Select {...control} value={duration} onChange={(event) => setDuration(event.target.value)}>
              <option value="">
                {row ? `As before: ${row.expires === null ? "never" : row.expires.slice(0, 10)}` : "Never"}
              </option>
              {row && row.expires !== null && <option value="never">Never</option>}
              {DURATIONS.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label="User id" hint="Optional. The spend of the key is also booked to this user.">
        {(control) => <Input {...control} value={userId} onChange={(event) => setUserId(event.target.value)} />}
      </Field>
      <ModelsField
        values={models}
        onChange={setModels}
        hint="Model names or patterns. Leave empty to allow every model its team may use."
      />
      <RoutesField values={routes} onChange={setRoutes} />
      <LimitFields draft={limits} faults={faults} onChange={setLimits} />
      <ModelLimitFields rows={modelLimits} faults={modelFaults} onChange={setModelLimits} />
    </Form>
  );
}
