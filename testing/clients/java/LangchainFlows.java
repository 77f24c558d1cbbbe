import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What LangChain4j does, by each of its models that speaks a dialect of the gateway's. */
final class LangchainFlows {
  private static final JsonObjectSchema PLACE =
      JsonObjectSchema.builder().addStringProperty("city").required("city").additionalProperties(false).build();

  private final Function<String, ChatModel> whole;
  private final Function<String, StreamingChatModel> streamed;

  private LangchainFlows(Function<String, ChatModel> whole, Function<String, StreamingChatModel> streamed) {
    this.whole = whole;
    this.streamed = streamed;
  }

  static Map<String, Clients.Flow> ofOpenai(String url, String key) {
    String base = url + "/v1";
    var flows = new LangchainFlows(
        model -> OpenAiChatModel.builder()
            .baseUrl(base)
            .apiKey(key)
            .modelName(model)
            .maxRetries(0)
            .supportedCapabilities(Capability.RESPONSE_FORMAT_JSON_SCHEMA)
            .strictJsonSchema(true)
            .build(),
        model -> OpenAiStreamingChatModel.builder().baseUrl(base).apiKey(key).modelName(model).build()).all();
    flows.put("embeddings", model -> {
      var client = OpenAiEmbeddingModel.builder().baseUrl(base).apiKey(key).modelName(model).maxRetries(0).build();
      var answer = client.embedAll(List.of(TextSegment.from("one two"), TextSegment.from("three"))).content();
      return Map.of("lengths", answer.stream().map(one -> one.dimension()).toList());
    });
    return flows;
  }

  static Map<String, Clients.Flow> ofAnthropic(String url, String key) {
    String base = url + "/v1";
    return new LangchainFlows(
        model -> AnthropicChatModel.builder()
            .baseUrl(base)
            .apiKey(key)
            .modelName(model)
            .maxTokens(3000)
            .maxRetries(0)
            .supportedCapabilities(Capability.RESPONSE_FORMAT_JSON_SCHEMA)
            .build(),
        model -> AnthropicStreamingChatModel.builder()
            .baseUrl(base)
            .apiKey(key)
            .modelName(model)
            .maxTokens(3000)
            .build()).all();
  }

  static Map<String, Clients.Flow> ofGoogle(String url, String key) {
    String base = url + "/v1beta";
    return new LangchainFlows(
        model -> GoogleAiGeminiChatModel.builder()
            .baseUrl(base)
            .apiKey(key)
            .modelName(model)
            .maxRetries(0)
            // Without both it leaves out the signatures that calls must come back with.
            .returnThinking(true)
            .sendThinking(true)
            .build(),
        model -> GoogleAiGeminiStreamingChatModel.builder().baseUrl(base).apiKey(key).modelName(model).build()).all();
  }

  private Map<String, Clients.Flow> all() {
    Map<String, Clients.Flow> flows = new LinkedHashMap<>();
    flows.put("chat", model -> Map.of("text", ask(model, asked(Clients.QUESTION).build()).aiMessage().text()));
    flows.put("stream", model -> Clients.collected(pieces(model, false)));
    flows.put("tools", this::tools);
    flows.put("structured", this::structured);
    flows.put("picture", model -> about(model, ImageContent.from(Clients.PICTURE, "image/png")));
    flows.put("page", model -> about(model, PdfFileContent.from(Clients.PAGE, "application/pdf")));
    flows.put("leave", model -> Map.of("hasLeft", pieces(model, true).size() == 1));
    flows.put("error", this::refusal);
    return flows;
  }

  private static ChatRequest.Builder asked(String question) {
    return ChatRequest.builder().messages(UserMessage.from(question));
  }

  private ChatResponse ask(String model, ChatRequest request) {
    return whole.apply(model).chat(request);
  }

  /** The pieces of a stream; `isLeft`: those before the call was left, after the first one. */
  private List<String> pieces(String model, boolean isLeft) throws Exception {
    List<String> pieces = new ArrayList<>();
    var ended = new CompletableFuture<Void>();
    streamed.apply(model).chat(asked(Clients.QUESTION).build(), new StreamingChatResponseHandler() {
      @Override
      public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
        pieces.add(piece.text());
        if (!isLeft) return;
        context.streamingHandle().cancel();
        ended.complete(null);
      }

      @Override
      public void onCompleteResponse(ChatResponse response) {
        ended.complete(null);
      }

      @Override
      public void onError(Throwable error) {
        ended.completeExceptionally(error);
      }
    });
    ended.get();
    return pieces;
  }

  private Map<String, ?> tools(String model) throws Exception {
    var tool = ToolSpecification.builder().name("get_weather").description("The weather.").parameters(PLACE).build();
    List<ChatMessage> messages = new ArrayList<>(List.of(UserMessage.from(Clients.WEATHER)));
    var first = ask(model, ChatRequest.builder().messages(messages).toolSpecifications(tool).build()).aiMessage();
    messages.add(first);
    List<Object> calls = new ArrayList<>();
    for (var call : first.toolExecutionRequests()) {
      calls.add(List.of(call.name(), Clients.JSON.readTree(call.arguments())));
      messages.add(ToolExecutionResultMessage.from(call, Clients.RESULT));
    }
    var second = ask(model, ChatRequest.builder().messages(messages).toolSpecifications(tool).build()).aiMessage();
    return Map.of("calls", calls, "text", second.text());
  }

  private Map<String, ?> structured(String model) throws Exception {
    var format = ResponseFormat.builder()
        .type(ResponseFormatType.JSON)
        .jsonSchema(JsonSchema.builder().name("place").rootElement(PLACE).build())
        .build();
    var answer = ask(model, asked(Clients.QUESTION).responseFormat(format).build());
    return Map.of("object", Clients.JSON.readTree(answer.aiMessage().text()));
  }

  private Map<String, ?> about(String model, Content content) {
    var message = UserMessage.from(TextContent.from(Clients.QUESTION), content);
    return Map.of("text", ask(model, ChatRequest.builder().messages(message).build()).aiMessage().text());
  }

  private Map<String, ?> refusal(String model) {
    try {
      ask(model, asked(Clients.QUESTION).build());
      return Map.of("status", 200);
    } catch (RuntimeException error) {
      if (!(error.getCause() instanceof HttpException cause)) throw error;
      return Clients.told(cause.statusCode(), cause.getMessage());
    }
  }
}
