import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import type { AgentCommand } from '../../../../shared/agent-summary.ts'
import { errorMessage, ok, refuse, type Result } from '../../../../shared/result.ts'
import { processMark } from '../../running-process.ts'
import { tryToMakeFolder } from '../../../make-folder.ts'
import type { BackgroundCommands } from './background-commands.ts'

const fileSchema = z.object({
  /** What `processMark` said of the process that wrote the file. */
  mark: z.string(),
  commands: z.array(
    z.object({
      agentId: z.string(),
      id: z.string(),
      command: z.string(),
      startedAt: z.number(),
      ports: z.array(z.number()).optional(),
    }),
  ),
})

/**
 * The background commands of all processes that use a data directory. Each process keeps its own in a file named after its
 * id, because they live in its memory alone, and `ikigai background` is another process.
 */
export class CommandList {
  readonly #folder: string
  readonly #own: Pick<BackgroundCommands, 'all'>
  #isWritten = false

  /** `folder`: made when it is needed. What changes in `own` from now on is written. */
  constructor(folder: string, own: BackgroundCommands) {
    this.#folder = folder
    this.#own = own
    own.onChange(() => this.#write())
  }

  /** Returns those of all processes, oldest first. */
  async read(): Promise<Result<readonly AgentCommand[]>> {
    try {
      const files = (await readdir(this.#folder).catch(ifMissing)).filter((name) => NAME.test(name))
      const others = files.filter((name) => name !== fileName(process.pid))
      const found = await Promise.all(others.map((name) => this.#commandsIn(name)))
      return ok([...found.flat(), ...this.#own.all()].toSorted((a, b) => a.startedAt - b.startedAt))
    } catch (error) {
      return refuse(`The background commands could not be listed: ${errorMessage(error)}`)
    }
  }

  /** None if the process has ended, which may have left its file when it was killed. */
  async #commandsIn(name: string): Promise<readonly AgentCommand[]> {
    const text = await readFile(join(this.#folder, name), 'utf8').catch(() => '')
    const file = fileSchema.safeParse(parsed(text))
    if (file.success && processMark(Number(name.split('.')[0])) === file.data.mark) {
      return file.data.commands.map(({ ports, ...command }) => ({ ...command, ...(ports && { ports }) }))
    }
    if (file.success) rmSync(join(this.#folder, name), { force: true })
    return []
  }

  /** Waits for the disk: at the end of this process nothing could be waited for. A list that cannot be written is not shown. */
  #write(): void {
    const commands = this.#own.all()
    if (commands.length === 0 && !this.#isWritten) return
    const path = join(this.#folder, fileName(process.pid))
    const [made, written] = [`${path}.new`, JSON.stringify({ mark: processMark(process.pid), commands })]
    try {
      this.#isWritten = commands.length > 0
      if (commands.length === 0) return rmSync(path, { force: true })
      tryToMakeFolder(this.#folder, { mode: 0o700 })
      writeFileSync(made, written, { mode: 0o600 })
      renameSync(made, path)
    } catch {
      // A full disk must not end the command. The next change writes it again.
    }
  }
}

const NAME = /^\d+\.json$/
const fileName = (pid: number): string => `${pid}.json`

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function ifMissing(error: unknown): readonly string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}
