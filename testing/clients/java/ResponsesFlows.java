import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseInputContent;
import com.openai.models.responses.ResponseInputFile;
import com.openai.models.responses.ResponseInputImage;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseInputText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What OpenAI's client for Java does by the Responses API. */
final class ResponsesFlows {
  private final OpenAIClient client;

  ResponsesFlows(String url, String key) {
    client = OpenAIOkHttpClient.builder().baseUrl(url + "/v1").apiKey(key).maxRetries(0).build();
  }

  Map<String, Clients.Flow> all() {
    Map<String, Clients.Flow> flows = new LinkedHashMap<>();
    flows.put("responses", model -> Map.of("text", textOf(create(asked(model).input(Clients.QUESTION)))));
    flows.put("streamedResponses", this::stream);
    flows.put("responsesTools", this::tools);
    flows.put("responsesStructured", this::structured);
    flows.put("responsesPicture", model -> about(model, picture()));
    flows.put("responsesPage", model -> about(model, page()));
    flows.put("leaveResponses", this::leave);
    return flows;
  }

  private static ResponseCreateParams.Builder asked(String model) {
    return ResponseCreateParams.builder().model(model).store(false);
  }

  private Response create(ResponseCreateParams.Builder body) {
    return client.responses().create(body.build());
  }

  private static String textOf(Response answer) {
    return answer.output().stream()
        .flatMap(item -> item.message().stream())
        .flatMap(message -> message.content().stream())
        .flatMap(content -> content.outputText().stream())
        .map(said -> said.text())
        .collect(Collectors.joining());
  }

  private Map<String, ?> stream(String model) {
    List<String> pieces = new ArrayList<>();
    try (var stream = client.responses().createStreaming(asked(model).input(Clients.QUESTION).build())) {
      stream.stream()
          .flatMap(event -> event.outputTextDelta().stream())
          .forEach(delta -> pieces.add(delta.delta()));
    }
    return Clients.collected(pieces);
  }

  private Map<String, ?> leave(String model) {
    try (var stream = client.responses().createStreaming(asked(model).input(Clients.QUESTION).build())) {
      return Clients.left(stream.stream());
    }
  }

  private static ResponseInputContent text(String text) {
    return ResponseInputContent.ofInputText(ResponseInputText.builder().text(text).build());
  }

  private static ResponseInputItem user(ResponseInputContent... content) {
    return ResponseInputItem.ofMessage(ResponseInputItem.Message.builder()
        .role(ResponseInputItem.Message.Role.USER)
        .content(List.of(content))
        .build());
  }

  private Map<String, ?> tools(String model) throws Exception {
    var body = asked(model).addTool(Clients.GetWeather.class);
    List<ResponseInputItem> items = new ArrayList<>(List.of(user(text(Clients.WEATHER))));
    var first = create(body.inputOfResponse(items));
    List<Object> calls = new ArrayList<>();
    for (var item : first.output()) {
      if (!item.isFunctionCall()) continue;
      var call = item.asFunctionCall();
      calls.add(List.of(call.name(), Clients.JSON.readTree(call.arguments())));
      items.add(ResponseInputItem.ofFunctionCall(call));
      items.add(ResponseInputItem.ofFunctionCallOutput(ResponseInputItem.FunctionCallOutput.builder()
          .callId(call.callId())
          .output(Clients.RESULT)
          .build()));
    }
    return Map.of("calls", calls, "text", textOf(create(body.inputOfResponse(items))));
  }

  private Map<String, ?> structured(String model) {
    var body = asked(model).input(Clients.QUESTION).text(Clients.Place.class).build();
    var place = client.responses().create(body).output().stream()
        .flatMap(item -> item.message().stream())
        .flatMap(message -> message.content().stream())
        .flatMap(content -> content.outputText().stream())
        .findFirst()
        .orElseThrow();
    return Map.of("object", place);
  }

  private static ResponseInputContent picture() {
    return ResponseInputContent.ofInputImage(ResponseInputImage.builder()
        .detail(ResponseInputImage.Detail.AUTO)
        .imageUrl("data:image/png;base64," + Clients.PICTURE)
        .build());
  }

  private static ResponseInputContent page() {
    return ResponseInputContent.ofInputFile(ResponseInputFile.builder()
        .filename("page.pdf")
        .fileData("data:application/pdf;base64," + Clients.PAGE)
        .build());
  }

  private Map<String, ?> about(String model, ResponseInputContent content) {
    var items = List.of(user(text(Clients.QUESTION), content));
    return Map.of("text", textOf(create(asked(model).inputOfResponse(items))));
  }
}
