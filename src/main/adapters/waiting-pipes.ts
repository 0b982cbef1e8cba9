import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Files that git and ripgrep read by themselves in the folders they visit. */
const READ_UNASKED: ReadonlySet<string> = new Set([
  '.gitattributes',
  '.gitignore',
  '.gitmodules',
  '.ignore',
  '.rgignore',
])
/** A program that has ended by then waits for nothing, ms. */
const WAIT_MS = 1_000
/** Most folders that are looked at. */
const MAX_FOLDERS = 20_000

/** A program that visits a folder, and whether it may be waiting for a pipe in there. */
export interface PipeWatch {
  /** Aborts when a pipe is found. */
  readonly signal: AbortSignal
  /** Returns a sentence about the pipe that was found; null: none was. */
  problem(): string | null
  /** The program has ended. */
  end(): void
}

/**
 * Looks for a named pipe that git or ripgrep would read in a folder, below it or above it, if the program is still
 * running after a second: it would wait for a writer, for as long as it may run.
 */
export function watchForPipes(folder: string): PipeWatch {
  const found = new AbortController()
  const ended = new AbortController()
  let pipe: string | null = null
  const look = async (): Promise<void> => {
    pipe = await findPipe(folder, ended.signal)
    if (pipe !== null) found.abort()
  }
  const timer = setTimeout(() => void look(), WAIT_MS)
  return {
    signal: found.signal,
    problem: () =>
      pipe === null ? null : `${pipe} is a named pipe, which would be waited for. Remove it or rename it.`,
    end() {
      clearTimeout(timer)
      ended.abort()
    },
  }
}

async function findPipe(folder: string, ended: AbortSignal): Promise<string | null> {
  for (let above = dirname(folder), below = folder; above !== below; below = above, above = dirname(above)) {
    const { pipe } = await lookAt(above)
    if (pipe !== null) return pipe
  }
  const folders = [folder]
  for (const each of folders) {
    if (ended.aborted) return null
    const { pipe, inside } = await lookAt(each)
    if (pipe !== null) return pipe
    folders.push(...inside.slice(0, MAX_FOLDERS - folders.length))
  }
  return null
}

interface SeenFolder {
  readonly pipe: string | null
  readonly inside: readonly string[]
}

/** A folder that cannot be read has nothing. */
async function lookAt(folder: string): Promise<SeenFolder> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const pipe = entries.find((entry) => entry.isFIFO() && READ_UNASKED.has(entry.name))
  const inside = entries.filter((entry) => entry.isDirectory())
  return {
    pipe: pipe === undefined ? null : join(folder, pipe.name),
    inside: inside.map(({ name }) => join(folder, name)),
  }
}
