import { dirname, join, relative, resolve } from 'node:path'

import type { InstructionFile } from '../../core/ports/project-ports.ts'
import { findImports } from './find-imports.ts'
import { type ProjectFile, readProjectFile } from './read-project-file.ts'

const INSTRUCTION_NAMES = ['AGENTS.override.md', 'AGENTS.md', 'AGENT.md', 'CLAUDE.md', 'GEMINI.md'] as const
const LOCAL_NAME = 'AGENTS.local.md'

/** Bytes of all files of a project; the user's files have as much. */
const MAX_BYTES = 32_768
/** Levels of imports. */
const MAX_DEPTH = 5
/** Most files that are read, imports included. */
const MAX_FILES = 100

/** The folders from the project down to the agent's folder. */
export function foldersBetween(project: string, folder: string): readonly string[] {
  const below = relative(project, folder)
  if (below === '' || below.startsWith('..')) return [project]
  const names = below.split(/[/\\]/u)
  return [project, ...names.map((_, index) => join(project, ...names.slice(0, index + 1)))]
}

/** Paths of the files of one folder. */
export interface InstructionPaths {
  /** The first that exists is read. */
  readonly anyOf: readonly string[]
  /** Read in addition. */
  readonly also: readonly string[]
}

/** Where the instruction files of a folder can be. */
export function filesIn(folder: string): InstructionPaths {
  return { anyOf: INSTRUCTION_NAMES.map((name) => join(folder, name)), also: [join(folder, LOCAL_NAME)] }
}

/** Reads the files of each folder, nearest last, with their imports. */
export async function readInstructions(
  root: string,
  folders: readonly InstructionPaths[],
  origin: InstructionFile['origin'],
): Promise<readonly InstructionFile[]> {
  const reading: Reading = { root, origin, seen: new Set(), files: 0 }
  // The nearest folder first, so that its files are whole.
  const read: InstructionFile[][] = []
  for (const folder of folders.toReversed()) read.push(await readFolder(folder, reading))
  let left = MAX_BYTES
  const cut = read.map((files) =>
    files.map((file) => {
      const shown = cutText(file.text, left)
      left -= shown.bytes
      return { ...file, text: shown.text, cutBytes: shown.cutBytes }
    }),
  )
  return cut.toReversed().flat()
}

interface Reading {
  readonly root: string
  readonly origin: InstructionFile['origin']
  /** Real paths and hashes of what was read. */
  readonly seen: Set<string>
  files: number
}

async function readFolder({ anyOf, also }: InstructionPaths, reading: Reading): Promise<InstructionFile[]> {
  const files: InstructionFile[] = []
  for (const path of anyOf) {
    const read = await readProjectFile(reading.root, path)
    if (!read.ok && read.isMissing) continue
    if (read.ok) files.push(...(await withImports(read, null, 0, reading)))
    break
  }
  for (const path of also) {
    const read = await readProjectFile(reading.root, path)
    if (read.ok) files.push(...(await withImports(read, null, 0, reading)))
  }
  return files
}

async function withImports(
  file: ProjectFile,
  importedBy: string | null,
  depth: number,
  reading: Reading,
): Promise<InstructionFile[]> {
  const { seen, root, origin } = reading
  if (isKnown(file, seen) || reading.files >= MAX_FILES) return []
  seen.add(file.path).add(file.sha256)
  reading.files++
  const notes: string[] = []
  const imported: InstructionFile[] = []
  for (const name of findImports(file.text)) {
    const read = await readProjectFile(root, resolve(dirname(file.path), name))
    if (!read.ok) notes.push(`@${name} ${read.problem}`)
    else if (depth >= MAX_DEPTH && !isKnown(read, seen))
      notes.push(`@${name} is nested deeper than ${MAX_DEPTH} levels`)
    else imported.push(...(await withImports(read, file.path, depth + 1, reading)))
  }
  const { path, text, sha256, bytes } = file
  return [{ path, origin, text, sha256, bytes, cutBytes: 0, importedBy, notes }, ...imported]
}

function isKnown({ path, sha256 }: ProjectFile, seen: ReadonlySet<string>): boolean {
  return seen.has(path) || seen.has(sha256)
}

const encoder = new TextEncoder()

interface CutText {
  readonly text: string
  /** Size of `text`. */
  readonly bytes: number
  /** Size of what is missing at the end. */
  readonly cutBytes: number
}

/** Returns as many whole lines as fit into `maxBytes`. */
function cutText(text: string, maxBytes: number): CutText {
  const total = encoder.encode(text).length
  if (total <= maxBytes) return { text, bytes: total, cutBytes: 0 }
  let kept = ''
  let bytes = 0
  for (const line of text.split(/(?<=\n)/u)) {
    const size = encoder.encode(line).length
    if (bytes + size > maxBytes) break
    kept += line
    bytes += size
  }
  return { text: kept, bytes, cutBytes: total - bytes }
}
