/** The part of a view that concerns one team: strings by name. */
type TeamView<View> = Readonly<Record<keyof View, string>>;

/** The view of one team in a string of an address. `usual`: the view of teams that the text does not name. */
export function ofTeam<View extends TeamView<View>>(text: string, team: string, usual: View): View {
  const names = Object.keys(usual);
  const values = read(text, names.length).get(team);
  return values ? { ...usual, ...Object.fromEntries(names.map((name, at) => [name, values[at]])) } : usual;
}

/** The text of an address after the view of one team has changed. */
export function withTeam<View extends TeamView<View>>(text: string, team: string, view: View, usual: View): string {
  // The values stand in the order of the names in `usual`.
  const values = Object.values<string>({ ...usual, ...view });
  const without = Object.values<string>(usual);
  const views = read(text, values.length);
  views.delete(team);
  if (values.some((value, at) => value !== without[at])) views.set(team, values);
  return [...views].map(([id, of]) => [id, ...of].map(encodeURIComponent).join(":")).join(",");
}

/** The values of each team in a string. Malformed parts are left out. `count`: how many values a team has. */
function read(text: string, count: number): Map<string, readonly string[]> {
  return new Map(
    text.split(",").flatMap((part): [string, string[]][] => {
      try {
        const [team, ...values] = part.split(":").map(decodeURIComponent);
        return team === undefined || values.length !== count ? [] : [[team, values]];
      } catch {
        return [];
      }
    }),
  );
}
