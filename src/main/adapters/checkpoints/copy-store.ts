import { createHash } from 'node:crypto'
import { lstat, readFile, rename, writeFile } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'

import { diffLines } from 'diff'
import { z } from 'zod'

import type { FileDifference, FileVersion } from '../../core/ports/checkpoint-ports.ts'
import type { SkippedFile } from '../../../shared/file-changes.ts'
import { errorMessage, ok, refuse, type Result } from '../../../shared/result.ts'
import { replaceFile } from '../replace-file.ts'
import { readFileNow } from './file-version.ts'
import { copyHash } from './replace-files.ts'
import { isSafePath } from './safe-path.ts'
import { makeFolder } from '../../make-folder.ts'

const stateSchema = z.record(
  z.string(),
  z.object({ mode: z.enum(['file', 'executable', 'link']), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
)
/** Files by path. */
type State = Readonly<Record<string, FileVersion>>

/** States of those files of a folder that file tools have written, as copies. The calls of `save` must not overlap. */
export class CopyStore {
  readonly #folder: string
  readonly #directory: string
  readonly #maxFileBytes: () => number

  /** `directory`: where contents and states are stored. */
  constructor(folder: string, directory: string, maxFileBytes: () => number) {
    this.#folder = folder
    this.#directory = directory
    this.#maxFileBytes = maxFileBytes
  }

  /** Saves the files that were saved before, and the touched ones. */
  async save(
    touched: readonly string[],
  ): Promise<Result<{ readonly id: string; readonly skipped: readonly SkippedFile[] }>> {
    try {
      const known = await this.#savedNames()
      const paths = [...new Set([...known, ...touched.flatMap((path) => this.#inFolder(path))])].toSorted()
      const state: Record<string, FileVersion> = {}
      const skipped: SkippedFile[] = []
      for (const path of paths) {
        const version = await this.#keep(path)
        if (version === 'skipped') skipped.push({ path, reason: 'large' })
        else if (version !== null) state[path] = version
      }
      const text = JSON.stringify(state)
      const id = createHash('sha256').update(text).digest('hex')
      await this.#store(id, Buffer.from(text))
      if (paths.length !== known.length) await replaceFile(this.#namesPath(), JSON.stringify(paths))
      return ok({ id, skipped })
    } catch (error) {
      return refuse(`The files could not be copied: ${errorMessage(error)}`)
    }
  }

  async difference(before: string, after: string): Promise<Result<readonly FileDifference[]>> {
    try {
      const [from, to] = [await this.#state(before), await this.#state(after)]
      const paths = [...new Set([...Object.keys(from), ...Object.keys(to)])].toSorted()
      const differences: FileDifference[] = []
      for (const path of paths) {
        const [old = null, now = null] = [from[path], to[path]]
        if (old?.hash === now?.hash && old?.mode === now?.mode) continue
        differences.push({ path, before: old, after: now, ...(await this.#lines(old, now)) })
      }
      return ok(differences)
    } catch {
      return refuse('The contents of these files are not stored here.')
    }
  }

  async read(versions: readonly FileVersion[]): Promise<Result<readonly Uint8Array[]>> {
    try {
      return ok(await Promise.all(versions.map(({ hash }) => readFile(this.#path(hash)))))
    } catch {
      return refuse('The content of a file is not stored here.')
    }
  }

  async #lines(old: FileVersion | null, now: FileVersion | null) {
    const [before, after] = [await this.#text(old), await this.#text(now)]
    if (before === null || after === null) return { added: null, removed: null }
    const parts = diffLines(before, after)
    const count = (which: 'added' | 'removed'): number =>
      parts.reduce((sum, part) => (part[which] ? sum + part.count : sum), 0)
    return { added: count('added'), removed: count('removed') }
  }

  /** Null: binary. */
  async #text(version: FileVersion | null): Promise<string | null> {
    const content = version === null ? Buffer.alloc(0) : await readFile(this.#path(version.hash))
    return content.includes(0) ? null : content.toString()
  }

  #inFolder(path: string): readonly string[] {
    const way = relative(this.#folder, path)
    const shown = way.split(sep).join('/')
    return isAbsolute(way) || !isSafePath(shown) ? [] : [shown]
  }

  async #keep(path: string): Promise<FileVersion | 'skipped' | null> {
    const found = await lstat(join(this.#folder, path)).catch(() => null)
    if (found?.isFile() === true && found.size > this.#maxFileBytes()) return 'skipped'
    const file = await readFileNow(join(this.#folder, path))
    if (file === null) return null
    const hash = copyHash(file.content)
    await this.#store(hash, file.content)
    return { mode: file.mode, hash }
  }

  async #store(hash: string, content: Uint8Array): Promise<void> {
    const path = this.#path(hash)
    if ((await lstat(path).catch(() => null)) !== null) return
    makeFolder(join(this.#directory, hash.slice(0, 2)), { mode: 0o700 })
    const temporary = `${path}.${process.pid}.tmp`
    await writeFile(temporary, content, { mode: 0o600 })
    await rename(temporary, path)
  }

  async #state(id: string): Promise<State> {
    return stateSchema.parse(JSON.parse(await readFile(this.#path(id), 'utf8')))
  }

  async #savedNames(): Promise<readonly string[]> {
    const text = await readFile(this.#namesPath(), 'utf8').catch(() => '[]')
    const parsed = z.array(z.string()).safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.filter((path) => isSafePath(path)) : []
  }

  #namesPath(): string {
    return join(this.#directory, `names-${createHash('sha256').update(this.#folder).digest('hex').slice(0, 32)}`)
  }

  #path(hash: string): string {
    return join(this.#directory, hash.slice(0, 2), /^[0-9a-f]+$/.test(hash) ? hash : 'none')
  }
}
