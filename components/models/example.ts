/** Lines that make a first wildcard entry, for a gateway that has none. */
export const MODEL_LINES = `model_list:
  # Every openai/... model.
  - model_name: openai/*
    gateway_params:
      model: openai/*
      api_key: os.environ/OPENAI_API_KEY`;
