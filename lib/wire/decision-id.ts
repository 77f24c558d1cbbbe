/** The id of a recorded refusal, as in `x-gateway-decision-id`. */
export const DECISION_ID = /^dec_[0-9a-f-]{36}$/;
