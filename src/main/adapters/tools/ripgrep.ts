import { createRequire } from 'node:module'
import { join, sep } from 'node:path'

import { type CollectedOutput, OutputCollector } from './output-collector.ts'
import { type ProcessEnd, runProcess } from './run-process.ts'
import { pathProblem } from './system-error.ts'
import type { ToolContext } from './tool-context.ts'
import { isSameFile, movedMessage, unmovedIdentity } from './unmoved-path.ts'

export interface RipgrepRun {
  /** The file or folder to search, resolved. It must not be replaced during the search. */
  readonly root: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly signal: AbortSignal
  /** Name of the file for a long output. */
  readonly name: string
  /** Returns which lines of the output to keep; undefined: all. Null if it took too long, which ends the search. */
  readonly keep?: (lines: readonly string[]) => Promise<readonly string[] | null>
}

interface RipgrepResult {
  readonly end: ProcessEnd
  readonly output: CollectedOutput
  readonly problems: string
}

const TIMEOUT_MS = 60_000
const MAX_PROBLEMS = 4_000
const PATTERN_TOO_SLOW = 'The pattern takes too long to match. Use a simpler one, with fewer wildcards.'
/** ripgrep is one process with several threads. */
const MAX_PROCESSES = 8

/** Runs the bundled ripgrep without the user's configuration, colours and links. */
async function runRipgrep(run: RipgrepRun, context: ToolContext): Promise<RipgrepResult> {
  const { args, cwd, signal, name, keep } = run
  const collector = new OutputCollector(name, context)
  const lines = keep === undefined ? null : new LineFilter(keep)
  let problems = ''
  const end = await runProcess({
    command: ripgrepPath(),
    args: ['--no-config', '--color=never', ...args],
    cwd,
    env: context.environment,
    timeoutMs: TIMEOUT_MS,
    signal,
    maxProcesses: MAX_PROCESSES,
    onStdout: async (chunk) => {
      const kept = lines === null ? chunk : await lines.kept(chunk)
      if (kept !== null) await collector.write(kept)
      else problems = PATTERN_TOO_SLOW
      return kept !== null
    },
    onStderr: (chunk) => {
      if (problems.length < MAX_PROBLEMS) problems += chunk.toString('utf8')
      return Promise.resolve(true)
    },
  })
  return { end, output: await collector.finish(), problems: problems.slice(0, MAX_PROBLEMS).trim() }
}

/**
 * Runs a search in a path that was checked before: the result is valid only if the path led to the same file or folder
 * before and after.
 */
export async function searchUnmoved(
  run: RipgrepRun,
  context: ToolContext,
): Promise<{ readonly ok: true; readonly output: CollectedOutput } | { readonly ok: false; readonly message: string }> {
  try {
    const before = await unmovedIdentity(run.root)
    if (before === null) return { ok: false, message: movedMessage(run.root) }
    const result = await runRipgrep(run, context)
    const after = await unmovedIdentity(run.root)
    if (after === null || !isSameFile(before, after)) return { ok: false, message: movedMessage(run.root) }
    const problem = ripgrepProblem(result)
    return problem === null ? { ok: true, output: result.output } : { ok: false, message: problem }
  } catch (error) {
    return { ok: false, message: pathProblem(run.root, error) }
  }
}

/** Returns why there is no result; null: there is one, possibly empty (ripgrep exits with 1 if nothing matched). */
function ripgrepProblem({ end, problems }: RipgrepResult): string | null {
  if (end.type === 'exited') return end.code <= 1 ? null : problems.replaceAll(/^rg: /gm, '')
  if (end.type === 'failed') return `The search could not be started: ${end.message}`
  if (end.type === 'stopped' && end.reason === 'timeout') {
    return `The search took longer than ${TIMEOUT_MS / 1_000} s. Search in a smaller folder, or for fewer files.`
  }
  return problems === PATTERN_TOO_SLOW ? problems : 'The search was ended before it was done.'
}

/** Passes on complete lines; ripgrep terminates every line. */
class LineFilter {
  readonly #keep: (lines: readonly string[]) => Promise<readonly string[] | null>
  readonly #decoder = new TextDecoder()
  #begun = ''

  constructor(keep: (lines: readonly string[]) => Promise<readonly string[] | null>) {
    this.#keep = keep
  }

  /** Null: it took too long. */
  async kept(chunk: Buffer): Promise<Buffer | null> {
    const lines = (this.#begun + this.#decoder.decode(chunk, { stream: true })).split('\n')
    this.#begun = lines.pop() ?? ''
    const kept = await this.#keep(lines)
    return kept === null ? null : Buffer.from(kept.map((line) => `${line}\n`).join(''))
  }
}

/** The binary is beside the package's own files; in a packaged app it lies outside the archive. */
export function ripgrepPath(): string {
  const require = createRequire(import.meta.url)
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg'
  const path = require.resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${name}`)
  return path.replace(`app.asar${sep}`, join('app.asar.unpacked', sep))
}
