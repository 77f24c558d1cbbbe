import com.openai.azure.AzureOpenAIServiceVersion;
import com.openai.azure.AzureUrlPathMode;
import com.openai.azure.credential.AzureApiKeyCredential;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.errors.OpenAIServiceException;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.chat.completions.ChatCompletionContentPart;
import com.openai.models.chat.completions.ChatCompletionContentPartImage;
import com.openai.models.chat.completions.ChatCompletionContentPartText;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import com.openai.models.embeddings.EmbeddingCreateParams;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What OpenAI's client for Java does. */
final class OpenaiFlows {
  private final OpenAIClient once;
  private final OpenAIClient asItComes;

  private OpenaiFlows(Supplier<OpenAIOkHttpClient.Builder> builder) {
    once = builder.get().maxRetries(0).build();
    asItComes = builder.get().maxRetries(2).build();
  }

  static OpenaiFlows ofOpenai(String url, String key) {
    return new OpenaiFlows(() -> OpenAIOkHttpClient.builder().baseUrl(url + "/v1").apiKey(key));
  }

  static OpenaiFlows ofAzure(String url, String key) {
    return new OpenaiFlows(() -> OpenAIOkHttpClient.builder()
        .baseUrl(url)
        .credential(AzureApiKeyCredential.create(key))
        .azureUrlPathMode(AzureUrlPathMode.LEGACY)
        .azureServiceVersion(AzureOpenAIServiceVersion.fromString("2024-10-21")));
  }

  Map<String, Clients.Flow> all() {
    Map<String, Clients.Flow> flows = new LinkedHashMap<>();
    flows.put("chat", model -> Map.of("text", textOf(create(asked(model).build()))));
    flows.put("stream", this::stream);
    flows.put("tools", model -> tools(model, false));
    flows.put("streamedTools", model -> tools(model, true));
    flows.put("structured", this::structured);
    flows.put("picture", model -> about(model, picture()));
    flows.put("page", model -> about(model, page()));
    flows.put("leave", this::leave);
    flows.put("embeddings", this::embeddings);
    flows.put("error", model -> refusal(once, model));
    flows.put("retries", model -> refusal(asItComes, model));
    return flows;
  }

  private static ChatCompletionCreateParams.Builder asked(String model) {
    return ChatCompletionCreateParams.builder().model(model).addUserMessage(Clients.QUESTION);
  }

  private ChatCompletionMessage create(ChatCompletionCreateParams body) {
    return once.chat().completions().create(body).choices().get(0).message();
  }

  private static String textOf(ChatCompletionMessage message) {
    return message.content().orElse("");
  }

  private Map<String, ?> stream(String model) {
    List<String> pieces = new ArrayList<>();
    try (var stream = once.chat().completions().createStreaming(asked(model).build())) {
      stream.stream()
          .flatMap(chunk -> chunk.choices().stream())
          .forEach(choice -> pieces.add(choice.delta().content().orElse("")));
    }
    return Clients.collected(pieces);
  }

  private ChatCompletionMessage streamed(ChatCompletionCreateParams body) {
    var whole = ChatCompletionAccumulator.create();
    try (var stream = once.chat().completions().createStreaming(body)) {
      stream.stream().forEach(whole::accumulate);
    }
    return whole.chatCompletion().choices().get(0).message();
  }

  private Map<String, ?> tools(String model, boolean isStreamed) throws Exception {
    var body = ChatCompletionCreateParams.builder()
        .model(model)
        .addUserMessage(Clients.WEATHER)
        .addTool(Clients.GetWeather.class);
    var first = isStreamed ? streamed(body.build()) : create(body.build());
    body.addMessage(first);
    List<Object> calls = new ArrayList<>();
    for (var call : first.toolCalls().orElseThrow()) {
      var called = call.asFunction();
      calls.add(List.of(called.function().name(), Clients.JSON.readTree(called.function().arguments())));
      body.addMessage(
          ChatCompletionToolMessageParam.builder().toolCallId(called.id()).content(Clients.RESULT).build());
    }
    var second = isStreamed ? streamed(body.build()) : create(body.build());
    return Map.of("calls", calls, "text", textOf(second));
  }

  private Map<String, ?> structured(String model) {
    var body = asked(model).responseFormat(Clients.Place.class).build();
    var place = once.chat().completions().create(body).choices().get(0).message().content().orElseThrow();
    return Map.of("object", place);
  }

  private static ChatCompletionContentPart picture() {
    var address = ChatCompletionContentPartImage.ImageUrl.builder().url("data:image/png;base64," + Clients.PICTURE);
    return ChatCompletionContentPart.ofImageUrl(
        ChatCompletionContentPartImage.builder().imageUrl(address.build()).build());
  }

  private static ChatCompletionContentPart page() {
    var file = ChatCompletionContentPart.File.FileObject.builder()
        .filename("page.pdf")
        .fileData("data:application/pdf;base64," + Clients.PAGE);
    return ChatCompletionContentPart.ofFile(ChatCompletionContentPart.File.builder().file(file.build()).build());
  }

  private Map<String, ?> about(String model, ChatCompletionContentPart part) {
    var text = ChatCompletionContentPart.ofText(
        ChatCompletionContentPartText.builder().text(Clients.QUESTION).build());
    var body = ChatCompletionCreateParams.builder()
        .model(model)
        .addUserMessageOfArrayOfContentParts(List.of(text, part));
    return Map.of("text", textOf(create(body.build())));
  }

  private Map<String, ?> leave(String model) {
    try (var stream = once.chat().completions().createStreaming(asked(model).build())) {
      return Clients.left(stream.stream());
    }
  }

  private Map<String, ?> embeddings(String model) {
    var body = EmbeddingCreateParams.builder().model(model).inputOfArrayOfStrings(List.of("one two", "three")).build();
    var lengths = once.embeddings().create(body).data().stream().map(one -> one.embedding().size()).toList();
    return Map.of("lengths", lengths);
  }

  private static Map<String, ?> refusal(OpenAIClient client, String model) {
    try {
      client.chat().completions().create(asked(model).build());
      return Map.of("status", 200);
    } catch (OpenAIServiceException error) {
      return Clients.told(error.statusCode(), error.getMessage());
    }
  }
}
