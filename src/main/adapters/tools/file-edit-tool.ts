import { z } from 'zod'

import type { AgentId } from '../../../shared/ids.ts'
import type { Tool, ToolOutcome } from '../../core/ports/tool-ports.ts'
import { applyEdit, type Edit, type EditResult } from './apply-edit.ts'
import { defineTool } from './define-tool.ts'
import { editPreview } from './edit-preview.ts'
import { nearPaths } from './file-kind.ts'
import { withPathLock } from '../path-lock.ts'
import { hasSameContent, readTextFile, type TextFileResult } from './read-text-file.ts'
import { busyFile, changedMeanwhile, rewriteFile, withWritten } from './rewrite-file.ts'
import { encodeText } from './text-form.ts'
import { type AgentPath, agentPath, isReadSilently, pathFacts, type ToolContext } from './tool-context.ts'
import { unwritableOutput } from './tree-outputs.ts'
import { defined } from '../../../shared/defined.ts'

const DESCRIPTION = `Replaces text in a file. old_string must match exactly, white space included, and stand in one place only, unless replace_all is set. Line ends match those of the file, and new lines get them. Paths are relative to the agent's folder, or absolute.`

export function fileEditTool(context: ToolContext): Tool {
  return defineTool({
    name: 'file_edit',
    description: DESCRIPTION,
    schema: z.strictObject({
      path: z.string().min(1).describe('The file.'),
      old_string: z.string().describe('The text to replace.'),
      new_string: z.string().describe('What stands there afterwards.'),
      replace_all: z.boolean().optional().describe('Replace every place where old_string stands.'),
    }),
    async prepare({ path, old_string, new_string, replace_all = false }, site) {
      const resolved = await agentPath(context, site.agentId, path, 'write')
      if (!resolved.ok) return resolved
      if (resolved.isOutput === true) return { ok: false, message: unwritableOutput(resolved.path) }
      const edit = { oldString: old_string, newString: new_string, replaceAll: replace_all }
      const edited = await editedFile(resolved, edit)
      // A failed edit reveals content of the file: if reading the file needs approval, the user is asked first.
      if (!edited.ok && isReadSilently(resolved)) return edited
      return {
        ok: true,
        call: {
          ...pathFacts(resolved),
          access: 'write',
          preview: edited.ok ? editPreview(resolved.path, edited.file.text, edited.text) : edited.message,
          run: () =>
            withWritten(
              withPathLock(
                context.lockFolder,
                resolved.path,
                () => runEdit({ ...resolved, edit, shown: edited, agentId: site.agentId }, context),
                busyFile,
              ),
            ),
        },
      }
    },
  })
}

/** A resolved path, and the agent's folder. */
type Place = Pick<AgentPath, 'path' | 'folder'>

type EditedFile =
  | (Extract<EditResult, { ok: true }> & {
      readonly file: Extract<TextFileResult, { ok: true }>
    })
  | { readonly ok: false; readonly message: string }

async function editedFile({ path, folder }: Place, edit: Edit): Promise<EditedFile> {
  const file = await readTextFile(path)
  if (!file.ok && file.isMissing) {
    const near = await nearPaths(path, folder)
    const advice = near === '' ? '. Make it with file_write.' : `${near} To make a new file, use file_write.`
    return { ok: false, message: file.message + advice }
  }
  if (!file.ok) return { ok: false, message: file.message }
  if (!file.isValid) {
    const encoding = file.form.encoding.toUpperCase()
    return { ok: false, message: `${path} is not all ${encoding}; an edit would damage it. Use bash (sed, perl).` }
  }
  const result = applyEdit(file.text, edit)
  return result.ok ? { ...result, file } : { ok: false, message: `${path}: ${result.message}` }
}

interface PreparedEdit extends Place {
  readonly edit: Edit
  /** The edit as it was when the call was prepared. */
  readonly shown: EditedFile
  readonly agentId: AgentId
}

/** Applies the edit, if the file still is as it was: someone else may have changed it meanwhile. */
async function runEdit(
  { path, folder, edit, shown, agentId }: PreparedEdit,
  { seenFiles }: ToolContext,
): Promise<ToolOutcome> {
  const edited = await editedFile({ path, folder }, edit)
  if (!edited.ok) return { content: edited.message, isError: true }
  if (!shown.ok || !hasSameContent(edited.file, shown.file)) return changedMeanwhile(path)
  const bytes = encodeText(edited.text, edited.file.form)
  const written = await rewriteFile(path, bytes, edited.file)
  if (!written.ok) return written.outcome
  const file = await seenFiles.edited(
    agentId,
    { path, sha256: written.sha256 },
    { before: edited.file.version.sha256, text: edited.text },
  )
  const places = edited.replacements === 1 ? '1 place' : `${edited.replacements} places`
  return {
    content: `Changed ${path} in ${places}.`,
    isError: false,
    wrote: written.wrote,
    ...defined({ file: file ?? undefined }),
  }
}
