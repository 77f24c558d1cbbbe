/** The lines of a first wildcard entry, for a gateway without models. */
export const MODEL_LINES = `model_list:
  # Every openai/... model.
  - model_name: openai/*
    gateway_params:
      model: openai/*
      api_key: os.environ/OPENAI_API_KEY`;
