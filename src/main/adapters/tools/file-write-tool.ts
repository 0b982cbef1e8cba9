import { z } from 'zod'

import type { Tool, ToolOutcome } from '../../core/ports/tool-ports.ts'
import { defineTool } from './define-tool.ts'
import { editPreview } from './edit-preview.ts'
import { readTextFile } from './read-text-file.ts'
import { replaceTextFile } from './replace-text-file.ts'
import { agentPath, pathFacts, type ToolContext } from './tool-context.ts'

export function fileWriteTool(context: ToolContext): Tool {
  return defineTool({
    name: 'file_write',
    description:
      "Writes a whole file: makes it, with the folders that are missing, or replaces what it held. Paths are relative to the agent's folder, or absolute. To change a part of a file use file_edit.",
    schema: z.strictObject({
      path: z.string().min(1).describe('The file.'),
      content: z.string().describe('All of its new content.'),
    }),
    async prepare({ path, content }, site) {
      const resolved = await agentPath(context, site, path)
      if (!resolved.ok) return resolved
      const preview = await previewOf(resolved.path, content)
      return {
        ok: true,
        call: {
          ...pathFacts(resolved),
          access: 'write',
          preview,
          run: () => write(resolved.path, content),
        },
      }
    },
  })
}

async function previewOf(path: string, content: string): Promise<string> {
  const file = await readTextFile(path)
  if (file.ok) return editPreview(path, file.text, content)
  return file.isMissing ? editPreview(path, null, content) : `${file.message} It would be replaced.`
}

async function write(path: string, content: string): Promise<ToolOutcome> {
  const before = await readTextFile(path)
  const written = await replaceTextFile(path, content, before.ok ? before.mode : null)
  if (!written.ok) return written.outcome
  const verb = !before.ok && before.isMissing ? 'Made' : 'Replaced'
  return { content: `${verb} ${path} (${Buffer.byteLength(content)} bytes).`, isError: false }
}
