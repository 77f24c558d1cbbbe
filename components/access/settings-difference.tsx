import { DifferenceView } from "@/components/shared/difference-view";
import { changedValues, type Configuration, overridesIn } from "./draft";

/** What changes in force between two sets of overrides. What a set leaves out is as the file of today says. */
export function SettingsDifference({
  before,
  after,
  configuration,
  label,
}: {
  /** The overrides, as revisions hold them. */
  before: unknown;
  after: unknown;
  configuration: Configuration;
  label: string;
}) {
  return <DifferenceView label={label} {...changedValues(overridesIn(before), overridesIn(after), configuration)} />;
}
