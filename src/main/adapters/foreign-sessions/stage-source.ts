import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { advice } from '../../../shared/advice.ts'
import { byteWords } from '../../../shared/attachment.ts'
import { DONE, errorMessage, ok, refuse, type Result } from '../../../shared/result.ts'
import type { ForeignFileSource, StagedSource } from '../../core/ports/foreign-ports.ts'
import { makeFolder } from '../../make-folder.ts'

/** What a client may send for one import. */
interface SourceLimits {
  readonly files: number
  /** Bytes of all files. */
  readonly bytes: number
}

const LIMITS: SourceLimits = { files: 50_000, bytes: 4_000_000_000 }
/** Most folders within each other, and the longest name, in UTF-16 units. */
const MAX_DEPTH = 32
const MAX_NAME = 200

type OpenSource = (path: string) => Promise<Result<AsyncIterable<ForeignFileSource>>>

/** Makes a new folder for files that a client sends, which only this user can read. */
export async function stageSource(openSource: OpenSource, limits = LIMITS): Promise<Result<StagedSource>> {
  try {
    return ok(new StagedFiles(await mkdtemp(join(tmpdir(), 'ikigai-import-')), openSource, limits))
  } catch (error) {
    return refuse(`There is no place for the files: ${errorMessage(error)}. Free space, or set TMPDIR, and try again.`)
  }
}

class StagedFiles implements StagedSource {
  readonly #folder: string
  readonly #openSource: OpenSource
  readonly #limits: SourceLimits
  /** Where each sent path is stored. */
  readonly #places = new Map<string, string>()
  /** Names on the disk, without upper case: some file systems do not distinguish it. */
  readonly #taken = new Set<string>()
  #last: { readonly path: string; readonly file: FileHandle } | null = null
  #bytes = 0

  constructor(folder: string, openSource: OpenSource, limits: SourceLimits) {
    this.#folder = folder
    this.#openSource = openSource
    this.#limits = limits
  }

  async append(path: string, bytes: Uint8Array): Promise<Result<null>> {
    this.#bytes += bytes.length
    if (this.#bytes > this.#limits.bytes) return refuse(tooMuch(byteWords(this.#limits.bytes)))
    try {
      const file = await this.#fileFor(path)
      if (!file.ok) return file
      await file.value.writeFile(bytes)
      return DONE
    } catch (error) {
      return refuse(`The file could not be stored: ${errorMessage(error)}. Free space, or set TMPDIR, and try again.`)
    }
  }

  async open(): Promise<Result<AsyncIterable<ForeignFileSource>>> {
    await this.#close()
    const [only, ...others] = this.#places.values()
    return this.#openSource(only !== undefined && others.length === 0 ? only : this.#folder)
  }

  async discard(): Promise<void> {
    await this.#close().catch(() => undefined)
    await rm(this.#folder, { recursive: true, force: true }).catch(() => undefined)
  }

  async #fileFor(path: string): Promise<Result<FileHandle>> {
    if (this.#last?.path === path) return ok(this.#last.file)
    if (this.#places.has(path)) return refuse('The files were not sent one after the other. Import them again.')
    if (this.#places.size >= this.#limits.files)
      return refuse(tooMuch(`${this.#limits.files.toLocaleString('en-US')} files`))
    const safe = safePath(path)
    if (safe === null) return refuse(`${JSON.stringify(path)} is no path in a folder. Import the file alone.`)
    const place = join(this.#folder, this.#taken.has(safe.toLowerCase()) ? `${this.#places.size}/${safe}` : safe)
    this.#taken.add(safe.toLowerCase())
    await this.#close()
    makeFolder(dirname(place), { mode: 0o700 })
    const file = await open(place, 'wx', 0o600)
    this.#places.set(path, place)
    this.#last = { path, file }
    return ok(file)
  }

  async #close(): Promise<void> {
    const last = this.#last
    this.#last = null
    await last?.file.close()
  }
}

function tooMuch(limit: string): string {
  return `An import from a window has at most ${limit}. ${advice('import_in_parts')}`
}

/** Names that Windows keeps for devices. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * Returns the path under which a file is stored: with letters that every file system takes, and inside the folder.
 * Null: the path leads out of it, or is too long.
 */
function safePath(path: string): string | null {
  const names = path.split('/')
  const isInside = names.every((name) => name !== '' && name !== '.' && name !== '..' && name.length <= MAX_NAME)
  if (!isInside || names.length > MAX_DEPTH || /[\\\0]/.test(path)) return null
  return names
    .map((name) =>
      name
        .replaceAll(/[^\w.-]/g, '_')
        .replace(/\.$/, '_')
        .replace(DEVICE, '_$1$2'),
    )
    .join('/')
}
