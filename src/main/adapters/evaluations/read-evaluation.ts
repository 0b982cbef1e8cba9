import { realpath } from 'node:fs/promises'
import { basename, dirname, extname, resolve } from 'node:path'

import type { EvaluationFile } from '../../../shared/evaluation-file.ts'
import { errorMessage, ok, refuse, type Result } from '../../../shared/result.ts'
import type { EvaluationSource, SourceTask } from '../../core/ports/evaluation-ports.ts'
import { readRegularFile } from '../read-regular-file.ts'
import { parseEvaluation } from './parse-evaluation.ts'

/** Reads the file of an evaluation. Paths in it are relative to the file. */
export async function readEvaluation(path: string): Promise<Result<EvaluationSource>> {
  const text = await readText(path)
  if (!text.ok) return text
  const parsed = parseEvaluation(text.value, path)
  if (!parsed.ok) return refuse(parsed.error.join('\n'))
  const { name = basename(path, extname(path)), system = null, tasks } = parsed.value
  const read: SourceTask[] = []
  for (const task of tasks) {
    const folder = await folderOf(task, path)
    if (!folder.ok) return folder
    read.push({
      name: task.name,
      prompt: task.prompt,
      system: task.system ?? system,
      checks: task.checks,
      attachments: task.attachments.map((file) => resolve(dirname(path), file)),
      folder: folder.value,
    })
  }
  return ok({ name, path, text: text.value, tasks: read })
}

async function readText(path: string): Promise<Result<string>> {
  try {
    return ok((await readRegularFile(path)).text)
  } catch (error) {
    return refuse(`${path} cannot be read: ${errorMessage(error)}`)
  }
}

async function folderOf(
  { folder, commit }: EvaluationFile['tasks'][number],
  path: string,
): Promise<Result<SourceTask['folder']>> {
  if (folder === undefined || commit === undefined) return ok(null)
  try {
    return ok({ path: await realpath(resolve(dirname(path), folder)), commit })
  } catch (error) {
    return refuse(`${path}: the folder ${folder} cannot be used: ${errorMessage(error)}`)
  }
}
