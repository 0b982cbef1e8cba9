import { z } from 'zod'

import type { Tool, ToolOutcome } from '../../core/ports/tool-ports.ts'
import { applyEdit, type Edit, type EditResult } from './apply-edit.ts'
import { defineTool } from './define-tool.ts'
import { editPreview } from './edit-preview.ts'
import { nearPaths } from './file-kind.ts'
import { type FileOwner, readTextFile } from './read-text-file.ts'
import { rewriteFile } from './rewrite-file.ts'
import { encodeText, type TextForm } from './text-form.ts'
import { type AgentPath, agentPath, isReadSilently, pathFacts, type ToolContext } from './tool-context.ts'
import { unwritableOutput } from './tree-outputs.ts'

const DESCRIPTION = `Replaces text in a file. old_string must match exactly, white space included, and stand in one place only, unless replace_all is set. Line ends match those of the file, and new lines get them. Paths are relative to the agent's folder, or absolute.
An edit that builds on another call of the same message is checked before that call has run: send it in the next message.`

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
      const resolved = await agentPath(context, site, path, 'write')
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
          preview: edited.ok ? editPreview(resolved.path, edited.before, edited.text) : edited.message,
          run: () => runEdit(resolved, edit),
        },
      }
    },
  })
}

/** A resolved path, and the agent's folder. */
type Place = Pick<AgentPath, 'path' | 'folder'>

type EditedFile =
  | (Extract<EditResult, { ok: true }> & {
      readonly before: string
      readonly form: TextForm
      readonly owner: FileOwner
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
  return result.ok
    ? { ...result, before: file.text, form: file.form, owner: file.owner }
    : { ok: false, message: `${path}: ${result.message}` }
}

/**
 * Applies the edit to the current file: an earlier call of the batch, or the user, may have changed other parts of it.
 */
async function runEdit(place: Place, edit: Edit): Promise<ToolOutcome> {
  const { path } = place
  const edited = await editedFile(place, edit)
  if (!edited.ok) return { content: edited.message, isError: true }
  const written = await rewriteFile(path, encodeText(edited.text, edited.form), edited.owner)
  if (!written.ok) return written.outcome
  const places = edited.replacements === 1 ? '1 place' : `${edited.replacements} places`
  return { content: `Changed ${path} in ${places}.`, isError: false }
}
