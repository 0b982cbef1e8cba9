import { z } from 'zod'

import type { SeenFile, SeenLines } from '../../../shared/seen-file.ts'
import type { Tool, ToolOutcome } from '../../core/ports/tool-ports.ts'
import { defineTool } from './define-tool.ts'
import { OutputCollector, outputName } from './output-collector.ts'
import { nearPaths } from './file-kind.ts'
import { readTextFile } from './read-text-file.ts'
import { formNote } from './text-form.ts'
import { type AgentPath, agentPath, pathFacts, type ToolContext } from './tool-context.ts'
import { defined } from '../../../shared/defined.ts'

interface Lines {
  readonly offset: number | undefined
  readonly limit: number | undefined
}

export function fileReadTool(context: ToolContext): Tool {
  return defineTool({
    name: 'file_read',
    description:
      "Reads a text file exactly as it is, without line numbers, or shows a picture, a PDF or audio. Paths are relative to the agent's folder, or absolute. A long file is cut in the middle: read it in parts with offset and limit.",
    schema: z.strictObject({
      path: z.string().min(1).describe('The file.'),
      offset: z.number().int().min(1).max(1e9).optional().describe('The first line to read, counted from 1.'),
      limit: z.number().int().min(1).max(1e9).optional().describe('How many lines to read.'),
    }),
    async prepare({ path, offset, limit }, site) {
      const resolved = await agentPath(context, site.agentId, path)
      if (!resolved.ok) return resolved
      return {
        ok: true,
        call: {
          ...pathFacts(resolved),
          access: 'read',
          run: () => readLines(resolved, { offset, limit }, outputName(site), context),
        },
      }
    },
  })
}

async function readLines(
  { path, folder }: AgentPath,
  part: Lines,
  name: string,
  context: ToolContext,
): Promise<ToolOutcome> {
  const file = await readTextFile(path)
  const sha256 = file.version?.sha256 ?? null
  if (!file.ok && file.media !== undefined) {
    const seen = sha256 === null ? {} : { file: { path, sha256 } }
    return { content: '', isError: false, files: [{ name: path, bytes: file.media }], ...seen }
  }
  if (!file.ok) {
    const near = file.isMissing ? await nearPaths(path, folder) : ''
    return { content: `${file.message}${near}`, isError: true }
  }
  const selected = selectLines(file.text, part)
  const collector = new OutputCollector(name, context)
  await collector.write(Buffer.from(selected.text))
  const { text, fullOutput } = await collector.finish()
  // The middle of it is not in the result.
  const isCut = fullOutput !== undefined
  const seen = (shown: SeenFile): SeenFile =>
    context.seenFiles.shown({ ...shown, ...defined({ lines: selected.lines }) }, file.text)
  const form = formNote(file.form)
  const notes = [
    ...(selected.note === null ? [] : [selected.note]),
    ...(form === null ? [] : [`[The file is ${form}, and stays so when it is edited.]`]),
    ...(file.isValid
      ? []
      : [`[Not all of it is ${file.form.encoding.toUpperCase()}: bytes that are not are shown as \uFFFD.]`]),
  ]
  return {
    content: [...notes, text === '' && notes.length === 0 ? '[The file is empty.]' : text].join('\n'),
    isError: false,
    ...defined({ file: sha256 === null || isCut ? undefined : seen({ path, sha256 }), fullOutput }),
  }
}

interface SelectedLines {
  readonly text: string
  /** Says which lines these are; null: all. */
  readonly note: string | null
  /** Missing: all. */
  readonly lines?: SeenLines
}

function selectLines(text: string, { offset, limit }: Lines): SelectedLines {
  if (offset === undefined && limit === undefined) return { text, note: null }
  const lines = text.split('\n')
  // The newline at the end of the last line does not start another line.
  if (lines.at(-1) === '') lines.pop()
  const first = offset ?? 1
  const selected = lines.slice(first - 1, limit === undefined ? undefined : first - 1 + limit)
  const last = first + selected.length - 1
  const note =
    selected.length === 0
      ? `[The file has ${lines.length} lines; there is none from line ${first} on.]`
      : `[lines ${first} to ${last} of ${lines.length}]`
  return { text: selected.join('\n'), note, lines: { first, last, of: lines.length } }
}
