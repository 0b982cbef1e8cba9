import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'

import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { errorMessage, ok, refuse, type Result } from '../../../shared/result.ts'
import type { ForeignFiles, ForeignFileSource, SourceDocument, SourceLine } from '../../core/ports/foreign-ports.ts'
import { readArchive } from './read-archive.ts'
import { readDatabase } from './read-database.ts'
import { readText } from './read-text.ts'
import { sessionTables } from './session-tables.ts'
import { stageSource } from './stage-source.ts'
import { countSessionFiles, findFiles, placesOf, type ToolMachine } from './find-sessions.ts'

/** Opens a file by its content, or all files of a folder. `session`: of a database, only this session. */
export async function openSource(
  path: string,
  session: string | null,
): Promise<Result<AsyncIterable<ForeignFileSource>>> {
  try {
    const found = await stat(path)
    if (found.isDirectory()) return ok(readFolder(path))
    if (!found.isFile()) return refuse(`${path} is neither a file nor a folder.`)
    return ok(readSession(path, session))
  } catch (error) {
    return refuse(errorMessage(error))
  }
}

/** A file, and the sub-agents that Claude Code keeps in a folder of the same name. */
async function* readSession(path: string, session: string | null): AsyncGenerator<ForeignFileSource> {
  yield* readFile(path, basename(path), session)
  const agents = join(path.replace(/\.jsonl$/, ''), 'subagents')
  if (path.endsWith('.jsonl') && (await stat(agents).catch(() => null))?.isDirectory() === true)
    yield* readFolder(agents)
}

/** Files that may hold sessions; the others of a folder are assets, caches, databases of other things. */
const NAMES = /\.(jsonl?|ndjson|zip|db|vscdb)$/i
const MAX_FILES = 50_000

/** A file before those in the folder that has its name: sub-agents come after the session that started them. */
async function* readFolder(folder: string): AsyncGenerator<ForeignFileSource> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  // Symbolic links are not followed: they may lead out of the folder.
  const files = found
    .filter((entry) => entry.isFile() && NAMES.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const depth = (file: string): number => file.split(/[/\\]/).length
  const sorted = files.toSorted((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
  if (sorted.length > MAX_FILES) {
    yield {
      name: folder,
      problem: `The folder has more than ${MAX_FILES.toLocaleString('en-US')} files. Import a part of it.`,
    }
    return
  }
  const all = new Set(sorted)
  const asset = assetsIn(found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)))
  for (const file of sorted) {
    // It is read with the messages beside it.
    if (basename(file) === JAN_THREAD && all.has(join(dirname(file), JAN_MESSAGES))) continue
    for await (const source of readFile(file, relative(folder, file), null)) {
      yield 'problem' in source || source.asset !== undefined ? source : { ...source, asset }
    }
  }
}

const MAX_ASSET = 200_000_000

/** A file of an export is named after its id, with or without more. */
function assetsIn(files: readonly string[]) {
  return async (id: string): Promise<Uint8Array | null> => {
    const path = id === '' ? undefined : files.find((file) => basename(file).startsWith(id))
    if (path === undefined) return null
    const file = await open(path).catch(() => null)
    try {
      const size = (await file?.stat())?.size ?? MAX_ASSET + 1
      return file === null || size > MAX_ASSET ? null : await file.readFile()
    } finally {
      await file?.close()
    }
  }
}

async function* readFile(path: string, name: string, session: string | null): AsyncGenerator<ForeignFileSource> {
  try {
    const head = await firstBytes(path)
    if (head.startsWith('SQLite format 3\0')) yield* readTables(path, name, session)
    else if (head.startsWith('PK\u0003\u0004')) yield* readArchive(path)
    else if (basename(path) === JAN_MESSAGES && (await isFile(join(dirname(path), JAN_THREAD))))
      yield* readThread(path, name)
    else yield* readText(name, () => createReadStream(path, 'utf8'))
  } catch (error) {
    yield { name, problem: `It could not be read: ${errorMessage(error)}` }
  }
}

const JAN_THREAD = 'thread.json'
const JAN_MESSAGES = 'messages.jsonl'

/** Jan keeps the facts about a thread in a file beside its messages: they are read as the first line. */
async function* readThread(path: string, name: string): AsyncGenerator<ForeignFileSource> {
  const thread = await Array.fromAsync(readText(name, () => createReadStream(join(dirname(path), JAN_THREAD), 'utf8')))
  const before = thread.flatMap((source): readonly SourceLine[] => {
    if ('problem' in source || source.document.form !== 'json') return []
    const { value, raw } = source.document
    return [{ place: JAN_THREAD, raw, json: asObject(value) }]
  })
  for await (const source of readText(name, () => createReadStream(path, 'utf8'))) {
    if ('problem' in source || source.document.form === 'rows') yield source
    else {
      const { document } = source
      const { form } = document
      const lines =
        form === 'lines' ? document.lines : [{ place: 'line 1', raw: document.raw, json: asObject(document.value) }]
      yield { name, document: { form: 'lines', lines: [...before, ...lines] } }
    }
  }
}

function asObject(value: JsonValue): JsonObject | null {
  return isJsonObject(value) ? value : null
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() === true
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(16), position: 0 })
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

async function* readTables(path: string, name: string, session: string | null): AsyncGenerator<ForeignFileSource> {
  const documents: SourceDocument[] = []
  const read = await readDatabase(path, async (query) => {
    const tables = sessionTables(query)
    if (tables === null) return false
    for (const document of tables.read(query, session)) documents.push(document)
    return true
  })
  if (!read.ok) yield { name, problem: read.error.message }
  else if (!read.value) yield { name, problem: 'It is not a database of a known tool.', isOther: true }
  else for (const document of documents) yield { name, document }
}

/** Sessions and exports of other tools on this machine. */
export function createForeignFiles(machine: ToolMachine): ForeignFiles {
  return {
    open: openSource,
    find: () => findFiles(placesOf(machine)),
    count: () => countSessionFiles(placesOf(machine)),
    stage: () => stageSource((path) => openSource(path, null)),
  }
}
