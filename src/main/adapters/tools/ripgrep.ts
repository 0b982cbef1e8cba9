import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, sep } from 'node:path'

import { nearPaths, specialKind } from './file-kind.ts'
import { type CollectedOutput, OutputCollector } from './output-collector.ts'
import { type ProcessEnd, runProcess } from './run-process.ts'
import { isSystemError, pathProblem } from './system-error.ts'
import type { ToolContext } from './tool-context.ts'
import { watchForPipes } from '../waiting-pipes.ts'
import { isSameFile, movedMessage, unmovedIdentity } from './unmoved-path.ts'

export interface RipgrepRun {
  /** The file or folder to search, resolved. It must not be replaced during the search. */
  readonly root: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly signal: AbortSignal
  /** Name of the file for a long output. */
  readonly name: string
  /** The agent's folder, in which similar names are looked for if `root` does not exist. */
  readonly folder: string
  /**
   * For lists of files with `--null`: returns which of them to keep; undefined: the output is kept as it is. Null if it
   * took too long, which ends the search.
   */
  readonly keep?: (paths: readonly string[]) => Promise<readonly string[] | null>
}

interface RipgrepResult {
  readonly end: ProcessEnd
  readonly output: CollectedOutput
  readonly problems: string
  /** Which pipe ripgrep waited for, as a sentence; null: none. */
  readonly pipe: string | null
}

const TIMEOUT_MS = 60_000
const MAX_PROBLEMS = 4_000
const PATTERN_TOO_SLOW = 'The pattern takes too long to match. Use a simpler one, with fewer wildcards.'
/** ripgrep is one process with several threads. */
const MAX_PROCESSES = 8

/** Runs the bundled ripgrep without the user's configuration, colours and links. */
async function runRipgrep(run: RipgrepRun, context: ToolContext): Promise<RipgrepResult> {
  const { root, args, cwd, signal, name, keep } = run
  const pipes = watchForPipes(root)
  const collector = new OutputCollector(name, context)
  const paths = keep === undefined ? null : new PathFilter(keep)
  let problems = ''
  const end = await runProcess({
    reaches: 'nothing',
    command: ripgrepPath(),
    args: ['--no-config', '--color=never', ...args],
    cwd,
    env: context.environment,
    timeoutMs: TIMEOUT_MS,
    signal: AbortSignal.any([signal, pipes.signal]),
    maxProcesses: MAX_PROCESSES,
    onStdout: async (chunk) => {
      const kept = paths === null ? chunk : await paths.kept(chunk)
      if (kept !== null) await collector.write(kept)
      else problems = PATTERN_TOO_SLOW
      return kept !== null
    },
    onStderr: (chunk) => {
      if (problems.length < MAX_PROBLEMS) problems += chunk.toString('utf8')
      return Promise.resolve(true)
    },
  })
  pipes.end()
  // A line that is not complete cannot be told from another problem.
  const lines = problems.length < MAX_PROBLEMS ? problems : problems.slice(0, problems.lastIndexOf('\n') + 1)
  return { end, output: await collector.finish(), problems: lines.trim(), pipe: pipes.problem() }
}

/**
 * `unread`: a note for the model on files and folders that could not be read; null: all could be. The rest of the
 * search is valid.
 */
type SearchResult =
  | { readonly ok: true; readonly output: CollectedOutput; readonly unread: string | null }
  | { readonly ok: false; readonly message: string }

/**
 * Runs a search in a path that was checked before: the result is valid only if the path led to the same file or folder
 * before and after. A pipe or a device is refused, because reading it may never end.
 */
export async function searchUnmoved(run: RipgrepRun, context: ToolContext): Promise<SearchResult> {
  try {
    const before = await unmovedIdentity(run.root)
    if (before === null) return { ok: false, message: movedMessage(run.root) }
    const kind = specialKind(await stat(run.root))
    if (kind !== null && kind !== 'a folder')
      return { ok: false, message: `${run.root} is ${kind}; it is not searched.` }
    const result = await runRipgrep(run, context)
    const after = await unmovedIdentity(run.root)
    if (after === null || !isSameFile(before, after)) return { ok: false, message: movedMessage(run.root) }
    const problem = ripgrepProblem(result)
    return problem === null
      ? { ok: true, output: result.output, unread: unreadNote(result) }
      : { ok: false, message: problem }
  } catch (error) {
    const isMissing = isSystemError(error) && error.code === 'ENOENT'
    const near = isMissing ? await nearPaths(run.root, run.folder) : ''
    return { ok: false, message: pathProblem(run.root, error) + near }
  }
}

/** The lines in which ripgrep names a file or folder that the system did not let it read. It goes on with the others. */
const UNREAD = /^rg: (?<place>.*) \(os error \d+\)$/

/** Returns why there is no result; null: there is one, possibly empty (ripgrep exits with 1 if nothing matched). */
function ripgrepProblem({ end, problems, pipe }: RipgrepResult): string | null {
  if (end.type === 'exited' && (end.code <= 1 || problems.split('\n').every((line) => UNREAD.test(line)))) return null
  if (end.type === 'exited') return problems.replaceAll(/^rg: /gm, '')
  if (end.type === 'failed') return `The search could not be started: ${end.message}`
  if (end.type === 'unread') return `The output of the search could not be kept: ${end.message}`
  if (end.type === 'stopped' && end.reason === 'timeout') {
    return `The search took longer than ${TIMEOUT_MS / 1_000} s. Search in a smaller folder, or for fewer files.`
  }
  if (pipe !== null) return pipe
  return problems === PATTERN_TOO_SLOW ? problems : 'The search was ended before it was done.'
}

/** Most places named in the note. */
const MAX_UNREAD = 5

function unreadNote({ problems }: RipgrepResult): string | null {
  const places = problems.split('\n').flatMap((line) => UNREAD.exec(line)?.groups?.['place'] ?? [])
  if (places.length === 0) return null
  const others = places.length > MAX_UNREAD ? ` and ${places.length - MAX_UNREAD} more` : ''
  return `[Could not be read: ${places.slice(0, MAX_UNREAD).join(', ')}${others}]`
}

/** A name with line ends or other controls is shown as JSON, so that it stays one line and can be used in a call. */
function shownPath(path: string): string {
  // oxlint-disable-next-line no-control-regex -- controls are what is looked for
  return /[\u0000-\u001f\u007f]/.test(path) ? JSON.stringify(path) : path
}

/** Passes on complete paths, one a line; ripgrep terminates each with NUL. */
class PathFilter {
  readonly #keep: (paths: readonly string[]) => Promise<readonly string[] | null>
  readonly #decoder = new TextDecoder()
  #begun = ''

  constructor(keep: (paths: readonly string[]) => Promise<readonly string[] | null>) {
    this.#keep = keep
  }

  /** Null: it took too long. */
  async kept(chunk: Buffer): Promise<Buffer | null> {
    const paths = (this.#begun + this.#decoder.decode(chunk, { stream: true })).split('\0')
    this.#begun = paths.pop() ?? ''
    const kept = await this.#keep(paths)
    return kept === null ? null : Buffer.from(kept.map((path) => `${shownPath(path)}\n`).join(''))
  }
}

/** The binary is beside the package's own files; in a packaged app it lies outside the archive. */
export function ripgrepPath(): string {
  const require = createRequire(import.meta.url)
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg'
  const path = require.resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${name}`)
  return path.replace(`app.asar${sep}`, join('app.asar.unpacked', sep))
}
