import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { startProcess } from '../../start-process.ts'
import type { BytePath } from './byte-paths.ts'

/** Time limit of a search, ms. */
const TIMEOUT_MS = 10_000
const MAX_OUTPUT = 64 * 1024 ** 2

/** What is searched for. */
interface Wanted {
  /** Names; `*` matches any text, and case is ignored. */
  readonly names: readonly string[]
  /** Numbers of inodes. */
  readonly inodes: readonly bigint[]
  /** How many folders deep; missing: everywhere. */
  readonly maxDepth?: number
  readonly noFolders?: boolean
}

export interface Found {
  /** Files, folders and links that have one of the names or inodes. */
  readonly paths: readonly BytePath[]
  /** Folders that could not be searched. Their owner could make them readable. */
  readonly unreadable: readonly BytePath[]
}

/**
 * Searches folders, everywhere below them, without following links. Names are compared as bytes, so that one that is no
 * text is found like any other. Throws if the search fails.
 */
export async function findEntries(
  folders: readonly string[],
  { names, inodes, maxDepth, noFolders = false }: Wanted,
): Promise<Found> {
  if (folders.length === 0) return { paths: [], unreadable: [] }
  const tests = testsFor({ names, inodes })
  const depth = maxDepth === undefined ? [] : ['-maxdepth', String(maxDepth)]
  const kind = noFolders ? ['!', '-type', 'd'] : []
  const below = ['-mindepth', '1', ...depth]
  const { records: paths, isWhole } = await find(folders, [...below, ...kind, ...tests, '-print0'])
  if (isWhole) return { paths, unreadable: [] }
  const { records: unreadable } = await find(folders, [...below, '-type', 'd', '!', ...SEARCHABLE, '-prune', '-print0'])
  return { paths, unreadable }
}

const SEARCHABLE = ['(', '-readable', '-a', '-executable', ')']

function testsFor({ names, inodes }: Wanted): readonly string[] {
  const anyOf = (tests: readonly (readonly string[])[]): readonly string[] =>
    tests.flatMap((test, index) => [...(index === 0 ? [] : ['-o']), ...test])
  const named = anyOf(names.map((name) => ['-iname', name]))
  // Most files have none of the names, and one comparison is much faster than all of them.
  const first = names.every((name) => name.startsWith('.')) ? ['-name', '.*'] : []
  return ['(', ...anyOf([[...first, '(', ...named, ')'], ...inodes.map((inode) => ['-inum', String(inode)])]), ')']
}

/** A folder as it was before its entries were read. */
export interface FoundFolder {
  readonly path: BytePath
  readonly dev: bigint
  readonly ino: bigint
  readonly ctimeNs: bigint
  /** False: its entries could not be read. Its owner could make it readable. */
  readonly isReadable: boolean
}

/** Searches a folder as `findEntries` does, and lists it and all folders below it, each after the one that contains it. */
export async function findAll(folder: string, wanted: Wanted) {
  const facts = '%D %i %C@ %p\\0'
  const readable = ['(', ...SEARCHABLE, '-printf', `D${facts}`, ')']
  const folders = ['(', '-type', 'd', '(', ...readable, '-o', '-printf', `U${facts}`, ')', ')']
  const { records } = await find([folder], [...folders, ',', ...testsFor(wanted), '-printf', 'P%p\\0'])
  const paths: BytePath[] = []
  const found: FoundFolder[] = []
  for (const record of records) {
    if (record[0] === PATH) paths.push(record.subarray(1))
    else found.push(folderIn(record))
  }
  return { paths, folders: found }
}

const PATH = 'P'.charCodeAt(0)

function folderIn(record: Buffer): FoundFolder {
  const [kind = '', inode = '', time = ''] = record.toString('latin1').split(' ', 3)
  const [seconds = '', fraction = ''] = time.split('.')
  return {
    path: record.subarray(`${kind} ${inode} ${time} `.length),
    dev: BigInt(kind.slice(1)),
    ino: BigInt(inode),
    ctimeNs: BigInt(seconds + fraction.slice(0, 9).padEnd(9, '0')),
    isReadable: kind.startsWith('D'),
  }
}

/** `isWhole`: false if something could not be searched, or is gone by now. */
async function find(folders: readonly string[], expression: readonly string[]) {
  const args = ['-P', ...folders, ...expression]
  const started = await startProcess('/usr/bin/find', args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    reaches: 'nothing',
    timeout: TIMEOUT_MS,
    env: { LC_ALL: 'C' },
  })
  if (!started.ok) throw new Error(`find could not be started: ${started.error.message}`)
  const child = started.value
  child.stdin.end()
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([outputOf(child.stdout), text(child.stderr), ended])
  // find exits with 1 for a folder that it may not read, and for one that is gone.
  if (code !== 0 && code !== 1) throw new Error(`find ended with ${code ?? 'a signal'}: ${stderr.slice(0, 2_000)}`)
  return { records: split(stdout), isWhole: code === 0 }
}

/** Throws if it is too long. */
async function outputOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue
    size += chunk.length
    if (size > MAX_OUTPUT) throw new Error('find printed too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function split(output: Buffer): readonly BytePath[] {
  const found: BytePath[] = []
  for (let from = 0, to = output.indexOf(0); to !== -1; from = to + 1, to = output.indexOf(0, from))
    found.push(output.subarray(from, to))
  return found
}
