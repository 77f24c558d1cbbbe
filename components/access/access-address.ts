/** The address of the Access page: tab, open revision, what matrix and graph show, and where a draft's rows begin. */
export const USUAL_ACCESS = {
  tab: "rules",
  revision: "",
  rows: "",
  models: "",
  as: "",
  days: "",
  page: "",
  model: "",
  after: "",
};
export type AccessView = typeof USUAL_ACCESS;
