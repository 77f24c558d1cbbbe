import type { Draft } from "./draft";

/** The identity and the model that an address names: `?team_id=`, `?user_id=` or `?key_id=`, and `?model=`. */
export function linkedDraft(parameters: Readonly<Record<string, string | string[] | undefined>>): Partial<Draft> {
  const text = (name: string): string | undefined => {
    const value = parameters[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const model = text("model");
  const of = (by: "team" | "user" | "key"): Partial<Draft> | undefined => {
    const id = text(`${by}_id`);
    return id === undefined ? undefined : { by, [by]: id };
  };
  return { ...(of("team") ?? of("user") ?? of("key")), ...(model !== undefined && { model }) };
}
