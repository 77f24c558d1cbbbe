import { analyseOverlaps, type Overlap, overlapsLostBy } from "@/lib/router/analyse";
import { closedEntries } from "@/lib/router/analyse-access";
import { resolveGroup } from "@/lib/router/resolve";
import { quote, type Fault, type FindingNumber, type Path } from "@/lib/config/finding";
import type { GeneralSettings, JwtAuthSettings, ModelEntry } from "@/lib/config/schema";
import { defaultModelFaults, type ModelDefaults } from "./rights-checks";

/** What a model list is checked against. A field that is undefined is not checked. */
export interface RoutingContext {
  readonly general: Pick<GeneralSettings, "enable_jwt_auth" | "fallbacks"> & ModelDefaults;
  readonly access: JwtAuthSettings | undefined;
  /** Whether any model of an entry has a price. */
  readonly isPriced: ((entry: ModelEntry) => boolean) | undefined;
  /** Where the model list and the fallbacks are. */
  readonly listPath: Path;
  readonly fallbacksPath: Path;
}

/**
 * Warnings about a model list as a whole: entries that serve nothing, ties, and models that nobody may use or that have
 * no price.
 */
export function checkRouting(models: readonly ModelEntry[], context: RoutingContext): Fault[] {
  return [
    ...overlapFaults(models, context.listPath, analyseOverlaps(models).overlaps),
    ...closedFaults(models, context),
    ...unpricedFaults(models, context),
    ...sharedIds(models, context.listPath),
    ...weightless(models, context.listPath),
    ...fallbackFaults(models, context),
    ...defaultModelFaults(
      context.general,
      models.map(({ model_name: name }) => name),
    ),
  ];
}

/**
 * What `checkRouting` says of the entry at a position. It compares no other entries with each other, because a list of
 * thousands takes a tenth of a second.
 */
export function checkEntryRouting(
  models: readonly ModelEntry[],
  position: number,
  context: Omit<RoutingContext, "fallbacksPath">,
): Fault[] {
  const { listPath } = context;
  const isOwn = ({ path }: Fault): boolean => path[listPath.length] === position;
  return [
    ...overlapFaults(models, listPath, overlapsLostBy(models, position)),
    ...closedFaults(models, context, position),
    ...unpricedFaults(models, context, position),
    ...[...sharedIds(models, listPath), ...weightless(models, listPath)].filter(isOwn),
  ];
}

function fault(number: FindingNumber, path: Path, message: string, fix: string): Fault {
  return { number, path, at: "value", message, fix };
}

function overlapFaults(models: readonly ModelEntry[], listPath: Path, overlaps: readonly Overlap[]): Fault[] {
  const nameOf = (index: number): string => quote(models[index]?.model_name ?? "");
  return overlaps.flatMap(({ winner, loser, example, tie, complete }): Fault[] => {
    const path = [...listPath, loser, "model_name"];
    if (complete)
      return [
        fault(
          "C050",
          path,
          `serves nothing: ${nameOf(winner)} takes every name that it matches`,
          "remove one of the two, or give them one model_name to share the calls",
        ),
      ];
    if (!tie) return [];
    return [
      fault(
        "C051",
        path,
        `is as specific as ${nameOf(winner)} for names such as ${quote(example)}, which ${nameOf(winner)} gets because it comes first`,
        "make one of the two more specific",
      ),
    ];
  });
}

function closedFaults(
  models: readonly ModelEntry[],
  { general, access, listPath }: Omit<RoutingContext, "fallbacksPath">,
  only?: number,
): Fault[] {
  if (!access) return [];
  return [...closedEntries(models, general, access, only)].map(([index, reason]) =>
    fault(
      "C052",
      [...listPath, index, "model_name"],
      `no JWT may use it: ${reason}`,
      "allow it there, or leave it to virtual keys",
    ),
  );
}

function unpricedFaults(
  models: readonly ModelEntry[],
  { isPriced, listPath }: Pick<RoutingContext, "isPriced" | "listPath">,
  only?: number,
): Fault[] {
  if (!isPriced) return [];
  return models.flatMap((entry, index): Fault[] => {
    if ((only !== undefined && only !== index) || isPriced(entry)) return [];
    const message = `${quote(entry.model_name)} has no known price, so its calls will be booked as unpriced`;
    return [
      fault(
        "C053",
        [...listPath, index, "gateway_params", "model"],
        message,
        "give input_cost_per_token and output_cost_per_token",
      ),
    ];
  });
}

function sharedIds(models: readonly ModelEntry[], listPath: Path): Fault[] {
  const seen = new Set<string>();
  return models.flatMap(({ model_info: info }, index): Fault[] => {
    if (info?.id === undefined) return [];
    if (seen.has(info.id))
      return [
        fault(
          "C056",
          [...listPath, index, "model_info", "id"],
          `the id ${quote(info.id)} is already used by an entry above`,
          "give each its own id",
        ),
      ];
    seen.add(info.id);
    return [];
  });
}

function weightless(models: readonly ModelEntry[], listPath: Path): Fault[] {
  if (models.every(({ gateway_params: { weight } }) => weight !== 0)) return [];
  const weighty = new Set(
    models.filter(({ gateway_params: { weight } }) => weight !== 0).map(({ model_name: name }) => name),
  );
  return models.flatMap(({ model_name: name, gateway_params: { weight } }, index): Fault[] => {
    if (weight !== 0 || weighty.has(name)) return [];
    return [
      fault(
        "C057",
        [...listPath, index, "gateway_params", "weight"],
        "is 0, as for every entry of this model_name, so they all share the calls equally",
        "remove it",
      ),
    ];
  });
}

function fallbackFaults(models: readonly ModelEntry[], { general, fallbacksPath }: RoutingContext): Fault[] {
  return Object.entries(general.fallbacks).flatMap(([name, targets]) => {
    const isServed = (model: string): boolean =>
      resolveGroup(model, models).length > 0 || models.some((entry) => entry.model_name === model);
    const key: Fault[] = isServed(name)
      ? []
      : [
          {
            number: "C054",
            path: [...fallbacksPath, name],
            at: "key",
            message: `no entry of model_list serves ${quote(name)}`,
            fix: "name a model_name of model_list",
          },
        ];
    const faults = targets.flatMap((target, index): Fault[] => {
      const path = [...fallbacksPath, name, index];
      if (target === name) return [fault("C055", path, "is the model itself", "name another model")];
      if (targets.indexOf(target) !== index)
        return [fault("C055", path, `${quote(target)} is listed twice`, "remove one of the two")];
      if (resolveGroup(target, models).length === 0)
        return [
          fault("C054", path, `no entry of model_list serves ${quote(target)}`, "name a model that an entry serves"),
        ];
      return [];
    });
    return [...key, ...faults];
  });
}
