import { z } from 'zod'

import { defined } from '../../../shared/defined.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { Tool, ToolOutcome } from '../../core/ports/tool-ports.ts'
import { defineTool } from './define-tool.ts'
import { editPreview } from './edit-preview.ts'
import { hasSameContent, readTextFile, type TextFileResult } from './read-text-file.ts'
import { withPathLock } from '../path-lock.ts'
import { busyFile, changedMeanwhile, rewriteFile, withWritten } from './rewrite-file.ts'
import { encodeText, formNote, NEW_FILE_FORM, withLineEndsFrom } from './text-form.ts'
import { agentPath, isReadSilently, pathFacts, type ToolContext } from './tool-context.ts'
import { unwritableOutput } from './tree-outputs.ts'

export function fileWriteTool(context: ToolContext): Tool {
  return defineTool({
    name: 'file_write',
    description:
      "Writes a whole file: makes it, with the folders that are missing, or replaces what it held. Paths are relative to the agent's folder, or absolute. A file that was there keeps its line ends, encoding and byte order mark. A file whose content you have not seen is not replaced. To change a part of a file use file_edit.",
    schema: z.strictObject({
      path: z.string().min(1).describe('The file.'),
      content: z.string().describe('All of its new content.'),
    }),
    async prepare({ path, content }, site) {
      const resolved = await agentPath(context, site.agentId, path, 'write')
      if (!resolved.ok) return resolved
      if (resolved.isOutput === true) return { ok: false, message: unwritableOutput(resolved.path) }
      const before = await readTextFile(resolved.path)
      const isQuiet = !isReadSilently(resolved)
      const next = inFormOf(before, content)
      const judged = await context.seenFiles.replacement(site.agentId, resolved.path, before, { next, isQuiet })
      if (!judged.ok && !isQuiet) return judged
      return {
        ok: true,
        call: {
          ...pathFacts(resolved),
          access: 'write',
          preview: previewOf(resolved.path, before, content),
          ...defined({ isNewFile: isMissing(before) || undefined }),
          run: () => {
            if (!judged.ok) return Promise.resolve({ content: judged.message, isError: true })
            const change = { path: resolved.path, content, shown: before, agentId: site.agentId, note: judged.note }
            const work = () => write(change, context)
            return withWritten(withPathLock(context.lockFolder, resolved.path, work, busyFile))
          },
        },
      }
    },
  })
}

/** What is read in the place of bytes that are no text. */
const REPLACEMENT = '\uFFFD'

/** The content as it is written: in the form of the text that was there. */
function inFormOf(file: TextFileResult, content: string): string {
  return file.ok && file.isValid ? withLineEndsFrom(content, file.text) : content
}

function isMissing(file: TextFileResult): boolean {
  return !file.ok && file.isMissing
}

function previewOf(path: string, file: TextFileResult, content: string): string {
  if (file.ok) return editPreview(path, file.text, inFormOf(file, content))
  if (isMissing(file)) return editPreview(path, null, content)
  return file.owner === null ? file.message : `${file.message} It would be replaced.`
}

interface Write {
  readonly path: string
  readonly content: string
  /** The file as it was when the call was prepared. */
  readonly shown: TextFileResult
  readonly agentId: AgentId
  /** What the result says of content that the agent had not read; empty: nothing. */
  readonly note: string
}

async function write({ path, content, shown, agentId, note }: Write, { seenFiles }: ToolContext): Promise<ToolOutcome> {
  const before = await readTextFile(path)
  // Not a file that could be replaced: a folder, a device, or one that may not be read.
  if (!before.ok && before.owner === null && !before.isMissing) return { content: before.message, isError: true }
  if (!hasSameContent(before, shown)) return changedMeanwhile(path)
  const unkept = unkeptText(before, content)
  if (unkept !== null) return { content: `${unkept} Nothing was written.`, isError: true }
  const text = inFormOf(before, content)
  const bytes = encodeText(text, before.ok && before.isValid ? before.form : NEW_FILE_FORM)
  const written = await rewriteFile(path, bytes, before)
  if (!written.ok) return written.outcome
  const verb = isMissing(before) ? 'Made' : 'Replaced'
  return {
    content: `${verb} ${path} (${bytes.length} bytes).${keptNote(before, text !== content)}${note}`,
    isError: false,
    wrote: written.wrote,
    file: seenFiles.written(agentId, { path, sha256: written.sha256 }, text),
  }
}

/** Returns what of a text a file could not keep, or would lose with it, as a sentence; null: nothing. */
function unkeptText(before: TextFileResult, content: string): string | null {
  if (!content.isWellFormed()) return 'content has half of a surrogate pair, which no file can keep.'
  // A text that was read with such characters in place of bytes has them where the bytes were.
  if (!before.ok || before.isValid || !content.includes(REPLACEMENT)) return null
  const encoding = before.form.encoding.toUpperCase()
  return `content has U+FFFD where the file has bytes that are not ${encoding}, which would be lost. Use bash (iconv, sed, perl).`
}

/** Says what was kept of the file that was there, so that a model which wants it otherwise can change it. */
function keptNote(before: TextFileResult, hasOtherEnds: boolean): string {
  if (!before.ok) return ''
  if (!before.isValid) return ` It was not valid ${before.form.encoding.toUpperCase()} before; it is UTF-8 now.`
  const form = formNote(before.form)
  const kept = [...(form === null ? [] : [form]), ...(hasOtherEnds ? ['its line ends (carriage returns)'] : [])]
  return kept.length === 0 ? '' : ` It keeps ${kept.join(' and ')}; use bash to change that.`
}
