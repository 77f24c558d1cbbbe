// Generated from the operations of the gateway by node scripts/generate-docs.mjs.

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Every code that the gateway answers with; docs/reference/errors.md explains each. */
export type ErrorCode =
  | "invalid_request"
  | "invalid_json"
  | "loop_detected"
  | "payload_too_large"
  | "uri_too_long"
  | "expectation_failed"
  | "headers_too_large"
  | "unsupported_media_type"
  | "request_timeout"
  | "not_found"
  | "method_not_allowed"
  | "already_exists"
  | "revision_conflict"
  | "in_use"
  | "would_lock_out"
  | "changed_meanwhile"
  | "policy_test_failed"
  | "missing_credentials"
  | "invalid_key"
  | "key_expired"
  | "invalid_token"
  | "token_expired"
  | "token_not_yet_valid"
  | "invalid_signature"
  | "invalid_audience"
  | "invalid_issuer"
  | "unknown_key"
  | "claim_not_accepted"
  | "custom_validation_failed"
  | "key_blocked"
  | "key_issuer_removed"
  | "key_route_not_allowed"
  | "key_model_not_allowed"
  | "role_not_mapped"
  | "role_required"
  | "route_not_allowed"
  | "role_route_not_allowed"
  | "role_model_not_allowed"
  | "scope_model_not_allowed"
  | "email_domain_not_allowed"
  | "organization_not_found"
  | "organization_required"
  | "organization_not_in_token"
  | "organization_blocked"
  | "organization_model_not_allowed"
  | "team_not_found"
  | "team_required"
  | "team_blocked"
  | "team_model_not_allowed"
  | "team_not_in_token"
  | "too_many_teams"
  | "group_overage"
  | "user_not_found"
  | "user_required"
  | "user_blocked"
  | "user_model_not_allowed"
  | "content_right_required"
  | "mcp_server_not_allowed"
  | "tool_not_allowed"
  | "tool_held"
  | "tool_param_not_allowed"
  | "connection_required"
  | "hosted_tool_not_allowed"
  | "end_user_not_allowed"
  | "end_user_blocked"
  | "not_granted"
  | "cross_site_request"
  | "model_unpriced"
  | "content_not_found"
  | "model_not_found"
  | "budget_exceeded"
  | "rate_limit_exceeded"
  | "content_unreadable"
  | "internal_error"
  | "upstream_unreachable"
  | "upstream_access_refused"
  | "upstream_invalid_response"
  | "upstream_timeout"
  | "no_healthy_deployment"
  | "auth_provider_unavailable"
  | "directory_unavailable"
  | "database_too_slow"
  | "journal_unavailable"
  | "overloaded"
  | "starting"
  | "shutting_down";

/** What each operation takes and answers. */
export interface Operations {
  /**
   * List the entries of the model list that this caller may use, without their keys; for administrators all
   * entries, with their addresses and what is suspicious about them
   */
  "GET /model/info": {
    input: { id?: string; page?: number; size?: number; after?: string };
    output: { data: readonly ({ id: string; model_name: string; gateway_params: { readonly [name: string]: Json }; model_info: { readonly [name: string]: Json }; upstream_model: string; provider: string; api_base: string | null; source: "file" | "database"; taken_over: boolean; priced: boolean; prices: { input_cost_per_token?: number; output_cost_per_token?: number; cache_read_input_token_cost?: number; cache_creation_input_token_cost?: number; cache_creation_input_token_cost_above_1hr?: number; output_cost_per_reasoning_token?: number; input_cost_per_audio_token?: number; cache_read_input_audio_token_cost?: number; output_cost_per_audio_token?: number; input_cost_per_image_token?: number; output_cost_per_image_token?: number; output_cost_per_image?: number; input_cost_per_second?: number; input_cost_per_character?: number; input_cost_per_query?: number; search_context_cost_per_query?: number; input_cost_per_request?: number; input_cost_per_token_above_128k_tokens?: number; output_cost_per_token_above_128k_tokens?: number; cache_read_input_token_cost_above_128k_tokens?: number; cache_creation_input_token_cost_above_128k_tokens?: number; input_cost_per_token_above_200k_tokens?: number; output_cost_per_token_above_200k_tokens?: number; cache_read_input_token_cost_above_200k_tokens?: number; cache_creation_input_token_cost_above_200k_tokens?: number; input_cost_per_token_above_256k_tokens?: number; output_cost_per_token_above_256k_tokens?: number; cache_read_input_token_cost_above_256k_tokens?: number; cache_creation_input_token_cost_above_256k_tokens?: number; input_cost_per_token_above_272k_tokens?: number; output_cost_per_token_above_272k_tokens?: number; cache_read_input_token_cost_above_272k_tokens?: number; cache_creation_input_token_cost_above_272k_tokens?: number } | null; price_version: string | null; unusable: string | null; credential_failure: string | null; in_flight: number; cooldowns: readonly ({ model: string; failures: number; reason: "retry_after" | "access_refused" | "credential_failed" | "connection_refused" | "failures_in_a_row" | "failure_rate" | "trial_failed"; until: string })[]; created_by: string | null; created_at: string | null; updated_at: string | null })[]; total: number; page: number | null; size: number; next: string | null; findings: readonly ({ number: string; severity: "error" | "warning"; file?: string; line?: number; column?: number; path: string; message: string; fix?: string; link?: { text: string; href: string } })[]; overlaps: readonly { winner: string; loser: string; example: string; tie: boolean; complete: boolean }[]; overlaps_truncated: boolean };
  };
  /** List the model names that this caller may use, each with the deployments that share its calls */
  "GET /model_group/info": {
    input: { model_group?: string; page?: number; size?: number; after?: string };
    output: { data: readonly ({ model_group: string; providers: readonly string[]; is_pattern: boolean; priced: boolean; rpm: number | null; tpm: number | null; fallbacks: readonly string[]; deployments: readonly { id: string; weight: number; usable: boolean; in_flight: number; models_on_cooldown: number }[] })[]; total: number; page: number | null; size: number; next: string | null };
  };
  /**
   * Say which entry serves a model name, which others would, in order, and why; also over a draft of the model
   * list
   */
  "POST /model/resolve": {
    input: { model: string; model_list?: readonly Json[] };
    output: { requested: string; winner: { id: string; position: number; model_name: string; upstream_model: string; captures: readonly string[]; specificity: { exact: boolean; literalCharacters: number; stars: number; literalPrefix: number }; wins: boolean; because: string | null } | null; because: string | null; candidates: readonly ({ id: string; position: number; model_name: string; upstream_model: string; captures: readonly string[]; specificity: { exact: boolean; literalCharacters: number; stars: number; literalPrefix: number }; wins: boolean; because: string | null })[]; findings: readonly ({ number: string; severity: "error" | "warning"; file?: string; line?: number; column?: number; path: string; message: string; fix?: string; link?: { text: string; href: string } })[] };
  };
  /** List the providers that the gateway knows, with what an entry of each needs */
  "GET /model/providers": {
    input: Record<string, never>;
    output: { data: readonly ({ name: string; api_base: string | null; needs_address: boolean; key_variables: readonly string[]; has_key: boolean; lists_models: boolean; priced_models: number; entries: number })[] };
  };
  /**
   * List the models that a provider offers to a key, with their prices: from its own list if it has one, else
   * from the bundled price list
   */
  "POST /model/offered": {
    input: { provider: string; gateway_params?: { readonly [name: string]: Json } };
    output: { from: "provider" | "price_list"; list: { outcome: "ok" | "refused" | "no_list" | "failed"; status: number | null; message: string }; models: readonly ({ model: string; kind: "chat" | "embedding" | "rerank"; inputs: readonly string[]; context_tokens: number | null; input_cost_per_token: number | null; output_cost_per_token: number | null; served_by: string | null })[]; truncated: boolean };
  };
  /**
   * Add an entry to the model list, in force immediately on every node; its key is encrypted and never shown
   * again
   */
  "POST /model/new": {
    input: { model_name: string; gateway_params: { model: string; api_key?: string; api_base?: string; api_version?: string; azure_ad_token?: string; tenant_id?: string; client_id?: string; client_secret?: string; azure_scope?: string; azure_authority_host?: string; aws_region_name?: string; aws_access_key_id?: string; aws_secret_access_key?: string; aws_session_token?: string; aws_role_name?: string; aws_session_name?: string; aws_external_id?: string; aws_web_identity_token?: string; aws_profile_name?: string; aws_sts_endpoint?: string; aws_bedrock_runtime_endpoint?: string; vertex_project?: string; vertex_location?: string; vertex_credentials?: string | { readonly [name: string]: Json }; ssl_certificate?: string; ssl_key?: string; credential_name?: string; drop_params?: boolean; additional_drop_params?: readonly string[]; weight?: number; rpm?: number; tpm?: number; timeout?: number; connect_timeout?: number; first_byte_timeout?: number; idle_timeout?: number; num_retries?: number; retry_after_max?: number; cooldown_seconds?: number; allowed_fails?: number; input_cost_per_token?: number; output_cost_per_token?: number; cache_read_input_token_cost?: number; cache_creation_input_token_cost?: number; cache_creation_input_token_cost_above_1hr?: number; output_cost_per_reasoning_token?: number; input_cost_per_audio_token?: number; cache_read_input_audio_token_cost?: number; output_cost_per_audio_token?: number; input_cost_per_image_token?: number; output_cost_per_image_token?: number; output_cost_per_image?: number; input_cost_per_second?: number; input_cost_per_character?: number; input_cost_per_query?: number; search_context_cost_per_query?: number | { search_context_size_low?: number; search_context_size_medium: number; search_context_size_high?: number }; input_cost_per_request?: number; input_cost_per_token_above_128k_tokens?: number; output_cost_per_token_above_128k_tokens?: number; cache_read_input_token_cost_above_128k_tokens?: number; cache_creation_input_token_cost_above_128k_tokens?: number; input_cost_per_token_above_200k_tokens?: number; output_cost_per_token_above_200k_tokens?: number; cache_read_input_token_cost_above_200k_tokens?: number; cache_creation_input_token_cost_above_200k_tokens?: number; input_cost_per_token_above_256k_tokens?: number; output_cost_per_token_above_256k_tokens?: number; cache_read_input_token_cost_above_256k_tokens?: number; cache_creation_input_token_cost_above_256k_tokens?: number; input_cost_per_token_above_272k_tokens?: number; output_cost_per_token_above_272k_tokens?: number; cache_read_input_token_cost_above_272k_tokens?: number; cache_creation_input_token_cost_above_272k_tokens?: number }; model_info?: { readonly [name: string]: Json } };
    output: { id: string; model_name: string; gateway_params: { readonly [name: string]: Json }; model_info: { readonly [name: string]: Json }; created_by: string | null; created_at: string | null; updated_at: string | null; nodes: readonly ({ node: string; acknowledged_ms: number | null })[]; findings: readonly ({ number: string; severity: "error" | "warning"; file?: string; line?: number; column?: number; path: string; message: string; fix?: string; link?: { text: string; href: string } })[] };
  };
  /**
   * Change an entry of the database. Fields that you leave out stay, its key too, and null clears one. A change
   * that sends calls to another origin needs the key again
   */
  "POST /model/update": {
    input: { id?: string; model_name?: string; gateway_params?: { readonly [name: string]: Json }; model_info?: { readonly [name: string]: Json } };
    output: { id: string; model_name: string; gateway_params: { readonly [name: string]: Json }; model_info: { readonly [name: string]: Json }; created_by: string | null; created_at: string | null; updated_at: string | null; nodes: readonly ({ node: string; acknowledged_ms: number | null })[]; findings: readonly ({ number: string; severity: "error" | "warning"; file?: string; line?: number; column?: number; path: string; message: string; fix?: string; link?: { text: string; href: string } })[] };
  };
  /**
   * Copy an entry of the file to the database, key included; the copy can be changed, and replaces the entry
   * until the copy is deleted
   */
  "POST /model/take_over": {
    input: { id: string };
    output: { id: string; model_name: string; gateway_params: { readonly [name: string]: Json }; model_info: { readonly [name: string]: Json }; created_by: string | null; created_at: string | null; updated_at: string | null; nodes: readonly ({ node: string; acknowledged_ms: number | null })[]; findings: readonly ({ number: string; severity: "error" | "warning"; file?: string; line?: number; column?: number; path: string; message: string; fix?: string; link?: { text: string; href: string } })[] };
  };
  /**
   * Delete an entry of the database; calls in flight continue. If it was taken over from the file, the file's
   * entry is in force again
   */
  "POST /model/delete": {
    input: { id: string };
    output: { deleted_model: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /**
   * Try an entry before you save it: list the models of its provider and, with `chat`, ask for one token, vector
   * or score, which is booked to you with the tag `test`
   */
  "POST /model/test": {
    input: { id?: string; model_name?: string; gateway_params?: { readonly [name: string]: Json }; model_info?: { readonly [name: string]: Json }; model?: string; chat?: boolean };
    output: { upstream_model: string; address: string; list: { outcome: "ok" | "refused" | "no_list" | "failed"; status: number | null; duration_ms: number; models: number | null; has_model: boolean | null; sample: readonly string[]; message: string }; chat: { ok: boolean; status: number; route: "/chat/completions" | "/embeddings" | "/rerank"; code: string | null; message: string; call_id: string | null; duration_ms: number; cost: number | null } | null };
  };
  /** List the named credentials, those of the file first, without their secrets */
  "GET /credentials": {
    input: Record<string, never>;
    output: { data: readonly ({ credential_name: string; credential_values: { readonly [name: string]: Json }; credential_info: { readonly [name: string]: Json }; created_by: string | null; created_at: string | null; updated_at: string | null; source: "file" | "database"; used_by: readonly string[]; ends_at: string | null; failure: string | null; unusable: string | null })[] };
  };
  /**
   * Create a named credential that entries use by `gateway_params.credential_name`, on every node at once; its
   * secrets are encrypted and never shown again
   */
  "POST /credentials": {
    input: { credential_name: string; credential_values: { api_key?: string; api_base?: string; api_version?: string; azure_ad_token?: string; tenant_id?: string; client_id?: string; client_secret?: string; azure_scope?: string; azure_authority_host?: string; aws_region_name?: string; aws_access_key_id?: string; aws_secret_access_key?: string; aws_session_token?: string; aws_role_name?: string; aws_session_name?: string; aws_external_id?: string; aws_web_identity_token?: string; aws_profile_name?: string; aws_sts_endpoint?: string; aws_bedrock_runtime_endpoint?: string; vertex_project?: string; vertex_location?: string; vertex_credentials?: string | { readonly [name: string]: Json }; ssl_certificate?: string; ssl_key?: string }; credential_info?: { readonly [name: string]: Json } };
    output: { credential_name: string; credential_values: { readonly [name: string]: Json }; credential_info: { readonly [name: string]: Json }; created_by: string | null; created_at: string | null; updated_at: string | null; source: "file" | "database"; used_by: readonly string[]; ends_at: string | null; failure: string | null; unusable: string | null; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** List the prices that were added at run time, the newest first */
  "GET /price/list": {
    input: { page?: number; size?: number; after?: string; provider?: string; model?: string; search?: string };
    output: { data: readonly ({ price_id: string; provider: string; model: string; input_cost_per_token?: number; output_cost_per_token?: number; cache_read_input_token_cost?: number; cache_creation_input_token_cost?: number; cache_creation_input_token_cost_above_1hr?: number; output_cost_per_reasoning_token?: number; input_cost_per_audio_token?: number; cache_read_input_audio_token_cost?: number; output_cost_per_audio_token?: number; input_cost_per_image_token?: number; output_cost_per_image_token?: number; output_cost_per_image?: number; input_cost_per_second?: number; input_cost_per_character?: number; input_cost_per_query?: number; search_context_cost_per_query?: number; input_cost_per_request?: number; input_cost_per_token_above_128k_tokens?: number; output_cost_per_token_above_128k_tokens?: number; cache_read_input_token_cost_above_128k_tokens?: number; cache_creation_input_token_cost_above_128k_tokens?: number; input_cost_per_token_above_200k_tokens?: number; output_cost_per_token_above_200k_tokens?: number; cache_read_input_token_cost_above_200k_tokens?: number; cache_creation_input_token_cost_above_200k_tokens?: number; input_cost_per_token_above_256k_tokens?: number; output_cost_per_token_above_256k_tokens?: number; cache_read_input_token_cost_above_256k_tokens?: number; cache_creation_input_token_cost_above_256k_tokens?: number; input_cost_per_token_above_272k_tokens?: number; output_cost_per_token_above_272k_tokens?: number; cache_read_input_token_cost_above_272k_tokens?: number; cache_creation_input_token_cost_above_272k_tokens?: number; effective_from: string; comment: string | null; created_by: string; created_at: string; etag: string })[]; total: number; page: number | null; size: number; next: string | null };
  };
  /** Add a price of a model, from a date on; calls that are already booked keep theirs until /spend/reprice */
  "POST /price/new": {
    input: { provider: string; model: string; input_cost_per_token?: number; output_cost_per_token?: number; cache_read_input_token_cost?: number; cache_creation_input_token_cost?: number; cache_creation_input_token_cost_above_1hr?: number; output_cost_per_reasoning_token?: number; input_cost_per_audio_token?: number; cache_read_input_audio_token_cost?: number; output_cost_per_audio_token?: number; input_cost_per_image_token?: number; output_cost_per_image_token?: number; output_cost_per_image?: number; input_cost_per_second?: number; input_cost_per_character?: number; input_cost_per_query?: number; search_context_cost_per_query?: number; input_cost_per_request?: number; input_cost_per_token_above_128k_tokens?: number; output_cost_per_token_above_128k_tokens?: number; cache_read_input_token_cost_above_128k_tokens?: number; cache_creation_input_token_cost_above_128k_tokens?: number; input_cost_per_token_above_200k_tokens?: number; output_cost_per_token_above_200k_tokens?: number; cache_read_input_token_cost_above_200k_tokens?: number; cache_creation_input_token_cost_above_200k_tokens?: number; input_cost_per_token_above_256k_tokens?: number; output_cost_per_token_above_256k_tokens?: number; cache_read_input_token_cost_above_256k_tokens?: number; cache_creation_input_token_cost_above_256k_tokens?: number; input_cost_per_token_above_272k_tokens?: number; output_cost_per_token_above_272k_tokens?: number; cache_read_input_token_cost_above_272k_tokens?: number; cache_creation_input_token_cost_above_272k_tokens?: number; effective_from?: string; comment?: string };
    output: { price_id: string; provider: string; model: string; input_cost_per_token?: number; output_cost_per_token?: number; cache_read_input_token_cost?: number; cache_creation_input_token_cost?: number; cache_creation_input_token_cost_above_1hr?: number; output_cost_per_reasoning_token?: number; input_cost_per_audio_token?: number; cache_read_input_audio_token_cost?: number; output_cost_per_audio_token?: number; input_cost_per_image_token?: number; output_cost_per_image_token?: number; output_cost_per_image?: number; input_cost_per_second?: number; input_cost_per_character?: number; input_cost_per_query?: number; search_context_cost_per_query?: number; input_cost_per_request?: number; input_cost_per_token_above_128k_tokens?: number; output_cost_per_token_above_128k_tokens?: number; cache_read_input_token_cost_above_128k_tokens?: number; cache_creation_input_token_cost_above_128k_tokens?: number; input_cost_per_token_above_200k_tokens?: number; output_cost_per_token_above_200k_tokens?: number; cache_read_input_token_cost_above_200k_tokens?: number; cache_creation_input_token_cost_above_200k_tokens?: number; input_cost_per_token_above_256k_tokens?: number; output_cost_per_token_above_256k_tokens?: number; cache_read_input_token_cost_above_256k_tokens?: number; cache_creation_input_token_cost_above_256k_tokens?: number; input_cost_per_token_above_272k_tokens?: number; output_cost_per_token_above_272k_tokens?: number; cache_read_input_token_cost_above_272k_tokens?: number; cache_creation_input_token_cost_above_272k_tokens?: number; effective_from: string; comment: string | null; created_by: string; created_at: string; etag: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Delete prices, all of them or none; calls that were charged by them keep their price */
  "POST /price/delete": {
    input: { price_ids: readonly string[] };
    output: { deleted_prices: readonly string[]; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Call tools of every server that this caller may use, by MCP; `x-mcp-servers` narrows the servers */
  "POST /mcp": {
    input: Record<string, never>;
    output: { jsonrpc: "2.0" };
  };
  /** Say which issuers' tokens open tools (RFC 9728) */
  "GET /.well-known/oauth-protected-resource": {
    input: Record<string, never>;
    output: { resource: string; authorization_servers: readonly string[]; scopes_supported?: readonly string[]; bearer_methods_supported: readonly Json[] };
  };
  /** List the keys by which tool servers verify the gateway's tokens (`auth_type: signed_jwt`) */
  "GET /.well-known/jwks.json": {
    input: Record<string, never>;
    output: { keys: readonly { kid: string; kty: string }[] };
  };
  /** List the published keys that sign for tool servers, the newest first, and which of them signs */
  "GET /mcp/signing_keys": {
    input: Record<string, never>;
    output: { data: readonly ({ kid: string; state: "signs" | "next" | "published"; created_at: string })[] };
  };
  /**
   * Replace the key that signs for tool servers: a new one signs at once on every node, and the old ones stay
   * published for 5 minutes
   */
  "POST /mcp/signing_keys/rotate": {
    input: Record<string, never>;
    output: { kid: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Say where applications sign users in for tools (RFC 8414), if an issuer has `mcp_oauth` */
  "GET /.well-known/oauth-authorization-server": {
    input: Record<string, never>;
    output: { issuer: string; authorization_endpoint: string; token_endpoint: string; registration_endpoint: string; scopes_supported?: readonly string[]; response_types_supported: readonly string[]; response_modes_supported: readonly string[]; grant_types_supported: readonly string[]; token_endpoint_auth_methods_supported: readonly string[]; code_challenge_methods_supported: readonly string[]; authorization_response_iss_parameter_supported: true; client_id_metadata_document_supported: true };
  };
  /** Register an application that uses tools (RFC 7591); its id carries what it registered, so nothing is stored */
  "POST /register": {
    input: Record<string, never>;
    output: { client_id: string; client_id_issued_at: number; client_name?: string; redirect_uris: readonly string[]; grant_types: readonly string[]; response_types: readonly string[]; token_endpoint_auth_method: "none" };
  };
  /** Ask the user whether an application may use tools (RFC 6749, with PKCE by S256) */
  "GET /authorize": {
    input: { readonly [name: string]: Json };
    output: string;
  };
  /** Accept the user's answer to that page */
  "POST /authorize": {
    input: Record<string, never>;
    output: string;
  };
  /** Send a user who returns from the provider on to the application */
  "GET /authorize/return": {
    input: { readonly [name: string]: Json };
    output: string;
  };
  /** Exchange a code, or a refresh token, for an access token of the provider */
  "POST /token": {
    input: Record<string, never>;
    output: { access_token: string; token_type: "Bearer"; expires_in?: number; scope?: string; refresh_token?: string };
  };
  /** List the tools that a server shows, with what is approved of them */
  "GET /mcp/server/tools": {
    input: { server_id: string };
    output: { server_id: string; data: readonly ({ tool: string; state: "approved" | "held" | "open"; reason: string | null; listed: boolean | null; hash: string; definition: { readonly [name: string]: Json }; approved_hash: string | null; approved_definition: { readonly [name: string]: Json } | null; approved_by: string | null; approved_at: string | null })[] };
  };
  /** Approve the definition of a tool that its server shows, so that it is listed and can be called */
  "POST /mcp/server/tools/approve": {
    input: { server_id: string; tool: string; hash: string };
    output: { tool: string; state: "approved" | "held" | "open"; reason: string | null; listed: boolean | null; hash: string; definition: { readonly [name: string]: Json }; approved_hash: string | null; approved_definition: { readonly [name: string]: Json } | null; approved_by: string | null; approved_at: string | null; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** List the tool servers that this user can connect to, and whether the user is connected */
  "GET /connection/list": {
    input: Record<string, never>;
    output: { user_id: string | null; data: readonly ({ server_id: string; description: string | null; state: "none" | "asked" | "connected" | "refreshing" | "refused" | "ended"; connected_at: string | null; allowed: boolean })[] };
  };
  /**
   * Start to connect the user of this console session to a server, and return the address of the page where the
   * user signs in
   */
  "POST /connection/begin": {
    input: { server_id: string };
    output: { server_id: string; url: string };
  };
  /**
   * Complete a sign-in with the values that its page returned, in the session that began it; they are accepted
   * once
   */
  "POST /connection/finish": {
    input: { state: string; code?: string; iss?: string; error?: string };
    output: { server_id: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Disconnect from a server: its tokens are deleted, and no node uses them for another call */
  "POST /connection/end": {
    input: { server_id: string };
    output: { server_id: string; was_connected: boolean; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Disconnect a user from a tool server, on every node at once */
  "POST /mcp/server/connections/end": {
    input: { server_id: string; user_id: string };
    output: { server_id: string; was_connected: boolean; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** List the users who are connected to a tool server, without their tokens */
  "GET /mcp/server/connections": {
    input: { server_id: string };
    output: { server_id: string; data: readonly ({ user_id: string; state: "none" | "asked" | "connected" | "refreshing" | "refused" | "ended"; connected_at: string | null })[] };
  };
  /** List the tool servers, those of the file first, without their secrets */
  "GET /mcp/server": {
    input: Record<string, never>;
    output: { data: readonly ({ server_id: string; created_by: string | null; created_at: string | null; updated_at: string | null; alias: string | null; description: string | null; url: string; transport: "http" | "stdio"; auth_type: string; access_groups: readonly string[]; allow_all_keys: boolean; on_tool_change: "hold" | "warn" | "allow"; source: "file" | "database"; unusable: string | null })[] };
  };
  /**
   * Show whether the tool servers answer this node, since when, and how many of their tools wait for approval.
   * The gateway checks a server that nobody has called for a while, for a second at most
   */
  "GET /mcp/server/health": {
    input: { names?: "true" | "false" };
    output: { data: readonly ({ server_id: string; state: "answers" | "fails" | "unknown"; since: string | null; reason: string | null; protocol: string | null; tools: number; held: number; changed: number; program: { state: "running" | "waiting" | "stopped"; running_since: string | null; restarts: number; last_exit: { at: string; reason: string } | null; paused_until: string | null } | null; names?: readonly string[] })[] };
  };
  /** Show who may use each tool server; with `server_id`, the answer names everybody, with their tools and tier */
  "GET /mcp/server/grants": {
    input: { server_id?: string };
    output: { data: readonly ({ server_id: string; allow_all_keys: boolean; counts: readonly ({ type: "organization" | "team" | "user" | "end_user" | "key" | "role" | "scope"; count: number })[]; data: readonly ({ type: "organization" | "team" | "user" | "end_user" | "key" | "role" | "scope"; id: string; name: string | null; tools: readonly string[] | null; max_tier: "read" | "write" | null; groups: readonly string[]; narrows: boolean })[] })[] };
  };
  /**
   * Try a tool server before it is saved: connect to it and list its tools. With `server_id` of a stored one,
   * what is left out is taken from it
   */
  "POST /mcp/server/test": {
    input: { server_id?: string; url?: string | null; transport?: "http" | "sse" | "stdio" | null; command?: string | null; args?: readonly string[] | null; env?: { readonly [name: string]: string } | null; alias?: string | null; description?: string | null; auth_type?: "none" | "api_key" | "bearer_token" | "basic" | "authorization" | "token" | "oauth2" | "oauth2_token_exchange" | "signed_jwt" | "aws_sigv4" | "true_passthrough" | "oauth_delegate" | null; auth_value?: string | null; oauth2_flow?: "client_credentials" | "authorization_code" | null; client_id?: string | null; client_secret?: string | null; token_url?: string | null; authorization_url?: string | null; upstream_resource?: string | null; token_validation?: { readonly [name: string]: string | number | boolean } | null; token_exchange_endpoint?: string | null; token_exchange_profile?: "rfc8693" | "entra_obo" | null; scopes?: readonly string[] | null; audience?: string | null; aws_region_name?: string | null; aws_service_name?: string | null; aws_access_key_id?: string | null; aws_secret_access_key?: string | null; aws_session_token?: string | null; aws_role_name?: string | null; aws_session_name?: string | null; static_headers?: { readonly [name: string]: string } | null; extra_headers?: readonly string[] | null; access_groups?: readonly string[] | null; allow_all_keys?: boolean | null; allowed_tools?: readonly string[] | null; disallowed_tools?: readonly string[] | null; allowed_params?: { readonly [name: string]: readonly string[] } | null; mcp_info?: { mcp_server_cost_info?: { default_cost_per_query?: number; tool_name_to_cost_per_query?: { readonly [name: string]: number } } } | null; on_tool_change?: "hold" | "warn" | "allow" | null; mcp_rpm_limit?: number | null; max_parallel_requests?: number | null; timeout?: number | null; tools_refresh_seconds?: number | null };
    output: { ok: boolean; reason: string | null; protocol: string | null; duration_ms: number; tools: readonly ({ tool: string; tier: "read" | "write"; fault: string | null })[] };
  };
  /**
   * Add a tool server, with the settings of `mcp_servers`, on every node at once; its secrets are encrypted and
   * never shown again
   */
  "POST /mcp/server": {
    input: { server_id?: string; server_name?: string; url?: string; transport?: "http" | "sse" | "stdio"; command?: string; args?: readonly string[]; env?: { readonly [name: string]: string }; alias?: string; description?: string; auth_type?: "none" | "api_key" | "bearer_token" | "basic" | "authorization" | "token" | "oauth2" | "oauth2_token_exchange" | "signed_jwt" | "aws_sigv4" | "true_passthrough" | "oauth_delegate"; auth_value?: string; oauth2_flow?: "client_credentials" | "authorization_code"; client_id?: string; client_secret?: string; token_url?: string; authorization_url?: string; upstream_resource?: string; token_validation?: { readonly [name: string]: string | number | boolean }; token_exchange_endpoint?: string; token_exchange_profile?: "rfc8693" | "entra_obo"; scopes?: readonly string[]; audience?: string; aws_region_name?: string; aws_service_name?: string; aws_access_key_id?: string; aws_secret_access_key?: string; aws_session_token?: string; aws_role_name?: string; aws_session_name?: string; static_headers?: { readonly [name: string]: string }; extra_headers?: readonly string[]; access_groups?: readonly string[]; allow_all_keys?: boolean; allowed_tools?: readonly string[]; disallowed_tools?: readonly string[]; allowed_params?: { readonly [name: string]: readonly string[] }; mcp_info?: { mcp_server_cost_info?: { default_cost_per_query?: number; tool_name_to_cost_per_query?: { readonly [name: string]: number } } }; on_tool_change?: "hold" | "warn" | "allow"; mcp_rpm_limit?: number; max_parallel_requests?: number; timeout?: number; tools_refresh_seconds?: number };
    output: { server_id: string; created_by: string | null; created_at: string | null; updated_at: string | null; alias: string | null; description: string | null; url: string; transport: "http" | "stdio"; auth_type: string; access_groups: readonly string[]; allow_all_keys: boolean; on_tool_change: "hold" | "warn" | "allow"; source: "file" | "database"; unusable: string | null; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /**
   * Change a tool server of the database. Fields that you leave out stay, and null clears one. A change of its
   * address to another origin needs the secrets again
   */
  "PUT /mcp/server": {
    input: { server_id: string; url?: string | null; transport?: "http" | "sse" | "stdio" | null; command?: string | null; args?: readonly string[] | null; env?: { readonly [name: string]: string } | null; alias?: string | null; description?: string | null; auth_type?: "none" | "api_key" | "bearer_token" | "basic" | "authorization" | "token" | "oauth2" | "oauth2_token_exchange" | "signed_jwt" | "aws_sigv4" | "true_passthrough" | "oauth_delegate" | null; auth_value?: string | null; oauth2_flow?: "client_credentials" | "authorization_code" | null; client_id?: string | null; client_secret?: string | null; token_url?: string | null; authorization_url?: string | null; upstream_resource?: string | null; token_validation?: { readonly [name: string]: string | number | boolean } | null; token_exchange_endpoint?: string | null; token_exchange_profile?: "rfc8693" | "entra_obo" | null; scopes?: readonly string[] | null; audience?: string | null; aws_region_name?: string | null; aws_service_name?: string | null; aws_access_key_id?: string | null; aws_secret_access_key?: string | null; aws_session_token?: string | null; aws_role_name?: string | null; aws_session_name?: string | null; static_headers?: { readonly [name: string]: string } | null; extra_headers?: readonly string[] | null; access_groups?: readonly string[] | null; allow_all_keys?: boolean | null; allowed_tools?: readonly string[] | null; disallowed_tools?: readonly string[] | null; allowed_params?: { readonly [name: string]: readonly string[] } | null; mcp_info?: { mcp_server_cost_info?: { default_cost_per_query?: number; tool_name_to_cost_per_query?: { readonly [name: string]: number } } } | null; on_tool_change?: "hold" | "warn" | "allow" | null; mcp_rpm_limit?: number | null; max_parallel_requests?: number | null; timeout?: number | null; tools_refresh_seconds?: number | null };
    output: { server_id: string; created_by: string | null; created_at: string | null; updated_at: string | null; alias: string | null; description: string | null; url: string; transport: "http" | "stdio"; auth_type: string; access_groups: readonly string[]; allow_all_keys: boolean; on_tool_change: "hold" | "warn" | "allow"; source: "file" | "database"; unusable: string | null; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Create a team; its id is the one that the identity provider's claim carries */
  "POST /team/new": {
    input: { team_id?: string | null; team_alias?: string | null; organization_id?: string | null; models?: readonly string[] | null; blocked?: boolean; object_permission?: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools?: readonly string[] | null; log_content?: boolean | null; content_retention_days?: number | null; max_budget?: number | null; budget_duration?: string | null; soft_budget?: number | null; tpm_limit?: number | null; rpm_limit?: number | null; max_parallel_requests?: number | null; model_tpm_limit?: { readonly [name: string]: number } | null; model_rpm_limit?: { readonly [name: string]: number } | null; metadata?: { readonly [name: string]: Json } | null; members_with_roles?: readonly ({ user_id: string; role?: "admin" | "user" })[] | null };
    output: { team_id: string; team_alias: string | null; organization_id: string | null; models: readonly string[]; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools: readonly string[] | null; log_content: boolean; content_retention_days: number | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; model_tpm_limit: { readonly [name: string]: number }; model_rpm_limit: { readonly [name: string]: number }; metadata: Json; members_with_roles: readonly ({ user_id: string; role: string; max_budget_in_team: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; etag?: string })[]; spend: number; created_at: string; updated_at: string };
  };
  /** Show one team; without team_id the caller's own */
  "GET /team/info": {
    input: { team_id?: string };
    output: { team_id: string; team_alias: string | null; organization_id: string | null; models: readonly string[]; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools: readonly string[] | null; log_content: boolean; content_retention_days: number | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; model_tpm_limit: { readonly [name: string]: number }; model_rpm_limit: { readonly [name: string]: number }; metadata: Json; members_with_roles: readonly ({ user_id: string; role: string; max_budget_in_team: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; etag?: string })[]; spend: number; created_at: string; updated_at: string; budget: { spent: number; starts_at: string | null; resets_at: string | null; soft_exceeded: boolean } | null; organization_alias: string | null; member_names: { readonly [name: string]: string } };
  };
  /** List teams, page by page, each with its first 100 members; /team/info has all */
  "GET /team/list": {
    input: { page?: number; size?: number; after?: string; sort?: "created_at" | "updated_at" | "spend" | "alias"; order?: "asc" | "desc"; search?: string; blocked?: "true" | "false"; organization_id?: string; user_id?: string };
    output: { data: readonly ({ team_id: string; team_alias: string | null; organization_id: string | null; models: readonly string[]; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools: readonly string[] | null; log_content: boolean; content_retention_days: number | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; model_tpm_limit: { readonly [name: string]: number }; model_rpm_limit: { readonly [name: string]: number }; metadata: Json; members_with_roles: readonly ({ user_id: string; role: string; max_budget_in_team: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; etag?: string })[]; spend: number; created_at: string; updated_at: string; members_count: number; budget: { spent: number; starts_at: string | null; resets_at: string | null; soft_exceeded: boolean } | null })[]; total: number; page: number | null; size: number; next: string | null };
  };
  /**
   * Change a team. Fields that you leave out stay, and null clears one. An administrator of the team may lower
   * its limits and take models from it
   */
  "POST /team/update": {
    input: { team_id: string; team_alias?: string | null; organization_id?: string | null; models?: readonly string[] | null; blocked?: boolean; object_permission?: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools?: readonly string[] | null; log_content?: boolean | null; content_retention_days?: number | null; max_budget?: number | null; budget_duration?: string | null; soft_budget?: number | null; tpm_limit?: number | null; rpm_limit?: number | null; max_parallel_requests?: number | null; model_tpm_limit?: { readonly [name: string]: number } | null; model_rpm_limit?: { readonly [name: string]: number } | null; metadata?: { readonly [name: string]: Json } | null };
    output: { team_id: string; team_alias: string | null; organization_id: string | null; models: readonly string[]; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools: readonly string[] | null; log_content: boolean; content_retention_days: number | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; model_tpm_limit: { readonly [name: string]: number }; model_rpm_limit: { readonly [name: string]: number }; metadata: Json; members_with_roles: readonly ({ user_id: string; role: string; max_budget_in_team: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; etag?: string })[]; spend: number; created_at: string; updated_at: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /**
   * Delete teams and their memberships, all of them or none; refused while keys belong to them, unless cascade
   * deletes those too
   */
  "POST /team/delete": {
    input: { team_ids: readonly string[]; cascade?: boolean };
    output: { deleted_teams: readonly string[]; deleted_keys: readonly string[]; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Refuse every request for a team, from now on and on every node */
  "POST /team/block": {
    input: { team_id: string; cut_streams?: boolean };
    output: { team_id: string; team_alias: string | null; organization_id: string | null; models: readonly string[]; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools: readonly string[] | null; log_content: boolean; content_retention_days: number | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; model_tpm_limit: { readonly [name: string]: number }; model_rpm_limit: { readonly [name: string]: number }; metadata: Json; members_with_roles: readonly ({ user_id: string; role: string; max_budget_in_team: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; etag?: string })[]; spend: number; created_at: string; updated_at: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Accept requests for a team again */
  "POST /team/unblock": {
    input: { team_id: string };
    output: { team_id: string; team_alias: string | null; organization_id: string | null; models: readonly string[]; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools: readonly string[] | null; log_content: boolean; content_retention_days: number | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; model_tpm_limit: { readonly [name: string]: number }; model_rpm_limit: { readonly [name: string]: number }; metadata: Json; members_with_roles: readonly ({ user_id: string; role: string; max_budget_in_team: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; etag?: string })[]; spend: number; created_at: string; updated_at: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /**
   * Add members to a team, or change their role and limits in it; ids that are not users yet become users, for
   * administrators of the team only with `user_id_upsert`
   */
  "POST /team/member_add": {
    input: { team_id: string; member: readonly ({ user_id: string; role?: "admin" | "user" })[]; max_budget_in_team?: number | null; budget_duration?: string | null; tpm_limit?: number | null; rpm_limit?: number | null };
    output: { team_id: string; team_alias: string | null; organization_id: string | null; models: readonly string[]; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools: readonly string[] | null; log_content: boolean; content_retention_days: number | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; model_tpm_limit: { readonly [name: string]: number }; model_rpm_limit: { readonly [name: string]: number }; metadata: Json; members_with_roles: readonly ({ user_id: string; role: string; max_budget_in_team: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; etag?: string })[]; spend: number; created_at: string; updated_at: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Change the role and the limits of a member in a team. Fields that you leave out stay, and null clears one */
  "POST /team/member_update": {
    input: { team_id: string; user_id: string; role?: "admin" | "user"; max_budget_in_team?: number | null; budget_duration?: string | null; tpm_limit?: number | null; rpm_limit?: number | null };
    output: { team_id: string; team_alias: string | null; organization_id: string | null; models: readonly string[]; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools: readonly string[] | null; log_content: boolean; content_retention_days: number | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; model_tpm_limit: { readonly [name: string]: number }; model_rpm_limit: { readonly [name: string]: number }; metadata: Json; members_with_roles: readonly ({ user_id: string; role: string; max_budget_in_team: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; etag?: string })[]; spend: number; created_at: string; updated_at: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Take members out of a team, all of them or none; they stay users, and keep their keys */
  "POST /team/member_delete": {
    input: { team_id: string; user_id: readonly string[] };
    output: { team_id: string; team_alias: string | null; organization_id: string | null; models: readonly string[]; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools: readonly string[] | null; log_content: boolean; content_retention_days: number | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; model_tpm_limit: { readonly [name: string]: number }; model_rpm_limit: { readonly [name: string]: number }; metadata: Json; members_with_roles: readonly ({ user_id: string; role: string; max_budget_in_team: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; etag?: string })[]; spend: number; created_at: string; updated_at: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Create a user */
  "POST /user/new": {
    input: { user_id?: string | null; user_alias?: string | null; user_email?: string | null; models?: readonly string[] | null; blocked?: boolean; user_role?: "proxy_admin_viewer" | null; object_permission?: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget?: number | null; budget_duration?: string | null; soft_budget?: number | null; tpm_limit?: number | null; rpm_limit?: number | null; max_parallel_requests?: number | null; metadata?: { readonly [name: string]: Json } | null; teams?: readonly string[] | null };
    output: { user_id: string; user_alias: string | null; user_email: string | null; models: readonly string[]; blocked: boolean; user_role: string | null; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; teams: readonly string[]; spend: number; created_at: string; updated_at: string };
  };
  /** Show one user; without user_id the caller */
  "GET /user/info": {
    input: { user_id?: string };
    output: { user_id: string; user_alias: string | null; user_email: string | null; models: readonly string[]; blocked: boolean; user_role: string | null; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; teams: readonly string[]; spend: number; created_at: string; updated_at: string; budget: { spent: number; starts_at: string | null; resets_at: string | null; soft_exceeded: boolean } | null; team_aliases: { readonly [name: string]: string } };
  };
  /** List users, page by page */
  "GET /user/list": {
    input: { page?: number; size?: number; after?: string; sort?: "created_at" | "updated_at" | "spend" | "alias"; order?: "asc" | "desc"; search?: string; blocked?: "true" | "false"; user_email?: string; team_id?: string };
    output: { data: readonly ({ user_id: string; user_alias: string | null; user_email: string | null; models: readonly string[]; blocked: boolean; user_role: string | null; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; teams: readonly string[]; spend: number; created_at: string; updated_at: string; budget: { spent: number; starts_at: string | null; resets_at: string | null; soft_exceeded: boolean } | null; team_aliases: { readonly [name: string]: string } })[]; total: number; page: number | null; size: number; next: string | null };
  };
  /** Change a user. Fields that you leave out stay, and null clears one */
  "POST /user/update": {
    input: { user_id: string; user_alias?: string | null; user_email?: string | null; models?: readonly string[] | null; blocked?: boolean; user_role?: "proxy_admin_viewer" | null; object_permission?: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget?: number | null; budget_duration?: string | null; soft_budget?: number | null; tpm_limit?: number | null; rpm_limit?: number | null; max_parallel_requests?: number | null; metadata?: { readonly [name: string]: Json } | null; force?: boolean };
    output: { user_id: string; user_alias: string | null; user_email: string | null; models: readonly string[]; blocked: boolean; user_role: string | null; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; teams: readonly string[]; spend: number; created_at: string; updated_at: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /**
   * Delete users and their memberships, all of them or none; refused while keys belong to them, unless cascade
   * deletes those too
   */
  "POST /user/delete": {
    input: { user_ids: readonly string[]; cascade?: boolean };
    output: { deleted_users: readonly string[]; deleted_keys: readonly string[]; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Refuse every request of a user, from now on and on every node */
  "POST /user/block": {
    input: { user_id: string; force?: boolean };
    output: { user_id: string; user_alias: string | null; user_email: string | null; models: readonly string[]; blocked: boolean; user_role: string | null; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; teams: readonly string[]; spend: number; created_at: string; updated_at: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Accept requests of a user again */
  "POST /user/unblock": {
    input: { user_id: string };
    output: { user_id: string; user_alias: string | null; user_email: string | null; models: readonly string[]; blocked: boolean; user_role: string | null; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; teams: readonly string[]; spend: number; created_at: string; updated_at: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Create an organisation; its id is the one that the identity provider's claim carries */
  "POST /organization/new": {
    input: { organization_id?: string | null; organization_alias?: string | null; models?: readonly string[] | null; blocked?: boolean; object_permission?: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget?: number | null; budget_duration?: string | null; soft_budget?: number | null; tpm_limit?: number | null; rpm_limit?: number | null; max_parallel_requests?: number | null; metadata?: { readonly [name: string]: Json } | null };
    output: { organization_id: string; organization_alias: string | null; models: readonly string[]; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; spend: number; created_at: string; updated_at: string };
  };
  /** Show one organisation */
  "GET /organization/info": {
    input: { organization_id: string };
    output: { organization_id: string; organization_alias: string | null; models: readonly string[]; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; spend: number; created_at: string; updated_at: string; budget: { spent: number; starts_at: string | null; resets_at: string | null; soft_exceeded: boolean } | null };
  };
  /** List organisations, page by page */
  "GET /organization/list": {
    input: { page?: number; size?: number; after?: string; sort?: "created_at" | "updated_at" | "spend" | "alias"; order?: "asc" | "desc"; search?: string; blocked?: "true" | "false" };
    output: { data: readonly ({ organization_id: string; organization_alias: string | null; models: readonly string[]; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; spend: number; created_at: string; updated_at: string; budget: { spent: number; starts_at: string | null; resets_at: string | null; soft_exceeded: boolean } | null })[]; total: number; page: number | null; size: number; next: string | null };
  };
  /** Change an organisation. Fields that you leave out stay, and null clears one */
  "POST /organization/update": {
    input: { organization_id: string; organization_alias?: string | null; models?: readonly string[] | null; blocked?: boolean; object_permission?: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget?: number | null; budget_duration?: string | null; soft_budget?: number | null; tpm_limit?: number | null; rpm_limit?: number | null; max_parallel_requests?: number | null; metadata?: { readonly [name: string]: Json } | null };
    output: { organization_id: string; organization_alias: string | null; models: readonly string[]; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; spend: number; created_at: string; updated_at: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Delete organisations, all of them or none; refused while teams or keys belong to them */
  "POST /organization/delete": {
    input: { organization_ids: readonly string[] };
    output: { deleted_organizations: readonly string[]; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Refuse every request charged to an organisation, from now on and on every node */
  "POST /organization/block": {
    input: { organization_id: string };
    output: { organization_id: string; organization_alias: string | null; models: readonly string[]; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; spend: number; created_at: string; updated_at: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Accept requests charged to an organisation again */
  "POST /organization/unblock": {
    input: { organization_id: string };
    output: { organization_id: string; organization_alias: string | null; models: readonly string[]; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; spend: number; created_at: string; updated_at: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /**
   * Create an end user, whom calls name in a claim or in OpenAI's `user` field; calls may name end users that
   * were never created
   */
  "POST /customer/new": {
    input: { user_id: string; alias?: string | null; blocked?: boolean; object_permission?: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget?: number | null; budget_duration?: string | null; soft_budget?: number | null; tpm_limit?: number | null; rpm_limit?: number | null; max_parallel_requests?: number | null; metadata?: { readonly [name: string]: Json } | null };
    output: { user_id: string; alias: string | null; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; spend: number; created_at: string | null; updated_at: string | null };
  };
  /** Show one end user, also one who is known only from calls */
  "GET /customer/info": {
    input: { user_id?: string; end_user_id?: string };
    output: { user_id: string; alias: string | null; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; spend: number; created_at: string | null; updated_at: string | null; calls: number; budget: { spent: number; starts_at: string | null; resets_at: string | null; soft_exceeded: boolean } | null };
  };
  /** List the end users page by page, also those who are known only from calls; by date, these come last */
  "GET /customer/list": {
    input: { page?: number; size?: number; after?: string; sort?: "created_at" | "updated_at" | "spend" | "alias"; order?: "asc" | "desc"; search?: string; blocked?: "true" | "false"; recorded?: "true" | "false" };
    output: { data: readonly ({ user_id: string; alias: string | null; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; spend: number; created_at: string | null; updated_at: string | null; calls: number; budget: { spent: number; starts_at: string | null; resets_at: string | null; soft_exceeded: boolean } | null })[]; total: number; page: number | null; size: number; next: string | null };
  };
  /** Change an end user. Fields that you leave out stay, and null clears one */
  "POST /customer/update": {
    input: { user_id: string; alias?: string | null; blocked?: boolean; object_permission?: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget?: number | null; budget_duration?: string | null; soft_budget?: number | null; tpm_limit?: number | null; rpm_limit?: number | null; max_parallel_requests?: number | null; metadata?: { readonly [name: string]: Json } | null };
    output: { user_id: string; alias: string | null; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; spend: number; created_at: string | null; updated_at: string | null; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Delete end users, all of them or none; a deleted end user is no longer blocked */
  "POST /customer/delete": {
    input: { user_ids: readonly string[] };
    output: { deleted_customers: readonly string[]; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Refuse every request made for these end users, known here or not, from now on and on every node */
  "POST /customer/block": {
    input: { user_id?: string; user_ids?: readonly string[] };
    output: { data: readonly ({ user_id: string; alias: string | null; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; spend: number; created_at: string | null; updated_at: string | null })[]; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Accept requests made for these end users again */
  "POST /customer/unblock": {
    input: { user_id?: string; user_ids?: readonly string[] };
    output: { data: readonly ({ user_id: string; alias: string | null; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; metadata: Json; spend: number; created_at: string | null; updated_at: string | null })[]; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /**
   * Find teams, users, organisations, keys and end users by a part of their id, name or e-mail address: of each
   * kind those that begin with it first
   */
  "GET /search": {
    input: { text: string; size?: number };
    output: { data: readonly ({ type: "key" | "user" | "team" | "organization" | "end_user"; id: string; name: string | null; key_name: string | null })[] };
  };
  /**
   * Generate a virtual key; the body may be empty. The key of a caller who is not an administrator may do no more
   * than its maker
   */
  "POST /key/generate": {
    input: { key_alias?: string | null; user_id?: string | null; team_id?: string | null; organization_id?: string | null; models?: readonly string[] | null; allowed_routes?: readonly string[] | null; blocked?: boolean; object_permission?: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools?: readonly string[] | null; log_content?: boolean | null; content_retention_days?: number | null; max_budget?: number | null; budget_duration?: string | null; soft_budget?: number | null; tpm_limit?: number | null; rpm_limit?: number | null; max_parallel_requests?: number | null; model_tpm_limit?: { readonly [name: string]: number } | null; model_rpm_limit?: { readonly [name: string]: number } | null; metadata?: { readonly [name: string]: Json } | null; duration?: string | null };
    output: { key: string; key_name: string; token_id: string; key_alias: string | null; expires: string | null; user_id: string | null; team_id: string | null; organization_id: string | null; models: readonly string[]; allowed_routes: readonly string[]; maker: { role: "team" | "internal_user" | null; scopes: readonly string[]; roles?: readonly string[] } | null; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools: readonly string[] | null; log_content: boolean; content_retention_days: number | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; model_tpm_limit: { readonly [name: string]: number }; model_rpm_limit: { readonly [name: string]: number }; metadata: Json; previous_keys: readonly { key_name: string; valid_until: string }[]; created_at: string; updated_at: string };
  };
  /** Show one key; without `key` the one that you call with */
  "GET /key/info": {
    input: { key?: string };
    output: { key_name: string; token_id: string; key_alias: string | null; expires: string | null; user_id: string | null; team_id: string | null; organization_id: string | null; models: readonly string[]; allowed_routes: readonly string[]; maker: { role: "team" | "internal_user" | null; scopes: readonly string[]; roles?: readonly string[] } | null; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools: readonly string[] | null; log_content: boolean; content_retention_days: number | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; model_tpm_limit: { readonly [name: string]: number }; model_rpm_limit: { readonly [name: string]: number }; metadata: Json; previous_keys: readonly { key_name: string; valid_until: string }[]; created_at: string; updated_at: string; spend: number; team_alias: string | null; user_alias: string | null; user_email: string | null; organization_alias: string | null; budget: { spent: number; starts_at: string | null; resets_at: string | null; soft_exceeded: boolean } | null };
  };
  /**
   * List keys, page by page; callers who are not administrators see their own, and those of the teams they
   * administer
   */
  "GET /key/list": {
    input: { page?: number; size?: number; after?: string; sort?: "created_at" | "updated_at" | "spend" | "alias"; order?: "asc" | "desc"; search?: string; blocked?: "true" | "false"; user_id?: string; team_id?: string; organization_id?: string; issuer?: string; expired?: "true" | "false"; ends_within_days?: number };
    output: { data: readonly ({ key_name: string; token_id: string; key_alias: string | null; expires: string | null; user_id: string | null; team_id: string | null; organization_id: string | null; models: readonly string[]; allowed_routes: readonly string[]; maker: { role: "team" | "internal_user" | null; scopes: readonly string[]; roles?: readonly string[] } | null; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools: readonly string[] | null; log_content: boolean; content_retention_days: number | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; model_tpm_limit: { readonly [name: string]: number }; model_rpm_limit: { readonly [name: string]: number }; metadata: Json; previous_keys: readonly { key_name: string; valid_until: string }[]; created_at: string; updated_at: string; spend: number; team_alias: string | null; user_alias: string | null; user_email: string | null; organization_alias: string | null; budget: { spent: number; starts_at: string | null; resets_at: string | null; soft_exceeded: boolean } | null })[]; total: number; page: number | null; size: number; next: string | null };
  };
  /** Delete keys, all of them or none */
  "POST /key/delete": {
    input: { keys: readonly string[] };
    output: { deleted_keys: readonly string[]; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /**
   * Change a key. Fields that you leave out stay, and null clears one. Administrators of its team change its
   * name, its models, its limits and its metadata
   */
  "POST /key/update": {
    input: { key: string; key_alias?: string | null; user_id?: string | null; team_id?: string | null; organization_id?: string | null; models?: readonly string[] | null; allowed_routes?: readonly string[] | null; blocked?: boolean; object_permission?: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools?: readonly string[] | null; log_content?: boolean | null; content_retention_days?: number | null; max_budget?: number | null; budget_duration?: string | null; soft_budget?: number | null; tpm_limit?: number | null; rpm_limit?: number | null; max_parallel_requests?: number | null; model_tpm_limit?: { readonly [name: string]: number } | null; model_rpm_limit?: { readonly [name: string]: number } | null; metadata?: { readonly [name: string]: Json } | null; duration?: string | null };
    output: { key_name: string; token_id: string; key_alias: string | null; expires: string | null; user_id: string | null; team_id: string | null; organization_id: string | null; models: readonly string[]; allowed_routes: readonly string[]; maker: { role: "team" | "internal_user" | null; scopes: readonly string[]; roles?: readonly string[] } | null; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools: readonly string[] | null; log_content: boolean; content_retention_days: number | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; model_tpm_limit: { readonly [name: string]: number }; model_rpm_limit: { readonly [name: string]: number }; metadata: Json; previous_keys: readonly { key_name: string; valid_until: string }[]; created_at: string; updated_at: string; spend: number; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Give a key a new secret; everything else about it stays, and the old secret is accepted for the grace period */
  "POST /key/regenerate": {
    input: { key: string; grace_period?: string | null; duration?: string };
    output: { key: string; key_name: string; token_id: string; key_alias: string | null; expires: string | null; user_id: string | null; team_id: string | null; organization_id: string | null; models: readonly string[]; allowed_routes: readonly string[]; maker: { role: "team" | "internal_user" | null; scopes: readonly string[]; roles?: readonly string[] } | null; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools: readonly string[] | null; log_content: boolean; content_retention_days: number | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; model_tpm_limit: { readonly [name: string]: number }; model_rpm_limit: { readonly [name: string]: number }; metadata: Json; previous_keys: readonly { key_name: string; valid_until: string }[]; created_at: string; updated_at: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Refuse a key, from now on and on every node; also for administrators of its team */
  "POST /key/block": {
    input: { key: string };
    output: { key_name: string; token_id: string; key_alias: string | null; expires: string | null; user_id: string | null; team_id: string | null; organization_id: string | null; models: readonly string[]; allowed_routes: readonly string[]; maker: { role: "team" | "internal_user" | null; scopes: readonly string[]; roles?: readonly string[] } | null; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools: readonly string[] | null; log_content: boolean; content_retention_days: number | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; model_tpm_limit: { readonly [name: string]: number }; model_rpm_limit: { readonly [name: string]: number }; metadata: Json; previous_keys: readonly { key_name: string; valid_until: string }[]; created_at: string; updated_at: string; spend: number; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Accept a key again */
  "POST /key/unblock": {
    input: { key: string };
    output: { key_name: string; token_id: string; key_alias: string | null; expires: string | null; user_id: string | null; team_id: string | null; organization_id: string | null; models: readonly string[]; allowed_routes: readonly string[]; maker: { role: "team" | "internal_user" | null; scopes: readonly string[]; roles?: readonly string[] } | null; blocked: boolean; object_permission: { mcp_servers?: readonly string[]; mcp_access_groups?: readonly string[]; mcp_tool_permissions?: { readonly [name: string]: readonly string[] }; mcp_max_tier?: "read" | "write" } | null; hosted_tools: readonly string[] | null; log_content: boolean; content_retention_days: number | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; tpm_limit: number | null; rpm_limit: number | null; max_parallel_requests: number | null; model_tpm_limit: { readonly [name: string]: number }; model_rpm_limit: { readonly [name: string]: number }; metadata: Json; previous_keys: readonly { key_name: string; valid_until: string }[]; created_at: string; updated_at: string; spend: number; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Export teams as CSV, with every column that an import takes */
  "GET /team/export": {
    input: { search?: string; blocked?: "true" | "false"; ids?: string };
    output: string;
  };
  /**
   * Create and change up to 500 teams by a CSV file, row by row. A column that is absent stays, an empty cell
   * clears. A plan that refuses a row changes nothing
   */
  "POST /team/import": {
    input: { csv: string; dry_run?: boolean };
    output: { dry_run: boolean; applied: boolean; created: number; updated: number; unchanged: number; refused: number; ignored_columns: readonly string[]; rows: readonly ({ line: number; id: string | null; action: "create" | "update" | "none" | "refuse"; changes: readonly ({ field: string; before: string | number | boolean | readonly string[] | null; after: string | number | boolean | readonly string[] | null })[]; error?: string; key?: string })[] };
  };
  /** Export users as CSV, with every column that an import takes */
  "GET /user/export": {
    input: { search?: string; blocked?: "true" | "false"; ids?: string };
    output: string;
  };
  /**
   * Create and change up to 500 users by a CSV file, row by row. A column that is absent stays, an empty cell
   * clears. A plan that refuses a row changes nothing
   */
  "POST /user/import": {
    input: { csv: string; dry_run?: boolean };
    output: { dry_run: boolean; applied: boolean; created: number; updated: number; unchanged: number; refused: number; ignored_columns: readonly string[]; rows: readonly ({ line: number; id: string | null; action: "create" | "update" | "none" | "refuse"; changes: readonly ({ field: string; before: string | number | boolean | readonly string[] | null; after: string | number | boolean | readonly string[] | null })[]; error?: string; key?: string })[] };
  };
  /** Export keys as CSV, with every column that an import takes */
  "GET /key/export": {
    input: { search?: string; blocked?: "true" | "false"; ids?: string };
    output: string;
  };
  /**
   * Create and change up to 500 keys by a CSV file, row by row. A column that is absent stays, an empty cell
   * clears. A plan that refuses a row changes nothing
   */
  "POST /key/import": {
    input: { csv: string; dry_run?: boolean };
    output: { dry_run: boolean; applied: boolean; created: number; updated: number; unchanged: number; refused: number; ignored_columns: readonly string[]; rows: readonly ({ line: number; id: string | null; action: "create" | "update" | "none" | "refuse"; changes: readonly ({ field: string; before: string | number | boolean | readonly string[] | null; after: string | number | boolean | readonly string[] | null })[]; error?: string; key?: string })[] };
  };
  /** Show the access settings in force, where each comes from, and the findings about them */
  "GET /config/get": {
    input: Record<string, never>;
    output: { generation: number; revision: { id: number; created_at: string; actor: string; comment: string | null } | null; settings: { readonly [name: string]: { value: Json; source: "file" | "revision" | "default"; file_value: Json } }; custom_validate: string | null; models: readonly string[]; findings: readonly ({ number: string; severity: "error" | "warning"; file?: string; line?: number; column?: number; path: string; message: string; fix?: string; link?: { text: string; href: string } })[]; retention: { call_days: number | null; hourly_days: number; daily_days: number | null; decision_days: number }; login: { master_key: boolean; providers: readonly { name: string; label: string; issuer: string }[]; session_max_hours: number; session_idle_minutes: number | null } };
  };
  /** Check a draft of access settings without saving it */
  "POST /config/validate": {
    input: { settings: Json };
    output: { valid: boolean; findings: readonly ({ number: string; severity: "error" | "warning"; file?: string; line?: number; column?: number; path: string; message: string; fix?: string; link?: { text: string; href: string } })[]; policy_tests: readonly ({ name: string; passed: boolean; expected: string; found: string; rule: string | null; sentence: string })[]; locks_out: readonly { method: string; path: string; because: string }[] };
  };
  /** Save access settings as a new revision, in force immediately on every node */
  "POST /config/revisions": {
    input: { settings: Json; comment?: string | null; base_revision: number | null; force?: boolean };
    output: { revision: { id: number; created_at: string; actor: string; comment: string | null }; nodes: readonly ({ node: string; acknowledged_ms: number | null })[]; findings: readonly ({ number: string; severity: "error" | "warning"; file?: string; line?: number; column?: number; path: string; message: string; fix?: string; link?: { text: string; href: string } })[] };
  };
  /** List the saved revisions of the access settings, newest first */
  "GET /config/revisions": {
    input: { page?: number; size?: number; after?: string; search?: string; up_to?: number };
    output: { data: readonly ({ id: number; created_at: string; actor: string; comment: string | null; settings: Json })[]; total: number; page: number | null; size: number; next: string | null };
  };
  /** Put an earlier revision in force again, as a new revision */
  "POST /config/rollback": {
    input: { revision: number; base_revision?: number | null; comment?: string | null; force?: boolean };
    output: { revision: { id: number; created_at: string; actor: string; comment: string | null }; nodes: readonly ({ node: string; acknowledged_ms: number | null })[]; findings: readonly ({ number: string; severity: "error" | "warning"; file?: string; line?: number; column?: number; path: string; message: string; fix?: string; link?: { text: string; href: string } })[] };
  };
  /**
   * Count what the tokens of an issuer asked for and whether it was allowed, from the recorded decisions: by day,
   * and the models, teams and users with the most
   */
  "GET /auth/issuer/traffic": {
    input: { issuer: string; days?: number };
    output: { allowed: number; refused: number; callers: number; by_day: readonly { day: string; allowed: number; refused: number }[]; models: readonly { id: string; allowed: number; refused: number }[]; teams: readonly { id: string; allowed: number; refused: number }[]; users: readonly { id: string; allowed: number; refused: number }[] };
  };
  /** Explain the decision about a token and a request, check by check; nothing is called or booked */
  "POST /auth/explain": {
    input: { token?: string; claims?: Json; method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; route?: string; model?: string; team_id?: string; organization_id?: string; user?: string; mcp_server?: string; tool?: string; body?: { readonly [name: string]: Json }; settings?: Json };
    output: { allow: boolean; code: string | null; message: string | null; checks: readonly ({ rule: string; spec: string; outcome: "pass" | "skip" | "fail" | "not reached"; because: string })[]; identity: { kind: "master-key" | "virtual-key" | "jwt"; issuer: string | null; subject: string | null; scopes: readonly string[]; roles: readonly string[]; team_id: string | null; groups: readonly string[]; user_id: string | null; email: string | null; object_id: string | null; organization_id: string | null; end_user_id: string | null; key_id: string | null } | null; principal: { admin: boolean; viewer: boolean; administers: readonly string[]; role: string | null; key_id: string | null; team_id: string | null; user_id: string | null; organization_id: string | null; end_user_id: string | null } | null; obligations: readonly string[]; resolution: { requested: string; winner: { id: string; position: number; model_name: string; upstream_model: string; captures: readonly string[]; specificity: { exact: boolean; literalCharacters: number; stars: number; literalPrefix: number }; wins: boolean; because: string | null } | null; because: string | null; candidates: readonly ({ id: string; position: number; model_name: string; upstream_model: string; captures: readonly string[]; specificity: { exact: boolean; literalCharacters: number; stars: number; literalPrefix: number }; wins: boolean; because: string | null })[] } | null; nearest_miss: { changes: readonly (({ kind: "add-group"; team: string } | { kind: "name-team"; team: string; claim: string } | { kind: "add-member"; user: string; team: string } | { kind: "make-viewer"; user: string } | { kind: "make-team-administrator"; user: string; team: string } | { kind: "ask-for-no-team"; team: string } | { kind: "choose-organization"; id: string } | { kind: "ask-for-no-organization"; id: string } | { kind: "name-no-end-user"; id: string } | { kind: "name-email"; domain: string } | { kind: "verify-email"; email: string } | { kind: "add-role"; role: string } | { kind: "add-scope"; scope: string } | { kind: "map-role"; role: string; internalRole: "team" | "internal_user" | "proxy_admin" | "proxy_admin_viewer" } | { kind: "map-group"; group: string; team: string } | { kind: "map-scope"; scope: string; model: string } | { kind: "map-tool"; scope: string; tool: string } | { kind: "unblock"; entity: "key" | "team" | "user" | "organization" | "end_user"; id: string } | { kind: "renew-key"; id: string } | { kind: "allow-admin"; issuer: string } | { kind: "create-team"; id: string } | { kind: "create-user"; id: string } | { kind: "allow-route"; list: "admin_allowed_routes" | "team_admin_allowed_routes" | "team_allowed_routes" | "role_permissions" | "role_mappings" | "allowed_routes"; route: string } | { kind: "allow-model"; holder: "key" | "role" | "role mapping" | "team" | "user" | "organization"; id: string; model: string } | { kind: "allow-tool"; holder: "key" | "team" | "user" | "organization" | "end_user"; id: string; server: string; tool?: string; tier?: "read" | "write" } | { kind: "allow-hosted-tools"; holder: "key" | "role" | "role mapping" | "team"; id: string; tools: readonly string[] } | { holder: "key" | "user" | "member" | "team" | "organization" | "end_user" | "model"; id: string; kind: "raise-budget"; needed: number } | { holder: "key" | "user" | "member" | "team" | "organization" | "end_user" | "model"; id: string; limit: "rpm_limit" | "tpm_limit" | "max_parallel_requests"; model: string | null; kind: "raise-limit"; needed: number } | { kind: "set-claim"; setting: "team_id_jwt_field" | "user_id_jwt_field" | "org_id_jwt_field" | "end_user_id_jwt_field" | "team_ids_jwt_field" | "user_email_jwt_field" | "object_id_jwt_field" | "roles_jwt_field" | "team_alias_jwt_field" | "scope_jwt_field"; line: string } | { kind: "other" }) & { description: string })[]; sentence: string } | null; limits: readonly ({ holder: "key" | "user" | "member" | "team" | "organization" | "end_user" | "model"; id: string; limit: "rpm_limit" | "tpm_limit" | "max_parallel_requests"; model: string | null; name: string; value: number })[]; claims: readonly ({ path: string; type: "string" | "number" | "boolean" | "null" | "list" | "object"; value: string; read_by: readonly string[]; names: readonly ({ kind: "team" | "user" | "organization" | "role" | "scope"; id: string; line: string | null })[] })[]; unread: readonly { field: string; sentence: string }[]; names: readonly ({ kind: "team" | "user" | "organization" | "end_user" | "key"; id: string; name: string; told_as: string | null })[] };
  };
  /** Show the record of a refusal, by the x-gateway-decision-id of its answer */
  "GET /auth/explain": {
    input: { id: string };
    output: { id: string; at: string; generation: number; fingerprint: string; identity_fingerprint?: string | null; request_id?: string; method: string; route: string; model: string | null; team_id: string | null; organization_id?: string | null; end_user_id: string | null; mcp_server?: string | null; tool?: string | null; hosted_tools?: readonly string[]; allow: boolean; code: string | null; message: string | null; checks: readonly ({ rule: string; spec: string; outcome: "pass" | "skip" | "fail" | "not reached"; because: string })[]; identity: { kind: "master-key" | "virtual-key" | "jwt"; issuer: string | null; subject: string | null; scopes: readonly string[]; roles: readonly string[]; team_id: string | null; groups: readonly string[]; user_id: string | null; email: string | null; object_id: string | null; organization_id: string | null; end_user_id: string | null; key_id: string | null } | null; names: readonly ({ kind: "team" | "user" | "organization" | "end_user" | "key"; id: string; name: string; told_as: string | null })[] };
  };
  /**
   * Decide a refused request again, under today's rules and with today's teams, users and keys; its token is not
   * needed
   */
  "POST /auth/explain/again": {
    input: { decision_id: string; body?: { readonly [name: string]: Json }; settings?: Json };
    output: { allow: boolean; code: string | null; message: string | null; checks: readonly ({ rule: string; spec: string; outcome: "pass" | "skip" | "fail" | "not reached"; because: string })[]; identity: { kind: "master-key" | "virtual-key" | "jwt"; issuer: string | null; subject: string | null; scopes: readonly string[]; roles: readonly string[]; team_id: string | null; groups: readonly string[]; user_id: string | null; email: string | null; object_id: string | null; organization_id: string | null; end_user_id: string | null; key_id: string | null } | null; principal: { admin: boolean; viewer: boolean; administers: readonly string[]; role: string | null; key_id: string | null; team_id: string | null; user_id: string | null; organization_id: string | null; end_user_id: string | null } | null; obligations: readonly string[]; resolution: { requested: string; winner: { id: string; position: number; model_name: string; upstream_model: string; captures: readonly string[]; specificity: { exact: boolean; literalCharacters: number; stars: number; literalPrefix: number }; wins: boolean; because: string | null } | null; because: string | null; candidates: readonly ({ id: string; position: number; model_name: string; upstream_model: string; captures: readonly string[]; specificity: { exact: boolean; literalCharacters: number; stars: number; literalPrefix: number }; wins: boolean; because: string | null })[] } | null; nearest_miss: { changes: readonly (({ kind: "add-group"; team: string } | { kind: "name-team"; team: string; claim: string } | { kind: "add-member"; user: string; team: string } | { kind: "make-viewer"; user: string } | { kind: "make-team-administrator"; user: string; team: string } | { kind: "ask-for-no-team"; team: string } | { kind: "choose-organization"; id: string } | { kind: "ask-for-no-organization"; id: string } | { kind: "name-no-end-user"; id: string } | { kind: "name-email"; domain: string } | { kind: "verify-email"; email: string } | { kind: "add-role"; role: string } | { kind: "add-scope"; scope: string } | { kind: "map-role"; role: string; internalRole: "team" | "internal_user" | "proxy_admin" | "proxy_admin_viewer" } | { kind: "map-group"; group: string; team: string } | { kind: "map-scope"; scope: string; model: string } | { kind: "map-tool"; scope: string; tool: string } | { kind: "unblock"; entity: "key" | "team" | "user" | "organization" | "end_user"; id: string } | { kind: "renew-key"; id: string } | { kind: "allow-admin"; issuer: string } | { kind: "create-team"; id: string } | { kind: "create-user"; id: string } | { kind: "allow-route"; list: "admin_allowed_routes" | "team_admin_allowed_routes" | "team_allowed_routes" | "role_permissions" | "role_mappings" | "allowed_routes"; route: string } | { kind: "allow-model"; holder: "key" | "role" | "role mapping" | "team" | "user" | "organization"; id: string; model: string } | { kind: "allow-tool"; holder: "key" | "team" | "user" | "organization" | "end_user"; id: string; server: string; tool?: string; tier?: "read" | "write" } | { kind: "allow-hosted-tools"; holder: "key" | "role" | "role mapping" | "team"; id: string; tools: readonly string[] } | { holder: "key" | "user" | "member" | "team" | "organization" | "end_user" | "model"; id: string; kind: "raise-budget"; needed: number } | { holder: "key" | "user" | "member" | "team" | "organization" | "end_user" | "model"; id: string; limit: "rpm_limit" | "tpm_limit" | "max_parallel_requests"; model: string | null; kind: "raise-limit"; needed: number } | { kind: "set-claim"; setting: "team_id_jwt_field" | "user_id_jwt_field" | "org_id_jwt_field" | "end_user_id_jwt_field" | "team_ids_jwt_field" | "user_email_jwt_field" | "object_id_jwt_field" | "roles_jwt_field" | "team_alias_jwt_field" | "scope_jwt_field"; line: string } | { kind: "other" }) & { description: string })[]; sentence: string } | null; limits: readonly ({ holder: "key" | "user" | "member" | "team" | "organization" | "end_user" | "model"; id: string; limit: "rpm_limit" | "tpm_limit" | "max_parallel_requests"; model: string | null; name: string; value: number })[]; claims: readonly ({ path: string; type: "string" | "number" | "boolean" | "null" | "list" | "object"; value: string; read_by: readonly string[]; names: readonly ({ kind: "team" | "user" | "organization" | "role" | "scope"; id: string; line: string | null })[] })[]; unread: readonly { field: string; sentence: string }[]; names: readonly ({ kind: "team" | "user" | "organization" | "end_user" | "key"; id: string; name: string; told_as: string | null })[]; who: string };
  };
  /**
   * Try a draft of settings, models, teams, users, organisations and keys on recorded traffic: who would be
   * refused, who allowed, and which models would go elsewhere
   */
  "POST /auth/replay": {
    input: { settings?: Json; model_list?: readonly { model_name: string; gateway_params: { model: string } }[]; teams?: readonly { team_id: string; models?: readonly string[]; blocked?: boolean }[]; users?: readonly { user_id: string; models?: readonly string[]; blocked?: boolean; teams?: readonly string[] }[]; organizations?: readonly { organization_id: string; models?: readonly string[]; blocked?: boolean }[]; keys?: readonly ({ key: string; models?: readonly string[]; blocked?: boolean; allowed_routes?: readonly string[]; duration?: string | null })[]; days?: number };
    output: { days: number; evaluated: number; unchanged: number; newly_denied: readonly ({ who: string; route: string; model: string | null; code: string; message: string; count: number; last_seen: string })[]; newly_allowed: readonly ({ who: string; route: string; model: string | null; code: string; message: string; count: number; last_seen: string })[]; resolved_differently: readonly ({ model: string; before: { model_name: string; upstream_model: string } | null; after: { model_name: string; upstream_model: string } | null; count: number; last_seen: string })[]; people: readonly { who: string; newly_denied: number; newly_allowed: number; unchanged: number; days: readonly { day: string; newly_denied: number; newly_allowed: number; unchanged: number }[] }[]; people_total: number; totals: { newly_denied: { groups: number; calls: number }; newly_allowed: { groups: number; calls: number }; resolved_differently: { groups: number; calls: number } }; not_evaluated: readonly { reason: string; count: number }[]; truncated: boolean };
  };
  /** List the claims that the tokens of each issuer had in the last 24 hours, without their values */
  "GET /auth/claims": {
    input: Record<string, never>;
    output: { hours: number; issuers: readonly ({ issuer: string | null; tokens: number; claims: readonly ({ path: string; tokens: number; types: readonly ("string" | "number" | "boolean" | "null" | "list" | "object")[]; shapes: readonly string[]; ids: readonly ({ kind: "team" | "user" | "organization" | "end_user" | "role" | "scope"; id: string })[]; read_by: readonly ("team_id_jwt_field" | "user_id_jwt_field" | "org_id_jwt_field" | "end_user_id_jwt_field" | "team_ids_jwt_field" | "user_email_jwt_field" | "object_id_jwt_field" | "roles_jwt_field" | "team_alias_jwt_field" | "scope_jwt_field")[] })[] })[] };
  };
  /**
   * Call a model as a chosen identity. The call is decided as for that identity, whose limits are read but not
   * held, and is booked to you with the tag `playground`. The answer is a stream: the events `decision` and
   * `deployment`, the chunks of the model, then `usage`; `error` if the call fails. A refusal has the status and
   * the error that the identity would get, with its `decision`
   */
  "POST /auth/playground": {
    input: { as: { claims?: Json; key_id?: string; user_id?: string; team_id?: string; organization_id?: string }; request: { readonly [name: string]: Json } };
    output: { decision: { allow: boolean; code: string | null; message: string | null; checks: readonly ({ rule: string; spec: string; outcome: "pass" | "skip" | "fail" | "not reached"; because: string })[]; identity: { kind: "master-key" | "virtual-key" | "jwt"; issuer: string | null; subject: string | null; scopes: readonly string[]; roles: readonly string[]; team_id: string | null; groups: readonly string[]; user_id: string | null; email: string | null; object_id: string | null; organization_id: string | null; end_user_id: string | null; key_id: string | null } | null; principal: { admin: boolean; viewer: boolean; administers: readonly string[]; role: string | null; key_id: string | null; team_id: string | null; user_id: string | null; organization_id: string | null; end_user_id: string | null } | null; obligations: readonly string[] }; deployment: { call_id: string; deployment: string; attempts: number; fallback: string | null }; usage: { call_id: string; status: string; provider: string; model: string; deployment: string; attempts: number; prompt_tokens: number; completion_tokens: number; cost: number | null; decision_ms: number; first_token_ms: number | null; duration_ms: number } };
  };
  /** List the models that a chosen identity may call */
  "POST /auth/playground/models": {
    input: { as: { claims?: Json; key_id?: string; user_id?: string; team_id?: string; organization_id?: string } };
    output: { models: readonly string[] };
  };
  /**
   * List refusals, grouped by code, principal and, where the code depends on them, route and model, with counts
   * and examples; every refusal is counted. Groups with requests for access come first, whatever the time range
   */
  "GET /auth/refusals": {
    input: { hours?: number; start_date?: string; end_date?: string; state?: "open" | "hidden" | "all"; code?: string; kind?: "key" | "team" | "user" | "member" | "issuer" | "master_key" | "unproven" | "others"; principal?: string; route?: string; model?: string; page?: number; size?: number; after?: string };
    output: { data: readonly ({ code: string; kind: "key" | "team" | "user" | "member" | "issuer" | "master_key" | "unproven" | "others"; principal: string; route: string; model: string; name: string | null; count: number; first_at: string; last_at: string; examples: readonly string[]; by_hour: readonly { hour: string; count: number }[]; state: "open" | "dismissed" | "snoozed"; snoozed_until: string | null; marked_by: string | null; note: string | null; requests: readonly ({ requested_by: string; asker: string; note: string | null; amount: number | null; decision_id: string | null; at: string })[] })[]; total: number; refusals: number; page: number | null; size: number; next: string | null };
  };
  /**
   * Count the open groups of refusals of the last 7 days, up to 1,000, and show who asks for access; cheaper than
   * the list, and for what looks often
   */
  "GET /auth/refusals/waiting": {
    input: Record<string, never>;
    output: { groups: number; requested: readonly ({ code: string; kind: "key" | "team" | "user" | "member" | "issuer" | "master_key" | "unproven" | "others"; principal: string; route: string; model: string; requests: readonly ({ requested_by: string; asker: string; note: string | null; amount: number | null; decision_id: string | null; at: string })[] })[] };
  };
  /**
   * List your own refusals: those of these credentials, of another token of yours and of your keys. Of the newest
   * 200 it shows the latest for each code, route and model, with your open request for access
   */
  "GET /auth/refusals/own": {
    input: { hours?: number; page?: number; size?: number; after?: string };
    output: { data: readonly ({ code: string; route: string; model: string; message: string; at: string; decision_id: string; requested_at: string | null })[]; total: number; page: number | null; size: number; next: string | null };
  };
  /**
   * Hide a group of refusals until it happens again after the next revision of the access settings, or show it
   * again
   */
  "POST /auth/refusals/dismiss": {
    input: { code: string; kind: "key" | "team" | "user" | "member" | "issuer" | "master_key" | "unproven" | "others"; principal: string; route: string; model: string; note?: string | null; dismissed?: boolean };
    output: { state: "open" | "dismissed" | "snoozed" };
  };
  /** Hide a group of refusals for some hours */
  "POST /auth/refusals/snooze": {
    input: { code: string; kind: "key" | "team" | "user" | "member" | "issuer" | "master_key" | "unproven" | "others"; principal: string; route: string; model: string; note?: string | null; hours: number };
    output: { state: "open" | "dismissed" | "snoozed" };
  };
  /**
   * Ask the administrators for access after a refusal of these credentials, of another token of yours or of one
   * of your keys. Nobody has two open requests about the same group of refusals
   */
  "POST /auth/access_requests": {
    input: { decision_id: string; note?: string | null };
    output: { state: "requested" | "already_requested"; requested_at: string };
  };
  /** Show how much was refused over time, by code, by hour or by day; the counts miss no refusal */
  "GET /auth/refusals/series": {
    input: { hours?: number; start_date?: string; end_date?: string; time_zone?: string; code?: string; kind?: "key" | "team" | "user" | "member" | "issuer" | "master_key" | "unproven" | "others"; principal?: string; route?: string; model?: string };
    output: { data: readonly { at: string; refusals: number; by_code: { readonly [name: string]: number } }[]; step: "1h" | "1d"; time_zone: string };
  };
  /** Show which role, scope, team, user and key may use which model and family of routes, and by which rule */
  "GET /auth/matrix": {
    input: { kinds?: string; models?: string; id?: string; page?: number; size?: number; after?: string };
    output: { columns: readonly ({ kind: "model" | "mcp_server" | "family"; name: string; route: string })[]; columns_total: number; data: readonly ({ kind: "role" | "scope" | "team" | "user" | "key"; name: string; id: string | null; assuming: string; cells: readonly ({ allow: boolean; rule: string; spec: string; code: string | null; because: string })[] })[]; total: number; page: number | null; size: number; next: string | null };
  };
  /** Show what a draft of settings takes from and gives to roles, scopes, teams, users and keys, and by which rule */
  "POST /auth/matrix/changes": {
    input: { settings: Json; kinds?: string; models?: string; size?: number; after?: string };
    output: { lost: readonly ({ kind: "role" | "scope" | "team" | "user" | "key"; name: string; id: string | null; column: { kind: "model" | "mcp_server" | "family"; name: string }; before: { allow: boolean; rule: string; spec: string; code: string | null; because: string }; after: { allow: boolean; rule: string; spec: string; code: string | null; because: string } })[]; lost_total: number; gained: readonly ({ kind: "role" | "scope" | "team" | "user" | "key"; name: string; id: string | null; column: { kind: "model" | "mcp_server" | "family"; name: string }; before: { allow: boolean; rule: string; spec: string; code: string | null; because: string }; after: { allow: boolean; rule: string; spec: string; code: string | null; because: string } })[]; gained_total: number; rows: number; rows_total: number; next: string | null };
  };
  /** Count the calls that used what the access matrix allows, from the recorded decisions of the last days */
  "POST /auth/matrix/calls": {
    input: { rows: readonly ({ kind: "role" | "scope" | "team" | "user" | "key"; id: string })[]; models?: readonly string[]; days?: number };
    output: { since: string; days: number; kept_days: number; truncated: boolean; data: readonly ({ kind: "role" | "scope" | "team" | "user" | "key"; id: string; count: number; calls: readonly ({ column: { kind: "model" | "mcp_server" | "family"; name: string }; count: number; last_day: string })[] })[] };
  };
  /** Show the identity providers' public keys as this process knows them */
  "GET /provider/keys": {
    input: Record<string, never>;
    output: { node: string; data: readonly ({ url: string; issuer: string | null; keys: readonly ({ kid: string | null; kty: "RSA" | "EC" | "OKP"; alg: string | null; crv: string | null; age_seconds: number; tokens_seen: number })[]; fetched_at: string | null; next_refresh_at: string | null; stale: boolean; usable: boolean; last_error: string | null })[] };
  };
  /** Fetch the keys of one provider, or of all, now and on every node; the answer shows what this process has then */
  "POST /provider/keys/refresh": {
    input: { url?: string };
    output: { node: string; data: readonly ({ url: string; issuer: string | null; keys: readonly ({ kid: string | null; kty: "RSA" | "EC" | "OKP"; alg: string | null; crv: string | null; age_seconds: number; tokens_seen: number })[]; fetched_at: string | null; next_refresh_at: string | null; stale: boolean; usable: boolean; last_error: string | null })[] };
  };
  /** Fetch one provider's keys and say what would change, without using them */
  "POST /provider/keys/drill": {
    input: { url: string };
    output: { url: string; reachable: boolean; error: string | null; added: readonly ({ kid: string | null; kty: "RSA" | "EC" | "OKP"; alg: string | null; crv: string | null; age_seconds: number; tokens_seen: number })[]; removed: readonly ({ kid: string | null; kty: "RSA" | "EC" | "OKP"; alg: string | null; crv: string | null; age_seconds: number; tokens_seen: number })[]; kept: readonly ({ kid: string | null; kty: "RSA" | "EC" | "OKP"; alg: string | null; crv: string | null; age_seconds: number; tokens_seen: number })[]; recent_tokens: number; would_fail: number };
  };
  /** Show through which provider people log in to the console, and which login is in force */
  "GET /login": {
    input: Record<string, never>;
    output: { source: "environment" | "file" | "database" | "none"; because: string | null; redirect_address: string; in_environment: string | null; in_file: readonly { name: string; issuer: string }[]; master_key: boolean; stored: { issuer: string; client_id: string; client_secret: string | null; label: string; scopes: readonly string[]; administrators: { claim: string; values: readonly string[] } | null; created_by: string; created_at: string; updated_at: string } | null };
  };
  /** Read a provider's discovery document, and say what is wrong with an issuer */
  "POST /login/discover": {
    input: { issuer: string };
    output: { issuer: string; label: string; scopes: readonly string[] };
  };
  /** Begin a test login, which ends in the browser at the redirect address and puts nothing in force */
  "POST /login/trials": {
    input: { issuer: string; client_id: string; client_secret?: string | null; label?: string };
    output: { trial_id: string; address: string };
  };
  /**
   * Put a tested login in force on every node; the environment and the file win over it. 409 would_lock_out if
   * the tested account, or the caller, would not be an administrator
   */
  "PUT /login": {
    input: { trial_id: string; administrators: { claim: string; values: readonly string[] }; force?: boolean };
    output: { source: "environment" | "file" | "database" | "none"; because: string | null; redirect_address: string; in_environment: string | null; in_file: readonly { name: string; issuer: string }[]; master_key: boolean; stored: { issuer: string; client_id: string; client_secret: string | null; label: string; scopes: readonly string[]; administrators: { claim: string; values: readonly string[] } | null; created_by: string; created_at: string; updated_at: string } | null; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Remove the login of the database on every node. 409 would_lock_out if nobody could log in afterwards */
  "DELETE /login": {
    input: Record<string, never>;
    output: { source: "environment" | "file" | "database" | "none"; because: string | null; redirect_address: string; in_environment: string | null; in_file: readonly { name: string; issuer: string }[]; master_key: boolean; stored: { issuer: string; client_id: string; client_secret: string | null; label: string; scopes: readonly string[]; administrators: { claim: string; values: readonly string[] } | null; created_by: string; created_at: string; updated_at: string } | null; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** List booked calls, newest first unless sorted otherwise; callers who are not administrators see their own */
  "GET /spend/logs": {
    input: { page?: number; after?: string; size?: number; count?: "true" | "false"; sort?: "started_at" | "spend" | "total_tokens" | "duration_ms"; order?: "asc" | "desc"; call_id?: string; status?: "success" | "error" | "cancelled" | "interrupted" | "tool_error"; route?: string; requested_model?: string; provider?: string; deployment?: string; price_state?: "priced" | "unpriced" | "free"; key_id?: string; user_id?: string; team_id?: string; end_user_id?: string; upstream_request_id?: string; trace_id?: string; issuer?: string; session_id?: string; mcp_server?: string; mcp_tool?: string; request_id?: string; any_id?: string; organization_id?: string; tag?: string; model?: string; start_date?: string; end_date?: string };
    output: { data: readonly ({ call_id: string; started_at: string; duration_ms: number; upstream_ms: number | null; status: "success" | "error" | "cancelled" | "interrupted" | "tool_error"; http_status: number | null; route: string; requested_model: string; model: string; provider: string; deployment: string; attempts: number; prompt_tokens: number; cached_tokens: number; cache_write_tokens: number; cache_write_hour_tokens: number; prompt_audio_tokens: number; cached_audio_tokens: number; prompt_image_tokens: number; completion_tokens: number; reasoning_tokens: number; completion_audio_tokens: number; completion_image_tokens: number; images: number; audio_seconds: number; characters: number; search_units: number; web_searches: number; total_tokens: number; usage_source: "upstream" | "estimated"; spend: number; price_state: "priced" | "unpriced" | "free"; price_version: string | null; key_id: string | null; user_id: string | null; team_id: string | null; organization_id: string | null; end_user_id: string | null; tags: readonly string[]; tried: readonly { deployment: string; provider: string; model: string; failure: string }[]; team_organization_id: string | null; request_id: string | null; upstream_request_id: string | null; trace_id: string | null; decision_ms: number | null; first_token_ms: number | null; issuer: string | null; session_id: string | null; mcp_server: string | null; mcp_tool: string | null; content: string | null; key_alias: string | null; key_name: string | null; user_alias: string | null; user_email: string | null; team_alias: string | null; organization_alias: string | null; end_user_alias: string | null })[]; total: number | null; total_is_exact: boolean; page: number | null; size: number; next: string | null; as_of?: string; note?: string };
  };
  /** Sum up spend by day, hour, payer, tag, model and provider, with the names of who pays. Both ends are included */
  "GET /spend/report": {
    input: { group_by?: string; start_date?: string; end_date?: string; time_zone?: string; team_id?: string; user_id?: string; key_id?: string; organization_id?: string; end_user_id?: string; tag?: string; requested_model?: string; issuer?: string; mcp_server?: string; model?: string; provider?: string; rest?: "true" | "false"; largest?: number; largest_by?: "spend" | "calls" | "tokens"; format?: "json" | "csv"; limit?: number };
    output: { data: readonly ({ day?: string; hour?: string; team_id?: string; user_id?: string; key_id?: string; organization_id?: string; end_user_id?: string; tag?: string; requested_model?: string; issuer?: string; mcp_server?: string; model?: string; provider?: string; key_alias?: string | null; key_name?: string | null; user_alias?: string | null; user_email?: string | null; team_alias?: string | null; organization_alias?: string | null; end_user_alias?: string | null; others?: true; spend: number; calls: number; failed_calls: number; prompt_tokens: number; completion_tokens: number; unpriced_calls: number })[]; totals: { spend: number; calls: number; failed_calls: number; prompt_tokens: number; completion_tokens: number; unpriced_calls: number }; truncated: boolean; time_zone: string; as_of?: string; note?: string };
  };
  /**
   * Show what has been spent in all, and on each of the last 30 UTC days; callers who are not administrators see
   * their own
   */
  "GET /global/spend": {
    input: Record<string, never>;
    output: { spend: number; calls: number; prompt_tokens: number; completion_tokens: number; unpriced_calls: number; by_day: readonly { day: string; spend: number; calls: number; failed_calls: number; prompt_tokens: number; completion_tokens: number; unpriced_calls: number }[]; as_of?: string; note?: string };
  };
  /**
   * Show the prompt and the answer of a call whose team or key keeps them. It needs a separate right, in addition
   * to the one to see the call, and each look is audited
   */
  "GET /spend/logs/content": {
    input: { call_id: string };
    output: { call_id: string; kept_at: string; expires_on: string; route: string; status: number | null; conversation: readonly ({ role: "system" | "user" | "assistant"; parts: readonly ({ type: "text" | "thought" | "refusal"; text: string } | { type: "image" | "document" | "audio"; url: string | null; title: string | null } | { type: "call"; id: string; name: string; arguments: string } | { type: "result"; call_id: string; text: string; is_error: boolean } | { type: "other"; json: Json })[] })[] | null; tools: readonly string[]; request: { form: "json" | "text" | "parts" | "fields" | "bytes"; content: Json; bytes: number; is_cut: boolean }; answer: { form: "json" | "text" | "parts" | "fields" | "bytes"; content: Json; bytes: number; is_cut: boolean } | null };
  };
  /** Delete prompts and answers of one call, or of all calls of a key, a team, a user or an end user */
  "POST /spend/logs/content/delete": {
    input: { call_id?: string; key_id?: string; team_id?: string; user_id?: string; end_user_id?: string };
    output: { deleted: number };
  };
  /**
   * Show calls, spend, failures, durations, times to the first token and tokens a second over time; callers who
   * are not administrators see their own
   */
  "GET /spend/series": {
    input: { call_id?: string; status?: "success" | "error" | "cancelled" | "interrupted" | "tool_error"; route?: string; requested_model?: string; provider?: string; deployment?: string; price_state?: "priced" | "unpriced" | "free"; key_id?: string; user_id?: string; team_id?: string; end_user_id?: string; upstream_request_id?: string; trace_id?: string; issuer?: string; session_id?: string; mcp_server?: string; mcp_tool?: string; request_id?: string; any_id?: string; organization_id?: string; tag?: string; model?: string; start_date?: string; end_date?: string; step?: "1m" | "5m" | "15m" | "1h" | "1d"; time_zone?: string; by?: "team" | "user" | "key" | "organization" | "end_user" | "requested_model"; search?: string; times?: "true" | "false" };
    output: { data: readonly ({ at: string; calls: number; failed_calls: number; spend: number; tokens: number; p50_ms: number | null; p95_ms: number | null; p99_ms: number | null; first_token_p50_ms: number | null; first_token_p95_ms: number | null; first_token_p99_ms: number | null; tokens_per_second: number | null })[]; groups?: readonly ({ id: string; name: string | null; data: readonly ({ at: string; calls: number; failed_calls: number; spend: number; tokens: number; p50_ms: number | null; p95_ms: number | null; p99_ms: number | null; first_token_p50_ms: number | null; first_token_p95_ms: number | null; first_token_p99_ms: number | null; tokens_per_second: number | null })[]; sampled: boolean })[]; step: "1m" | "5m" | "15m" | "1h" | "1d"; time_zone: string; sampled: boolean; counts: "exact" | "estimated"; read: number; of: number; as_of?: string; note?: string };
  };
  /**
   * Sum up the calls of a period, of all deployments together or of each: calls, spend, failures, durations,
   * times to the first token and tokens a second
   */
  "GET /spend/summary": {
    input: { start_date?: string; end_date?: string; time_zone?: string; by?: "deployment" };
    output: { data: readonly ({ deployment: string | null; calls: number; failed_calls: number; spend: number; tokens: number; p50_ms: number | null; p95_ms: number | null; p99_ms: number | null; first_token_p50_ms: number | null; first_token_p95_ms: number | null; first_token_p99_ms: number | null; tokens_per_second: number | null; read: number })[]; start_date: string; end_date: string; sampled: boolean; read: number; of: number; as_of?: string; note?: string };
  };
  /**
   * List booked calls and recorded refusals together, newest first; callers who are not administrators see their
   * own. Refusals are recorded at a bounded rate: `GET /auth/refusals` counts them all
   */
  "GET /spend/requests": {
    input: { after?: string; size?: number; call_id?: string; status?: "success" | "error" | "cancelled" | "interrupted" | "tool_error" | "refused"; route?: string; requested_model?: string; provider?: string; deployment?: string; price_state?: "priced" | "unpriced" | "free"; key_id?: string; user_id?: string; team_id?: string; end_user_id?: string; upstream_request_id?: string; trace_id?: string; issuer?: string; session_id?: string; mcp_server?: string; mcp_tool?: string; request_id?: string; any_id?: string; organization_id?: string; tag?: string; model?: string; start_date?: string; end_date?: string; code?: string; kind?: "key" | "team" | "user" | "member" | "issuer" | "master_key" | "unproven" | "others"; principal?: string; decision_id?: string };
    output: { data: readonly ({ type: "call"; call: { call_id: string; started_at: string; duration_ms: number; upstream_ms: number | null; status: "success" | "error" | "cancelled" | "interrupted" | "tool_error"; http_status: number | null; route: string; requested_model: string; model: string; provider: string; deployment: string; attempts: number; prompt_tokens: number; cached_tokens: number; cache_write_tokens: number; cache_write_hour_tokens: number; prompt_audio_tokens: number; cached_audio_tokens: number; prompt_image_tokens: number; completion_tokens: number; reasoning_tokens: number; completion_audio_tokens: number; completion_image_tokens: number; images: number; audio_seconds: number; characters: number; search_units: number; web_searches: number; total_tokens: number; usage_source: "upstream" | "estimated"; spend: number; price_state: "priced" | "unpriced" | "free"; price_version: string | null; key_id: string | null; user_id: string | null; team_id: string | null; organization_id: string | null; end_user_id: string | null; tags: readonly string[]; tried: readonly { deployment: string; provider: string; model: string; failure: string }[]; team_organization_id: string | null; request_id: string | null; upstream_request_id: string | null; trace_id: string | null; decision_ms: number | null; first_token_ms: number | null; issuer: string | null; session_id: string | null; mcp_server: string | null; mcp_tool: string | null; content: string | null; key_alias: string | null; key_name: string | null; user_alias: string | null; user_email: string | null; team_alias: string | null; organization_alias: string | null; end_user_alias: string | null } } | { type: "refused"; refused: { decision_id: string; at: string; code: string; http_status: number | null; message: string; method: string; route: string; requested_model: string; request_id: string; kind: "key" | "team" | "user" | "member" | "issuer" | "master_key" | "unproven" | "others"; principal: string; team_id: string | null; user_id: string | null; key_id: string | null; organization_id: string | null; end_user_id: string | null; issuer: string | null; key_alias: string | null; key_name: string | null; user_alias: string | null; user_email: string | null; team_alias: string | null; organization_alias: string | null; end_user_alias: string | null } })[]; size: number; next: string | null; as_of?: string; note?: string };
  };
  /**
   * Calculate what a call costs, line by line: by counts of tokens and other units, by a whole answer, or by a
   * request as an estimate
   */
  "POST /spend/calculate": {
    input: { model?: string; provider?: string; at?: string; prompt_tokens?: number; cached_tokens?: number; cache_write_tokens?: number; cache_write_hour_tokens?: number; prompt_audio_tokens?: number; cached_audio_tokens?: number; prompt_image_tokens?: number; completion_tokens?: number; reasoning_tokens?: number; completion_audio_tokens?: number; completion_image_tokens?: number; images?: number; audio_seconds?: number; characters?: number; search_units?: number; web_searches?: number; completion_response?: { readonly [name: string]: Json }; request?: { readonly [name: string]: Json }; messages?: readonly Json[] };
    output: { model: string; provider: string; upstream_model: string; cost: number; price_state: "priced" | "unpriced" | "free"; price_version: string | null; usage_source: "given" | "estimated"; breakdown: readonly ({ kind: string; units: number; charged_as: string | null; unit_cost: number; cost: number })[] };
  };
  /**
   * Export the booked calls that match the filters, oldest first, as CSV or as JSON lines, with exact amounts and
   * the names of who pays; callers who are not administrators get their own
   */
  "GET /spend/export": {
    input: { format?: "csv" | "jsonl"; time_zone?: string; call_id?: string; status?: "success" | "error" | "cancelled" | "interrupted" | "tool_error"; route?: string; requested_model?: string; provider?: string; deployment?: string; price_state?: "priced" | "unpriced" | "free"; key_id?: string; user_id?: string; team_id?: string; end_user_id?: string; upstream_request_id?: string; trace_id?: string; issuer?: string; session_id?: string; mcp_server?: string; mcp_tool?: string; request_id?: string; any_id?: string; organization_id?: string; tag?: string; model?: string; start_date?: string; end_date?: string };
    output: string;
  };
  /**
   * Price booked calls again, by the prices in force at their own time: those without a price, or all. Where
   * `complete` is false, send `continue_from` to go on
   */
  "POST /spend/reprice": {
    input: { start_date?: string; end_date?: string; model?: string; provider?: string; unpriced_only?: boolean; dry_run?: boolean; continue_from?: string | null };
    output: { dry_run: boolean; calls: number; repriced: number; unpriced: number; spend_before: number; spend_after: number; complete: boolean; continue_from: string | null; reprice_id: string };
  };
  /** Show what the spend journal holds: open, waiting, recovered and set aside */
  "GET /spend/journal": {
    input: Record<string, never>;
    output: { node: string; fault: string | null; open: number; waiting: number; spilled_segments: number; in_memory_alone: number; bytes: number; maximum_bytes: number | null; segments: readonly { name: string; bytes: number; modified_at: string }[]; last_recovery: { at: string; processes: number; booked: number; interrupted: number; rejected: number; damaged: number } | null; set_aside: readonly { name: string; bytes: number; modified_at: string }[] };
  };
  /** Show how far each sink has come, and what holds it up */
  "GET /spend/sinks": {
    input: Record<string, never>;
    output: { data: readonly ({ name: string; kind: "s3" | "http" | "otlp_logs"; to: string; start: "now" | "beginning"; calls_sent: number; calls_waiting: number; lag_seconds: number; sent_by: string | null; last_sent_at: string | null; failures: number; last_error: string | null; last_error_at: string | null; retry_at: string | null; held_up_by: { pid: number | null; application: string; user: string; address: string | null; state: string | null; since: string | null } | null })[] };
  };
  /**
   * List the budgets of organisations, teams, their members, users, keys, end users and models, those nearest to
   * their end first, with when each runs out at the present rate
   */
  "GET /budgets": {
    input: { type?: "key" | "user" | "team" | "organization" | "end_user" | "member" | "model"; state?: "used_up" | "near" | "idle"; search?: string; page?: number; size?: number; after?: string };
    output: { data: readonly ({ type: "key" | "user" | "team" | "organization" | "end_user" | "member" | "model"; id: string; name: string | null; team_id: string | null; user_id: string | null; max_budget: number | null; soft_budget: number | null; budget_duration: string | null; spent: number; share: number; soft_exceeded: boolean; starts_at: string | null; resets_at: string | null; rate: { dollars_a_day: number; since: string }; outlook: "used_up" | "idle" | "too_early" | "far" | "runs_out" | "lasts"; runs_out_at: string | null })[]; total: number; page: number | null; size: number; next: string | null };
  };
  /**
   * Ask for a higher budget for yourself, one of your keys or one of your teams. Nobody has two open requests
   * about one budget
   */
  "POST /budgets/raises": {
    input: { type: "user" | "team" | "member" | "key"; id: string; amount: number; note?: string | null };
    output: { state: "requested" | "already_requested"; amount: number; requested_at: string };
  };
  /**
   * List requests for higher budgets, the newest first: your own with their outcomes, or the open ones that you
   * may decide
   */
  "GET /budgets/raises": {
    input: { of?: "own" | "others"; page?: number; size?: number; after?: string };
    output: { data: readonly ({ type: "user" | "team" | "member" | "key"; id: string; name: string | null; max_budget: number | null; amount: number; note: string | null; requested_by: string; asker: string; requested_at: string; state: "pending" | "approved" | "refused"; granted: number | null; answer: string | null; decided_by: string | null; decided_at: string | null })[]; total: number; page: number | null; size: number; next: string | null };
  };
  /**
   * Approve a request for a higher budget, which sets the budget, or refuse it. Administrators of a team decide
   * about the budgets that they may change. `If-Match` takes the `ETag` of whatever has the budget
   */
  "POST /budgets/raises/decide": {
    input: { type: "user" | "team" | "member" | "key"; id: string; asker: string; decision: "approve" | "refuse" | "reopen"; max_budget?: number; answer?: string | null };
    output: { state: "pending" | "approved" | "refused"; max_budget: number | null; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** List the dashboards that the caller sees, by name */
  "GET /dashboards": {
    input: Record<string, never>;
    output: { data: readonly ({ dashboard_id: string; name: string; personal: boolean; hours: number; panels: readonly ({ of: "calls"; title: string; measure: "calls" | "spend" | "errors" | "latency" | "first_token" | "tokens_per_second" | "tokens"; by?: "team" | "user" | "key" | "organization" | "end_user" | "requested_model"; search?: string; percentile?: "p50" | "p95" | "p99"; filter: { call_id?: string; status?: "success" | "error" | "cancelled" | "interrupted" | "tool_error"; route?: string; requested_model?: string; provider?: string; deployment?: string; price_state?: "priced" | "unpriced" | "free"; key_id?: string; user_id?: string; team_id?: string; end_user_id?: string; upstream_request_id?: string; trace_id?: string; issuer?: string; session_id?: string; mcp_server?: string; mcp_tool?: string; request_id?: string; any_id?: string; organization_id?: string; tag?: string; model?: string } } | { of: "refusals"; title: string; filter: { code?: string; kind?: "key" | "team" | "user" | "member" | "issuer" | "master_key" | "unproven" | "others"; principal?: string; route?: string; model?: string } })[]; created_by: string; created_at: string; updated_at: string })[] };
  };
  /** Create a dashboard, for every administrator and viewer or for the caller */
  "POST /dashboards": {
    input: { name: string; personal?: boolean; hours?: number; panels?: readonly ({ of: "calls"; title: string; measure: "calls" | "spend" | "errors" | "latency" | "first_token" | "tokens_per_second" | "tokens"; by?: "team" | "user" | "key" | "organization" | "end_user" | "requested_model"; search?: string; percentile?: "p50" | "p95" | "p99"; filter?: { call_id?: string; status?: "success" | "error" | "cancelled" | "interrupted" | "tool_error"; route?: string; requested_model?: string; provider?: string; deployment?: string; price_state?: "priced" | "unpriced" | "free"; key_id?: string; user_id?: string; team_id?: string; end_user_id?: string; upstream_request_id?: string; trace_id?: string; issuer?: string; session_id?: string; mcp_server?: string; mcp_tool?: string; request_id?: string; any_id?: string; organization_id?: string; tag?: string; model?: string } } | { of: "refusals"; title: string; filter?: { code?: string; kind?: "key" | "team" | "user" | "member" | "issuer" | "master_key" | "unproven" | "others"; principal?: string; route?: string; model?: string } })[] };
    output: { dashboard_id: string; name: string; personal: boolean; hours: number; panels: readonly ({ of: "calls"; title: string; measure: "calls" | "spend" | "errors" | "latency" | "first_token" | "tokens_per_second" | "tokens"; by?: "team" | "user" | "key" | "organization" | "end_user" | "requested_model"; search?: string; percentile?: "p50" | "p95" | "p99"; filter: { call_id?: string; status?: "success" | "error" | "cancelled" | "interrupted" | "tool_error"; route?: string; requested_model?: string; provider?: string; deployment?: string; price_state?: "priced" | "unpriced" | "free"; key_id?: string; user_id?: string; team_id?: string; end_user_id?: string; upstream_request_id?: string; trace_id?: string; issuer?: string; session_id?: string; mcp_server?: string; mcp_tool?: string; request_id?: string; any_id?: string; organization_id?: string; tag?: string; model?: string } } | { of: "refusals"; title: string; filter: { code?: string; kind?: "key" | "team" | "user" | "member" | "issuer" | "master_key" | "unproven" | "others"; principal?: string; route?: string; model?: string } })[]; created_by: string; created_at: string; updated_at: string };
  };
  /** List who changed what, newest first; administrators of teams see what was done to their teams */
  "GET /audit/logs": {
    input: { page?: number; size?: number; after?: string; actor?: string; actor_kind?: "master_key" | "key" | "token" | "session"; actor_issuer?: string; actor_subject?: string; actor_key?: string; action?: string; entity_type?: string; entity_id?: string; id?: string; start_date?: string; end_date?: string };
    output: { data: readonly ({ id: number; at: string; actor: string; actor_kind: string | null; actor_issuer: string | null; actor_subject: string | null; actor_key: string | null; acted_as: string | null; action: string; entity_type: string; entity_id: string; before: Json; after: Json })[]; total: number; page: number | null; size: number; next: string | null };
  };
  /** List the sessions of the console, the latest sign-in first; those that are over are kept for 30 days */
  "GET /session/list": {
    input: { page?: number; size?: number; after?: string; status?: "active" | "ended"; search?: string };
    output: { data: readonly ({ session_id: string; kind: "oidc" | "master-key"; login: string | null; name: string; issuer: string | null; subject: string | null; address: string | null; can_refresh: boolean; created_at: string; last_seen_at: string; expires_at: string; token_ends_at: string | null; refreshed_at: string; stale_since: string | null; ended_at: string | null; end_reason: "signed_out" | "administrator" | "provider_logout" | "provider_refused" | "provider_unreachable" | "claims_refused" | "token_ended" | "expired" | "idle" | "settings" | "restored" | null; status: "active" | "ended"; current: boolean })[]; total: number; page: number | null; size: number; next: string | null };
  };
  /** End sessions of the console, from now on and on every node; those that are over stay as they are */
  "POST /session/end": {
    input: { session_ids: readonly string[] };
    output: { ended_sessions: readonly string[]; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** Answer 200 as soon as the process listens */
  "GET /health/liveness": {
    input: Record<string, never>;
    output: { status: "alive" };
  };
  /** Answer 200 when calls can be served and booked, else 503 */
  "GET /health/readiness": {
    input: Record<string, never>;
    output: { status: "ready" | "degraded" | "not_ready" | "stopping"; database: "ok" | "unreachable"; journal: string; models: string; configuration: string; change_feed: "connected" | "deaf" | "disconnected"; console: boolean; version: string; encryption: string; warnings: readonly string[] };
  };
  /** Show how many calls each deployment served and failed, minute by minute, over all nodes */
  "GET /health/traffic": {
    input: { hours?: number; step_minutes?: number; deployment?: string };
    output: { since: string; until: string; step_minutes: number; latency_bounds_ms: readonly number[]; data: readonly ({ minute: string; deployment: string | null; outcome: string; count: number; latency: readonly number[]; first_at: string; last_at: string })[]; truncated: boolean };
  };
  /**
   * Show the last hour over all nodes: the calls by minute, and each deployment's success rate, latency, last
   * failure and cooldowns
   */
  "GET /health/deployments": {
    input: Record<string, never>;
    output: { since: string; until: string; calls: { served: readonly number[]; refused: readonly number[]; failed: readonly number[]; cancelled: readonly number[] }; step_minutes: number; data: readonly ({ deployment: string; served: number; declined: number; failed: number; retried: number; cancelled: number; success_rate: number | null; recent_success_rate: number | null; failures_since_success: number; latency_p50_ms: number | null; latency_p95_ms: number | null; last_success_at: string | null; last_failure_at: string | null; failing_since: string | null; last_failure: { call_id: string; requested_model: string; failure: string } | null; succeeded_by_step: readonly number[]; failed_by_step: readonly number[]; cooldowns: readonly ({ since: string; until: string; lasts: boolean; reasons: readonly ("retry_after" | "access_refused" | "credential_failed" | "connection_refused" | "failures_in_a_row" | "failure_rate" | "trial_failed")[]; models: readonly string[]; nodes: readonly string[] })[] })[] };
  };
  /** List the processes of this gateway that serve now, and those that went silent */
  "GET /health/nodes": {
    input: Record<string, never>;
    output: { data: readonly { name: string; version: string; started_at: string; seen_at: string; clock_ahead_ms: number; answers: boolean }[]; missing: readonly { name: string; version: string; seen_at: string }[] };
  };
  /** List the budgets of which 80% or more is spent, or whose soft budget is passed, the fullest first */
  "GET /health/budgets": {
    input: Record<string, never>;
    output: { data: readonly ({ type: string; id: string; name: string | null; max_budget: number; soft_budget: number | null; spent: number; resets_at: string | null })[]; total: number };
  };
  /** Show the metrics in Prometheus's text format; `METRICS_TOKEN` as the bearer may ask too */
  "GET /metrics": {
    input: Record<string, never>;
    output: string;
  };
  /** Show the alerts that are open, and whether the channels accept messages */
  "GET /alerting/status": {
    input: Record<string, never>;
    output: { channels: readonly ({ channel: string; kind: "slack" | "webhook"; enabled: boolean; address: string | null; waiting: number; given_up: number; last_delivered_at: string | null; last_error: string | null })[]; alert_types: readonly string[]; secret: "environment" | "not_copied" | "copied" | "unreadable" | null; open: readonly ({ id: string; type: string; subject: string; state: string; message: string; resolution: string | null; opened_at: string; resolved_at: string | null })[]; recent: readonly ({ id: string; type: string; subject: string; state: string; message: string; resolution: string | null; opened_at: string; resolved_at: string | null })[] };
  };
  /**
   * Send a test message to the alert channels, or to an address before it is saved, and show what their receivers
   * answered
   */
  "POST /alerting/test": {
    input: { channel?: string; kind?: "slack" | "webhook"; address?: string };
    output: { data: readonly ({ channel: string; accepted: boolean; status: number | null; answer: string; error: string | null })[] };
  };
  /** Show the generated secret that signs webhooks, until somebody confirms that it was copied */
  "POST /alerting/secret": {
    input: { copied?: boolean };
    output: { secret: string | null };
  };
  /** List when alerts of each type open, and which channels receive them */
  "GET /alerting/rules": {
    input: Record<string, never>;
    output: { data: readonly ({ type: string; meaning: string; enabled: boolean; channels: readonly string[] | null; tells: readonly string[]; thresholds: { readonly [name: string]: number }; source: "default" | "file" | "database"; because: string | null; updated_by: string | null; updated_at: string | null })[] };
  };
  /** List the alert channels, those of the file first, without the secret part of their addresses */
  "GET /alerting/channels": {
    input: Record<string, never>;
    output: { data: readonly ({ name: string; kind: string; origin: string | null; own_secret: boolean; created_by: string | null; created_at: string | null; updated_at: string | null; source: "file" | "database"; because: string | null })[] };
  };
  /** Add an alert channel on every node at once; its address is encrypted and never shown again */
  "POST /alerting/channels": {
    input: { name: string; kind: "slack" | "webhook"; address: string; signing_secret?: string };
    output: { name: string; kind: string; origin: string | null; own_secret: boolean; created_by: string | null; created_at: string | null; updated_at: string | null; source: "file" | "database"; because: string | null; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** List the silences, the longest-lasting first; those that are over stay listed for 30 days */
  "GET /alerting/silences": {
    input: Record<string, never>;
    output: { data: readonly ({ silence_id: string; type: string | null; subject: string | null; reason: string; until: string; ended_by: string | null; created_by: string; created_at: string })[] };
  };
  /**
   * Silence some alerts for a time, on every node at once. They are still listed, and those that are open when
   * the silence ends are sent then
   */
  "POST /alerting/silences": {
    input: { type?: "max_budget" | "soft_budget" | "deployment_down" | "issuer_down" | "database_away" | "journal" | "unpriced" | "mcp_tool_changed" | "refusals" | null; subject?: string | null; reason: string; duration?: string; until?: string };
    output: { silence_id: string; type: string | null; subject: string | null; reason: string; until: string; ended_by: string | null; created_by: string; created_at: string; nodes: readonly ({ node: string; acknowledged_ms: number | null })[] };
  };
  /** List the alerts of the last 30 days, the latest first, with what became of their messages */
  "GET /alerting/history": {
    input: { page?: number; size?: number; after?: string; type?: "max_budget" | "soft_budget" | "deployment_down" | "issuer_down" | "database_away" | "journal" | "unpriced" | "mcp_tool_changed" | "refusals"; state?: "open" | "over" };
    output: { data: readonly ({ id: string; type: string; subject: string; state: string; message: string; resolution: string | null; opened_at: string; resolved_at: string | null; told_at: string | null; silence: { silence_id: string; type: string | null; subject: string | null; reason: string; until: string; ended_by: string | null; created_by: string; created_at: string } | null; deliveries: readonly ({ channel: string; of: "open" | "resolved"; in_summary: boolean; state: string; attempts: number; last_error: string | null; ended_at: string | null })[] })[]; total: number; page: number | null; size: number; next: string | null };
  };
  /**
   * Show what failed beside what was changed: failures and cooldowns of the last 48 hours, saved settings,
   * changed deployments, blocks, and starts of nodes
   */
  "GET /incidents/timeline": {
    input: { start_date?: string; end_date?: string; deployment?: string; impact?: "true" | "false" };
    output: { since: string; until: string; data: readonly ({ kind: "failures" | "cooldown" | "settings" | "deployment" | "block" | "release" | "node"; at: string; until: string | null; lasts: boolean; entity_type: string; entity_id: string; name: string | null; upstream_model: string | null; action: string | null; actor: string | null; event_id: number | null; reasons: readonly ("retry_after" | "access_refused" | "credential_failed" | "connection_refused" | "failures_in_a_row" | "failure_rate" | "trial_failed")[]; nodes: readonly string[]; version: string | null; impact: { failed_attempts: number; attempts: number; lost_calls: number; lost_callers: number | null; taken_over_by: readonly ({ deployment: string; name: string | null; upstream_model: string | null; calls: number })[] } | null })[]; truncated: boolean };
  };
}
