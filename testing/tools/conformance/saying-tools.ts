import { setImmediate as turn } from "node:timers/promises";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { embedded, picture, sound, text } from "./content";
import type { ConformanceTool, ConformanceTools } from "./tool";

const saying = (...content: CallToolResult["content"]): ConformanceTool => ({ call: () => ({ content }) });

const logging: ConformanceTool = {
  call: async ({ mcpReq }) => {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await mcpReq.log("info", data);
      await turn();
    }
    return { content: [text("It has been logged.")] };
  },
};

/** Tools that ask nobody for anything. */
export const sayingTools: ConformanceTools = {
  test_simple_text: saying(text("This is a simple text response for testing.")),
  test_image_content: saying(picture),
  test_audio_content: saying(sound),
  test_embedded_resource: saying(embedded("test://embedded-resource", "This is an embedded resource content.")),
  test_multiple_content_types: saying(
    text("Multiple content types test:"),
    picture,
    embedded("test://mixed-content-resource", '{"test":"data","value":123}', "application/json"),
  ),
  test_tool_with_logging: logging,
  test_logging_tool: logging,
  test_mirrored_header: {
    properties: { region: { type: "string", "x-mcp-header": "Region" } },
    call: (_, { region }) => ({ content: [text(`In ${String(region)}.`)] }),
  },
  test_error_handling: {
    call: () => ({ content: [text("This tool intentionally returns an error for testing")], isError: true }),
  },
  test_tool_with_progress: {
    call: async ({ mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
        await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
        await turn();
      }
      return { content: [text("It is done.")] };
    },
  },
};
