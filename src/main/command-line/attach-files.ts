import { createReadStream } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, relative, resolve } from 'node:path'

import { type AttachmentBlock, MAX_ATTACHMENTS } from '../../shared/attachment.ts'
import { cleanPicture } from '../../shared/picture-metadata.ts'
import { errorMessage, mapOk, ok, refuse, type Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import { parseScript, type RunScript } from './run-scripts.ts'

/**
 * Stores the files of a run and adds them to its scripts: those of `--attach` to the first prompt, those that a prompt
 * names as `@path` or `@SERVER:ADDRESS` to that prompt. Only typed prompts name files, and only files inside the folder
 * and resources of configured MCP servers. REFUSED if a file of `--attach` or a resource cannot be read, or there is no
 * prompt for it.
 */
export async function withAttachedFiles(
  scripts: readonly RunScript[],
  {
    attach,
    folder,
  }: {
    /** Paths of `--attach`, relative to the folder or absolute. */
    readonly attach: readonly string[]
    /** Absolute, symlinks resolved. */
    readonly folder: string
  },
  engine: Engine,
): Promise<Result<readonly RunScript[]>> {
  const attached = await storeAll(
    attach.map((path) => resolve(folder, path)),
    engine,
  )
  if (!attached.ok) return attached
  const first = scripts.findIndex(isPrompt)
  if (first === -1 && attach.length > 0) return refuse('There is no prompt to attach the files to.')
  const complete: RunScript[] = []
  for (const [index, script] of scripts.entries()) {
    const named = isPrompt(script) && !script.asText ? await storeNamed(script.text, folder, engine) : ok([])
    if (!named.ok) return named
    const attachments = [...(index === first ? attached.value : []), ...named.value]
    if (attachments.length > MAX_ATTACHMENTS) return refuse(`A prompt can have ${MAX_ATTACHMENTS} files at most.`)
    complete.push(attachments.length === 0 ? script : { ...script, attachments })
  }
  return ok(complete)
}

function isPrompt(script: RunScript): boolean {
  const parsed = parseScript(script)
  return parsed.ok && parsed.steps.length === 1 && parsed.steps[0]?.type === 'prompt'
}

/** `@path` at the beginning of a word, or `@"path with spaces"`. */
const NAMED = /(?<=^|\s)@(?:"([^"\n]+)"|([^\s"]+))/g
const PUNCTUATION = /[.,;:!?)\]}]+$/

/** Stores the files and resources that a text names, each once. What names neither is left as it is. */
async function storeNamed(text: string, folder: string, engine: Engine): Promise<Result<readonly AttachmentBlock[]>> {
  const stored = new Map<string, AttachmentBlock>()
  for (const [, quoted, plain = ''] of text.matchAll(NAMED)) {
    const candidates = quoted === undefined ? [plain, plain.replace(PUNCTUATION, '')] : [quoted]
    const paths = await Promise.all(candidates.map((each) => fileInside(resolve(folder, each), folder)))
    const path = paths.find((each) => each !== null)
    const name = path ?? candidates.at(-1) ?? ''
    if (stored.has(name)) continue
    const taken = path == null ? await storeResource(name, engine) : await storeFile(path, engine)
    if (!taken.ok) return taken
    if (taken.value !== null) stored.set(name, taken.value)
  }
  return ok([...stored.values()])
}

/** Null: the name is not that of a resource. */
async function storeResource(name: string, { local }: Engine): Promise<Result<AttachmentBlock | null>> {
  const read = await local.readServerResource(name)
  return read.ok && read.value !== null ? local.storeFile(read.value.name, [read.value.bytes]) : mapOk(read, () => null)
}

async function fileInside(path: string, folder: string): Promise<string | null> {
  try {
    const real = await realpath(path)
    const isInside = !relative(folder, real).startsWith('..') && resolve(folder, relative(folder, real)) === real
    return isInside && (await stat(real)).isFile() ? real : null
  } catch {
    return null
  }
}

async function storeAll(paths: readonly string[], engine: Engine): Promise<Result<readonly AttachmentBlock[]>> {
  const blocks: AttachmentBlock[] = []
  for (const path of paths) {
    const stored = await storeFile(path, engine)
    if (!stored.ok) return stored
    blocks.push(stored.value)
  }
  return ok(blocks)
}

/** Pictures lose their metadata, which may hold a place. They are read as a whole; other files are streamed. */
const PICTURE = /\.(jpe?g|png|webp|gif)$/i
/** Largest picture that is read as a whole, bytes. */
const MAX_PICTURE = 64 * 1024 * 1024

/** Stores a file of the user. REFUSED if it cannot be read. */
async function storeFile(path: string, { local }: Engine): Promise<Result<AttachmentBlock>> {
  try {
    const { size } = await regularFile(path)
    if (PICTURE.test(path) && size > 0 && size <= MAX_PICTURE) {
      return await local.storeFile(basename(path), [cleanPicture(await readFile(path))])
    }
    return await local.storeFile(basename(path), createReadStream(path, { highWaterMark: 1024 * 1024 }))
  } catch (error) {
    return refuse(`${path} cannot be attached: ${errorMessage(error)}`)
  }
}

async function regularFile(path: string): Promise<{ readonly size: number }> {
  const found = await stat(path)
  if (!found.isFile()) throw new Error('it is not a file.')
  return found
}
