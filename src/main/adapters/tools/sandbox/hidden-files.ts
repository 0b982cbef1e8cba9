import { appendFileSync, type BigIntStats, lstatSync, readFileSync, statSync } from 'node:fs'

import { z } from 'zod'

import { CONFINED_NAMES, isNamed } from '../protected-paths.ts'
import { type BytePath, keyOf } from './byte-paths.ts'

/** What stays the same when a file is moved or renamed. A number of an inode is given again after its file is gone. */
interface FileIdentity {
  readonly dev: bigint
  readonly ino: bigint
  /** Its creation, ns since the epoch; 0n: the file system does not say. */
  readonly bornNs: bigint
}

interface Remembered extends FileIdentity {
  /** Where it was last. */
  readonly path: BytePath
}

/** Most files that are searched for by their inodes; the oldest are forgotten first. */
const MAX_LOST = 2_000

const ROW = z.strictObject({ dev: z.string(), ino: z.string(), born: z.string(), path: z.string() })

/**
 * The files and folders that were hidden once from confined programs on this machine. They stay hidden under any name,
 * so that neither a program that moves one nor another link to it makes it readable.
 */
export class HiddenFiles {
  readonly #file: string | null
  readonly #byIdentity = new Map<string, Remembered>()
  #readBytes = 0

  /** @param file Where they are kept, one per line; null: in this process only. */
  constructor(file: string | null) {
    this.#file = file
  }

  /** Returns the inodes of those that may lie elsewhere now: not where they were last, or there under several names. */
  lostInodes(): readonly bigint[] {
    this.#read()
    const lost = [...this.#byIdentity.values()].filter((one) => {
      const found = statusAt(one.path)
      return (
        found === null || identityKey(identityOf(found)) !== identityKey(one) || (found.isFile() && found.nlink > 1n)
      )
    })
    return [...new Set(lost.slice(-MAX_LOST).map(({ ino }) => ino))]
  }

  has(found: BigIntStats): boolean {
    this.#read()
    return this.#byIdentity.has(identityKey(identityOf(found)))
  }

  /** Throws if the file cannot be written: what is not remembered could be moved and read. */
  add(path: BytePath, found: BigIntStats): void {
    const identity = identityOf(found)
    const key = identityKey(identity)
    if (this.#byIdentity.get(key)?.path.equals(path) === true) return
    this.#byIdentity.delete(key)
    this.#byIdentity.set(key, { ...identity, path: Buffer.from(path) })
    if (this.#file === null) return
    const { dev, ino, bornNs } = identity
    const row = { dev: String(dev), ino: String(ino), born: String(bornNs), path: keyOf(path) }
    appendFileSync(this.#file, `${JSON.stringify(row)}\n`, { mode: 0o600 })
  }

  /** Reads what another ikigai on this machine has added. */
  #read(): void {
    if (this.#file === null) return
    const size = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0
    if (size === this.#readBytes) return
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) {
      const row = rowOf(line)
      if (row === null) continue
      this.#byIdentity.delete(identityKey(row))
      this.#byIdentity.set(identityKey(row), row)
    }
    this.#readBytes = size
  }
}

/** Null: the line was not written whole. */
function rowOf(line: string): Remembered | null {
  try {
    const { dev, ino, born, path } = ROW.parse(JSON.parse(line))
    return { dev: BigInt(dev), ino: BigInt(ino), bornNs: BigInt(born), path: Buffer.from(path, 'latin1') }
  } catch {
    return null
  }
}

function identityOf({ dev, ino, birthtimeNs }: BigIntStats): FileIdentity {
  return { dev, ino, bornNs: birthtimeNs }
}

/** Numbers of devices change with a restart, so that the creation is compared where it is known. */
function identityKey({ dev, ino, bornNs }: FileIdentity): string {
  return bornNs > 0n ? `${ino}@${bornNs}` : `${dev}:${ino}`
}

/**
 * Whether commands inside the sandbox cannot read a file or folder: by a name on its path, or because it, or a folder above
 * it, was hidden once.
 */
export function isHiddenInside(path: string, hiddenFiles: HiddenFiles): boolean {
  const names = path.split('/')
  if (names.some((name) => isNamed(name, CONFINED_NAMES.hidden))) return true
  return names.some((name, index) => {
    const found = name === '' ? null : statusAt(Buffer.from(names.slice(0, index + 1).join('/')))
    return found !== null && hiddenFiles.has(found)
  })
}

/** Null: there is nothing, or it cannot be reached. */
export function statusAt(path: BytePath): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true })
  } catch {
    return null
  }
}
