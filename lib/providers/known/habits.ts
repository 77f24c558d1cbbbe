/** In what a provider's API differs from that of its dialect. Absent: in nothing. */
export interface Habits {
  /** It reports the usage of a stream unasked, and refuses the unknown member `stream_options.include_usage`. */
  readonly reportsUsageUnasked?: true;
  /** Its reasoning models refuse `max_tokens`: a chat's maximum is `max_completion_tokens`. */
  readonly limitsCompletionTokens?: true;
  /** All of its models search the web if `web_search_options` ask for it. */
  readonly searches?: true;
  /** It has only Chat Completions, and not `/responses`. */
  readonly lacksResponses?: true;
}
