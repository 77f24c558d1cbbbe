import com.google.genai.Client;
import com.google.genai.errors.ApiException;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.GenerateContentResponse;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.Part;
import com.google.genai.types.Schema;
import com.google.genai.types.Tool;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What Google's client for Java does. */
final class GenaiFlows {
  private static final Schema PLACE = Schema.builder()
      .type("OBJECT")
      .properties(Map.of("city", Schema.builder().type("STRING").build()))
      .required("city")
      .build();

  private final Client client;

  GenaiFlows(String url, String key) {
    client = Client.builder().apiKey(key).httpOptions(HttpOptions.builder().baseUrl(url).build()).build();
  }

  Map<String, Clients.Flow> all() {
    Map<String, Clients.Flow> flows = new LinkedHashMap<>();
    flows.put("chat", model -> Map.of("text", ask(model, user(Part.fromText(Clients.QUESTION))).text()));
    flows.put("stream", this::stream);
    flows.put("tools", this::tools);
    flows.put("structured", this::structured);
    flows.put("picture", model -> about(model, "image/png", Clients.PICTURE));
    flows.put("page", model -> about(model, "application/pdf", Clients.PAGE));
    flows.put("leave", this::leave);
    flows.put("count", model -> Map.of("isCounted", tokens(model).orElse(0) > 0));
    flows.put("error", this::refusal);
    return flows;
  }

  private static List<Content> user(Part... parts) {
    return List.of(Content.builder().role("user").parts(parts).build());
  }

  private GenerateContentResponse ask(String model, List<Content> contents) {
    return client.models.generateContent(model, contents, null);
  }

  private Map<String, ?> stream(String model) {
    List<String> pieces = new ArrayList<>();
    try (var stream = client.models.generateContentStream(model, Clients.QUESTION, null)) {
      for (var piece : stream) pieces.add(Optional.ofNullable(piece.text()).orElse(""));
    }
    return Clients.collected(pieces);
  }

  private Map<String, ?> leave(String model) {
    try (var stream = client.models.generateContentStream(model, Clients.QUESTION, null)) {
      return Map.of("hasLeft", stream.iterator().next() != null);
    }
  }

  private Map<String, ?> tools(String model) {
    var get = FunctionDeclaration.builder().name("get_weather").parameters(PLACE).build();
    var config = GenerateContentConfig.builder().tools(Tool.builder().functionDeclarations(get).build()).build();
    List<Content> contents = new ArrayList<>(user(Part.fromText(Clients.WEATHER)));
    var first = client.models.generateContent(model, contents, config);
    List<Object> calls = new ArrayList<>();
    List<Part> results = new ArrayList<>();
    for (var call : first.functionCalls()) {
      calls.add(List.of(call.name().orElseThrow(), call.args().orElseThrow()));
      var result = FunctionResponse.builder().name("get_weather").response(Map.of("output", Clients.RESULT));
      call.id().ifPresent(result::id);
      results.add(Part.builder().functionResponse(result.build()).build());
    }
    contents.add(first.candidates().orElseThrow().get(0).content().orElseThrow());
    contents.addAll(user(results.toArray(Part[]::new)));
    return Map.of("calls", calls, "text", client.models.generateContent(model, contents, config).text());
  }

  private Map<String, ?> structured(String model) throws Exception {
    var config = GenerateContentConfig.builder().responseMimeType("application/json").responseSchema(PLACE).build();
    var answer = client.models.generateContent(model, Clients.QUESTION, config);
    return Map.of("object", Clients.JSON.readTree(answer.text()));
  }

  private Map<String, ?> about(String model, String mediaType, String data) {
    var shown = Part.fromBytes(Base64.getDecoder().decode(data), mediaType);
    return Map.of("text", ask(model, user(Part.fromText(Clients.QUESTION), shown)).text());
  }

  private Optional<Integer> tokens(String model) {
    return client.models.countTokens(model, Clients.QUESTION, null).totalTokens();
  }

  private Map<String, ?> refusal(String model) {
    try {
      ask(model, user(Part.fromText(Clients.QUESTION)));
      return Map.of("status", 200);
    } catch (ApiException error) {
      return Clients.told(error.code(), error.getMessage());
    }
  }
}
