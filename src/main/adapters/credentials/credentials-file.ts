import { dirname, join } from 'node:path'
import { parseTree, printParseErrorCode } from 'jsonc-parser'
import type { ParseError } from 'jsonc-parser'
import { z } from 'zod'
import { isNestedTooDeep, NESTED_TOO_DEEP, parseJson } from '../../../shared/json.ts'
import { DONE, err, refuse, type Result } from '../../../shared/result.ts'
import { readRegularFile } from '../read-regular-file.ts'
import { replaceFile } from '../replace-file.ts'
import { makeFolder } from '../../make-folder.ts'

/** `{ "anthropic": { "api_key": "…" } }` (docs/configuration.md#keys). Unknown keys are kept. */
const contentSchema = z.record(z.string(), z.unknown())
const entrySchema = z.looseObject({ api_key: z.string().optional() })
type Content = z.infer<typeof contentSchema>

interface FileReading {
  key(name: string): string | null
  /** Problems that the user should fix; never a part of the file. */
  readonly warnings: readonly string[]
}

export interface CredentialsFile {
  readonly path: string
  /** Never fails: an unusable file counts as empty, and a warning says why. */
  read(): Promise<FileReading>
  /** Makes the file readable by its owner only. Does not change a file that is not JSON. */
  set(name: string, key: string): Promise<Result<null>>
  remove(name: string): Promise<Result<null>>
}

type Loaded =
  | { readonly ok: true; readonly content: Content; readonly isOpenToOthers: boolean }
  | { readonly ok: false; readonly problem: string }

/**
 * Opens a file of secrets in the directory of config.json. Writes of one process are carried out in order.
 */
export function createCredentialsFile(configDirectory: string, fileName = 'credentials.json'): CredentialsFile {
  const path = join(configDirectory, fileName)
  let writing: Promise<unknown> = Promise.resolve()
  const change = (edit: (content: Content) => Content): Promise<Result<null>> => {
    const written = writing.then(() => changeFile(path, edit))
    writing = written
    return written
  }
  return {
    path,
    read: async () => readingOf(path, await load(path)),
    set: (name, key) => change((content) => ({ ...content, [name]: { ...entryOf(content, name), api_key: key } })),
    remove: (name) => change((content) => withoutKey(content, name)),
  }
}

function readingOf(path: string, loaded: Loaded): FileReading {
  if (!loaded.ok) return { key: () => null, warnings: [`${path}: ${loaded.problem}. No key of it is used.`] }
  const warning = `${path} can be read by other users of this machine. Run: chmod 600 ${path}`
  return {
    key: (name) => entryOf(loaded.content, name).api_key ?? null,
    warnings: loaded.isOpenToOthers ? [warning] : [],
  }
}

function entryOf(content: Content, name: string): z.infer<typeof entrySchema> {
  const entry = entrySchema.safeParse(content[name])
  return entry.success ? entry.data : {}
}

/** Keeps the entry if it contains more than the key. */
function withoutKey(content: Content, name: string): Content {
  const { [name]: _entry, ...others } = content
  const { api_key: _key, ...rest } = entryOf(content, name)
  return Object.keys(rest).length === 0 ? others : { ...others, [name]: rest }
}

async function load(path: string): Promise<Loaded> {
  try {
    const { text, mode } = await readRegularFile(path)
    const problem = jsonProblem(text)
    if (problem !== null) return { ok: false, problem }
    const isOpenToOthers = process.platform !== 'win32' && (mode & 0o077) !== 0
    return { ok: true, content: contentSchema.parse(parseJson(text)), isOpenToOthers }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { ok: true, content: {}, isOpenToOthers: false }
    return { ok: false, problem: `It cannot be read (${codeOf(error)})` }
  }
}

/** Does not use the message of JSON.parse, which repeats a part of the file. */
function jsonProblem(text: string): string | null {
  if (isNestedTooDeep(text)) return NESTED_TOO_DEEP
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const [first] = errors
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length
    return `Line ${line} is not valid JSON (${printParseErrorCode(first.error)})`
  }
  return tree?.type === 'object' ? null : 'Line 1 is not valid JSON (a { is expected)'
}

async function changeFile(path: string, edit: (content: Content) => Content): Promise<Result<null>> {
  const loaded = await load(path)
  if (!loaded.ok) return refuse(`${path} was not changed: ${loaded.problem}. Fix the file first.`)
  const content = edit(loaded.content)
  if (JSON.stringify(content) === JSON.stringify(loaded.content)) return DONE
  try {
    makeFolder(dirname(path), { mode: 0o700 })
    await replaceFile(path, `${JSON.stringify(content, null, 2)}\n`)
    return DONE
  } catch (error) {
    const message = `${path} could not be saved (${codeOf(error)}).`
    return err({ category: 'STORAGE', message, retryable: true })
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
