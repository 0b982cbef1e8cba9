import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import type { ShownCode } from '../../../shared/confirmation.ts'
import { makeFolder } from '../../make-folder.ts'

const storedSchema: z.ZodType<ShownCode> = z.object({ code: z.string(), description: z.string(), until: z.number() })

const FILE = /^[\da-f]{12}[.]json$/

/**
 * The codes that windows wait for, one file each (0600) beside the secret of the sessions: a command of the same user
 * shows them where nobody sees the terminal of the engine. They are as short-lived as the codes.
 */
export class OpenCodes {
  readonly #directory: string
  readonly #now: () => number

  /** `directory`: the data directory. */
  constructor(directory: string, now: () => number = Date.now) {
    this.#directory = join(directory, 'web-codes')
    this.#now = now
  }

  /** Returns how to remove the code again. */
  async add(code: ShownCode): Promise<() => Promise<void>> {
    makeFolder(this.#directory, { mode: 0o700 })
    const path = join(this.#directory, `${randomBytes(6).toString('hex')}.json`)
    // Renamed when it is complete, because another process may be listing the files.
    await writeFile(`${path}.new`, JSON.stringify(code), { mode: 0o600, flag: 'wx' })
    await rename(`${path}.new`, path)
    return () => rm(path, { force: true })
  }

  /** Returns the codes that are still good, the one that ends last first, and removes the others. */
  async list(): Promise<readonly ShownCode[]> {
    const names = await readdir(this.#directory).catch(() => [])
    const codes = await Promise.all(names.filter((name) => FILE.test(name)).map((name) => this.#read(name)))
    return codes.flatMap((code) => code ?? []).toSorted((first, second) => second.until - first.until)
  }

  /** Removes all: no window waits any more. */
  clear(): Promise<void> {
    return rm(this.#directory, { recursive: true, force: true })
  }

  async #read(name: string): Promise<ShownCode | null> {
    const path = join(this.#directory, name)
    const code = await readFile(path, 'utf8').then(parsedCode, () => null)
    if (code !== null && code.until > this.#now()) return code
    await rm(path, { force: true })
    return null
  }
}

function parsedCode(text: string): ShownCode | null {
  try {
    return storedSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
