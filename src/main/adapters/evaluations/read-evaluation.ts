import { createHash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { basename, dirname, extname, resolve } from 'node:path'

import { isNode, LineCounter, parseDocument, type Document } from 'yaml'
import type { core } from 'zod'

import type { AttachmentBlock } from '../../shared/attachment.ts'
import { type EvaluationFile, evaluationFileSchema } from '../../shared/evaluation-file.ts'
import { err, errorMessage, ok, refuse, type Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import { storeFile } from './attach-files.ts'

type Task = Parameters<Engine['local']['evaluations']['run']>[1]['tasks'][number]

/** An evaluation, ready to be run. */
export interface ReadEvaluation {
  readonly name: string
  /** As it was given. */
  readonly file: string
  /** Of the file and its attachments, hex. */
  readonly sha256: string
  readonly tasks: readonly Task[]
}

/** Reads the file of an evaluation and stores its attachments. Paths in it are relative to the file. */
export async function readEvaluation(path: string, engine: Pick<Engine, 'local'>): Promise<Result<ReadEvaluation>> {
  const text = await readText(path)
  if (!text.ok) return text
  const parsed = parseEvaluation(text.value, path)
  if (!parsed.ok) return refuse(parsed.error.join('\n'))
  const { name = basename(path, extname(path)), system = null, tasks } = parsed.value
  const hash = createHash('sha256').update(text.value)
  const read: Task[] = []
  for (const task of tasks) {
    const attachments = await storeAll(task.attachments, path, engine)
    if (!attachments.ok) return attachments
    for (const { sha256 } of attachments.value) hash.update(sha256)
    const folder = await folderOf(task, path)
    if (!folder.ok) return folder
    const { name: title, prompt, checks } = task
    read.push({
      name: title,
      prompt,
      system: task.system ?? system,
      checks,
      attachments: attachments.value,
      folder: folder.value,
    })
  }
  return ok({ name, file: path, sha256: hash.digest('hex'), tasks: read })
}

/** Returns the content of a file in YAML or JSON, or its mistakes: `FILE:LINE:COLUMN: PLACE: what is wrong`. */
export function parseEvaluation(text: string, path: string): Result<EvaluationFile, readonly string[]> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${path}:${line}:${col}`
  }
  const [mistake] = document.errors
  if (mistake !== undefined) return err([`${place(mistake.pos[0])}: ${mistake.message.split('\n')[0]}`])
  const value = contentOf(document)
  if (!value.ok) return err([`${path}: ${value.error.message}`])
  const parsed = evaluationFileSchema.safeParse(value.value)
  if (parsed.success) return ok(parsed.data)
  return err(
    parsed.error.issues
      .flatMap(plainIssues)
      .map((issue) => `${place(offsetOf(issue.path, document))}: ${placeText(issue.path)}${issue.message}`),
  )
}

function contentOf(document: Document): Result<unknown> {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 })
    return ok(value)
  } catch (error) {
    return refuse(errorMessage(error))
  }
}

type Issue = Pick<core.$ZodIssue, 'path' | 'message'>

const NO_CHECK = 'expected one check: matches, schema, test (with timeout), or judge with criteria'

/** Of a value that may have several forms the mistakes of the form whose keys it has. */
function plainIssues(issue: core.$ZodIssue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const meant = issue.errors.find((each) => each.every(({ code }) => code !== 'unrecognized_keys'))
  if (meant === undefined) return [{ path: issue.path, message: NO_CHECK }]
  return meant.map(({ path, message }) => ({ path: [...issue.path, ...path], message }))
}

/** The offset of the value at a path, or of the nearest one around it. */
function offsetOf(path: Issue['path'], document: Document): number {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range != null) return node.range[0]
  }
  return 0
}

/** `tasks[2].checks[0]: `; empty for the whole file. */
function placeText(path: Issue['path']): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key + 1}]` : `.${String(key)}`)).join('')
  return text === '' ? '' : `${text.replace(/^\./, '')}: `
}

async function readText(path: string): Promise<Result<string>> {
  try {
    return ok(await readFile(path, 'utf8'))
  } catch (error) {
    return refuse(`${path} cannot be read: ${errorMessage(error)}`)
  }
}

async function storeAll(
  files: readonly string[],
  path: string,
  engine: Pick<Engine, 'local'>,
): Promise<Result<readonly AttachmentBlock[]>> {
  const blocks: AttachmentBlock[] = []
  for (const file of files) {
    const stored = await storeFile(resolve(dirname(path), file), engine)
    if (!stored.ok) return stored
    blocks.push(stored.value)
  }
  return ok(blocks)
}

async function folderOf(
  { folder, commit }: EvaluationFile['tasks'][number],
  path: string,
): Promise<Result<Task['folder']>> {
  if (folder === undefined || commit === undefined) return ok(null)
  try {
    return ok({ path: await realpath(resolve(dirname(path), folder)), commit })
  } catch (error) {
    return refuse(`${path}: the folder ${folder} cannot be used: ${errorMessage(error)}`)
  }
}
