import type { PreparedCall, Tool, ToolFile } from '../../src/main/core/ports/tool-ports.ts'

/** A tool that returns files. */
export function showTool(files: readonly ToolFile[]): Tool {
  const call: PreparedCall = {
    subject: 'show',
    access: 'context',
    paths: [],
    isInFolder: true,
    run: async () => ({ content: 'Here it is.', isError: false, files }),
  }
  return {
    definition: { name: 'show', description: 'Shows files.', parameters: { type: 'object', properties: {} } },
    prepare: () => Promise.resolve({ ok: true, call }),
  }
}
