import type { Tool } from '../../core/ports/tool-ports.ts'
import { bashTool } from './bash-tool.ts'
import { fileEditTool } from './file-edit-tool.ts'
import { fileReadTool } from './file-read-tool.ts'
import { fileWriteTool } from './file-write-tool.ts'
import { globTool } from './glob-tool.ts'
import { grepTool } from './grep-tool.ts'
import type { ToolContext } from './tool-context.ts'
import { webFetchTool } from './web-fetch-tool.ts'

/** Creates the tools that every agent has, besides `slash`, which belongs to core. */
export function createBuiltInTools(context: ToolContext): readonly Tool[] {
  return [
    bashTool(context),
    fileEditTool(context),
    fileReadTool(context),
    fileWriteTool(context),
    globTool(context),
    grepTool(context),
    webFetchTool(context),
  ]
}
