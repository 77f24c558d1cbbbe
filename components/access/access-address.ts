/** What the address of the Access page holds, with its usual values. */
export const USUAL_ACCESS = {
  tab: "rules",
  /** The revision that is open. */
  revision: "",
  /** What rules or revisions are searched for. */
  search: "",
  /** "set": only the rules that are set. */
  only: "",
  /**
   * The kind of rows and the models of the matrix, whether it is a graph, and the days whose calls are counted. `as` is
   * "yaml" for rules that are shown as YAML.
   */
  rows: "",
  models: "",
  as: "",
  days: "",
  /** The page of the matrix or of the revisions, and the place where it begins. */
  page: "",
  cursor: "",
  model: "",
  /** The page of those who may use `model`. */
  users_page: "",
  users_after: "",
  /** The place where the rows of a draft begin. */
  after: "",
};
export type AccessView = typeof USUAL_ACCESS;
