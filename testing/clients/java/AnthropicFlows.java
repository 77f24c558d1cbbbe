import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.JsonValue;
import com.anthropic.errors.AnthropicServiceException;
import com.anthropic.helpers.MessageAccumulator;
import com.anthropic.models.messages.Base64ImageSource;
import com.anthropic.models.messages.Base64PdfSource;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCountTokensParams;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolResultBlockParam;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What Anthropic's client for Java does. */
final class AnthropicFlows {
  private static final Tool WEATHER = Tool.builder()
      .name("get_weather")
      .inputSchema(Tool.InputSchema.builder()
          .properties(Tool.InputSchema.Properties.builder()
              .putAdditionalProperty("city", JsonValue.from(Map.of("type", "string")))
              .build())
          .addRequired("city")
          .build())
      .build();

  private final AnthropicClient once;
  private final AnthropicClient asItComes;

  AnthropicFlows(String url, String key) {
    once = AnthropicOkHttpClient.builder().baseUrl(url).apiKey(key).maxRetries(0).build();
    asItComes = AnthropicOkHttpClient.builder().baseUrl(url).apiKey(key).maxRetries(2).build();
  }

  Map<String, Clients.Flow> all() {
    Map<String, Clients.Flow> flows = new LinkedHashMap<>();
    flows.put("chat", model -> Map.of("text", textOf(once.messages().create(asked(model, Clients.QUESTION).build()))));
    flows.put("stream", this::stream);
    flows.put("tools", model -> tools(model, false));
    flows.put("streamedTools", model -> tools(model, true));
    flows.put("structured", this::structured);
    flows.put("thoughts", this::thoughts);
    flows.put("picture", model -> about(model, picture()));
    flows.put("page", model -> about(model, page()));
    flows.put("leave", this::leave);
    flows.put("count", this::count);
    flows.put("error", model -> refusal(once, model));
    flows.put("retries", model -> refusal(asItComes, model));
    return flows;
  }

  private static MessageCreateParams.Builder asked(String model, String question) {
    return MessageCreateParams.builder().model(model).maxTokens(3000).addUserMessage(question);
  }

  private static String textOf(Message message) {
    return message.content().stream()
        .flatMap(block -> block.text().stream())
        .map(block -> block.text())
        .collect(Collectors.joining());
  }

  private Map<String, ?> stream(String model) {
    List<String> pieces = new ArrayList<>();
    try (var stream = once.messages().createStreaming(asked(model, Clients.QUESTION).build())) {
      stream.stream()
          .flatMap(event -> event.contentBlockDelta().stream())
          .flatMap(event -> event.delta().text().stream())
          .forEach(delta -> pieces.add(delta.text()));
    }
    return Clients.collected(pieces);
  }

  private Message answer(MessageCreateParams body, boolean isStreamed) {
    if (!isStreamed) return once.messages().create(body);
    var whole = MessageAccumulator.create();
    try (var stream = once.messages().createStreaming(body)) {
      stream.stream().forEach(whole::accumulate);
    }
    return whole.message();
  }

  private Map<String, ?> tools(String model, boolean isStreamed) throws Exception {
    var body = asked(model, Clients.WEATHER).addTool(WEATHER);
    var first = answer(body.build(), isStreamed);
    List<Object> calls = new ArrayList<>();
    List<ContentBlockParam> results = new ArrayList<>();
    for (var block : first.content()) {
      if (!block.isToolUse()) continue;
      var call = block.asToolUse();
      calls.add(List.of(call.name(), call._input().convert(JsonNode.class)));
      results.add(ContentBlockParam.ofToolResult(
          ToolResultBlockParam.builder().toolUseId(call.id()).content(Clients.RESULT).build()));
    }
    body.addMessage(first).addUserMessageOfContentBlockParams(results);
    return Map.of("calls", calls, "text", textOf(answer(body.build(), isStreamed)));
  }

  private Map<String, ?> thoughts(String model) {
    var body = asked(model, Clients.QUESTION).enabledThinking(1024);
    body.addMessage(once.messages().create(body.build())).addUserMessage("And now?");
    return Map.of("text", textOf(once.messages().create(body.build())));
  }

  private Map<String, ?> structured(String model) {
    var body = asked(model, Clients.QUESTION).outputConfig(Clients.Place.class).build();
    var place = once.messages().create(body).content().stream()
        .flatMap(block -> block.text().stream())
        .findFirst()
        .orElseThrow()
        .text();
    return Map.of("object", place);
  }

  private static ContentBlockParam picture() {
    return ContentBlockParam.ofImage(Base64ImageSource.builder()
        .mediaType(Base64ImageSource.MediaType.IMAGE_PNG)
        .data(Clients.PICTURE)
        .build());
  }

  private static ContentBlockParam page() {
    return ContentBlockParam.ofDocument(Base64PdfSource.builder().data(Clients.PAGE).build());
  }

  private Map<String, ?> about(String model, ContentBlockParam block) {
    var text = ContentBlockParam.ofText(Clients.QUESTION);
    var body = MessageCreateParams.builder()
        .model(model)
        .maxTokens(3000)
        .addUserMessageOfContentBlockParams(List.of(block, text));
    return Map.of("text", textOf(once.messages().create(body.build())));
  }

  private Map<String, ?> leave(String model) {
    try (var stream = once.messages().createStreaming(asked(model, Clients.QUESTION).build())) {
      return Clients.left(stream.stream());
    }
  }

  private Map<String, ?> count(String model) {
    var body = MessageCountTokensParams.builder().model(model).addUserMessage(Clients.QUESTION).build();
    return Map.of("isCounted", once.messages().countTokens(body).inputTokens() > 0);
  }

  private static Map<String, ?> refusal(AnthropicClient client, String model) {
    try {
      client.messages().create(asked(model, Clients.QUESTION).build());
      return Map.of("status", 200);
    } catch (AnthropicServiceException error) {
      return Clients.told(error.statusCode(), error.getMessage() + error.body());
    }
  }
}
