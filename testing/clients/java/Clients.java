import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;

/** Reads where the gateway is, and prints for every client, upstream and flow what the client saw, one JSON a line. */
public final class Clients {
  static final ObjectMapper JSON = new ObjectMapper();
  static final String QUESTION = "Say something.";
  static final String WEATHER = "How is the weather in Oslo? Ask get_weather.";
  static final String RESULT = "Rain.";
  static final String PICTURE = System.getenv("PICTURE");
  static final String PAGE = System.getenv("PAGE");

  /** Does what a flow is about with a model, and returns what was seen. */
  interface Flow {
    Map<String, ?> ask(String model) throws Exception;
  }

  /** The place that answers are asked for. */
  public static class Place {
    public String city;
  }

  /** The one tool. */
  @com.fasterxml.jackson.annotation.JsonTypeName("get_weather")
  public static class GetWeather {
    public String city;
  }

  public static void main(String[] arguments) throws Exception {
    JsonNode world = JSON.readTree(System.in);
    String url = world.get("url").asText();
    String key = world.get("key").asText();
    Map<String, Map<String, Flow>> clients = Map.of(
        "java-openai", both(OpenaiFlows.ofOpenai(url, key).all(), new ResponsesFlows(url, key).all()),
        "java-openai-azure", OpenaiFlows.ofAzure(url, key).all(),
        "java-anthropic", new AnthropicFlows(url, key).all(),
        "java-genai", new GenaiFlows(url, key).all(),
        "java-langchain-openai", LangchainFlows.ofOpenai(url, key),
        "java-langchain-anthropic", LangchainFlows.ofAnthropic(url, key),
        "java-langchain-google", LangchainFlows.ofGoogle(url, key));
    var pool = Executors.newFixedThreadPool(clients.size());
    var all = new ArrayList<java.util.concurrent.Future<?>>();
    clients.forEach((name, flows) -> all.add(pool.submit(() -> askAll(world.get("upstreams"), name, flows))));
    for (var one : all) one.get();
    System.exit(0);
  }

  private static Map<String, Flow> both(Map<String, Flow> flows, Map<String, Flow> more) {
    flows.putAll(more);
    return flows;
  }

  private static void askAll(JsonNode upstreams, String client, Map<String, Flow> flows) {
    upstreams.fields().forEachRemaining(upstream -> flows.forEach((flow, ask) -> {
      String model = modelOf(upstream.getValue(), flow, client);
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("client", client);
      line.put("upstream", upstream.getKey());
      line.put("flow", flow);
      line.put("saw", sawOf(ask, model));
      print(line);
    }));
  }

  /** The client's name is in the model where the test asks how often it called. */
  private static String modelOf(JsonNode models, String flow, String client) {
    if (flow.startsWith("leave")) return models.get("leave").asText() + ",by-leaving-" + client;
    String named = models.path(flow).asText(models.get("text").asText());
    return flow.equals("retries") ? named + ",by-" + client : named;
  }

  private static Map<String, ?> sawOf(Flow ask, String model) {
    try {
      return ask.ask(model);
    } catch (Exception error) {
      return Map.of("thrown", error.toString());
    }
  }

  private static synchronized void print(Map<String, ?> line) {
    try {
      System.out.println(JSON.writeValueAsString(line));
    } catch (com.fasterxml.jackson.core.JsonProcessingException error) {
      throw new IllegalStateException(error);
    }
  }

  /** A stream as its text, and whether it came in pieces. */
  static Map<String, ?> collected(List<String> pieces) {
    return Map.of("text", String.join("", pieces), "isInPieces", pieces.stream().filter(one -> !one.isEmpty()).count() > 1);
  }

  /** Reads the first piece of a stream and leaves. Whether the call has ended, its upstream knows. */
  static <T> Map<String, ?> left(java.util.stream.Stream<T> stream) {
    return Map.of("hasLeft", stream.findFirst().isPresent());
  }

  /** What a refusal shows. */
  static Map<String, ?> told(int status, String message) {
    return Map.of("status", status, "isTold", message.matches("(?s).*asked for \\d+.*"));
  }
}
