import { isShowableKey, quote, type Fault } from "@/lib/config/finding";
import { modelEntry } from "@/lib/config/schema";
import { nearest } from "./nearest";

const KNOWN = Object.keys(modelEntry.shape.model_info.unwrap().shape);

/**
 * Warnings about facts in `model_info` that were probably meant to be settings. Other facts, such as LiteLLM's `mode`
 * and `supports_vision`, are the operator's own: the gateway does not read them, and they refuse nothing. `data`: the
 * configuration before its schema has dropped them.
 */
export function modelFactFaults(data: unknown): Fault[] {
  const models = member(data, "model_list");
  if (!Array.isArray(models)) return [];
  return models.flatMap((entry: unknown, index) => {
    const info = member(entry, "model_info");
    if (typeof info !== "object" || info === null) return [];
    const given = Object.keys(info);
    return given.flatMap((key): Fault[] => {
      if (KNOWN.includes(key)) return [];
      const meant = nearest(key, KNOWN);
      if ((meant === undefined || given.includes(meant)) && !/cost/.test(key)) return [];
      return [
        {
          number: "C199",
          path: ["model_list", index, "model_info", key],
          at: "key",
          message: `${isShowableKey(key) ? quote(key) : "this key"} is not a setting, so it counts as a fact that the gateway does not read`,
          ...(meant !== undefined && !given.includes(meant) && { fix: `rename it to ${meant} if that is meant` }),
        },
      ];
    });
  });
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
