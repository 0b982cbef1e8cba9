import type { z } from 'zod'

import type { PullRequest, RequestCheck } from '../../../shared/publishing.ts'
import { withoutAddressSecrets } from '../../../shared/remote-address.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { CodeHosts, RequestPlace } from '../../core/ports/publishing-ports.ts'
import { startProcess } from '../start-process.ts'
import { withPublishingAdvice } from './publishing-advice.ts'

type RunProgram = (run: HostProgramRun) => Promise<Result<string>>

/** A check, and what its log is asked for with; null: there is none. */
interface CheckWithJob extends RequestCheck {
  readonly job: string | null
}

/** How one program opens pull requests and reads checks. */
export interface HostProgram {
  readonly program: string
  /** Arguments with which it ends with 0 if the user has an account at a host. */
  signedIn(host: string): readonly string[]
  find(run: RunProgram, place: RequestPlace): Promise<Result<PullRequest | null>>
  /** Returns the repository, as `OWNER/NAME`, of which that of the place is a fork; null: it is none, or that is not known. */
  parentOf(run: RunProgram, place: RequestPlace): Promise<string | null>
  /** A command line with which the user opens a request from the fork of the place. */
  forkCommand(place: RequestPlace, parent: string, base: string): string
  open(run: RunProgram, place: RequestPlace, request: Parameters<CodeHosts['open']>[1]): Promise<Result<null>>
  checks(run: RunProgram, place: RequestPlace, request: PullRequest): Promise<Result<readonly CheckWithJob[]>>
  log(run: RunProgram, place: RequestPlace, job: string): Promise<Result<string>>
}

/** Reads the JSON that a program wrote. */
export function parsedOutput<Schema extends z.ZodType>(
  output: Result<string>,
  schema: Schema,
  program: string,
): Result<z.infer<Schema>> {
  if (!output.ok) return output
  try {
    const parsed = schema.safeParse(JSON.parse(output.value))
    if (parsed.success) return ok(parsed.data)
  } catch {
    // It is no JSON.
  }
  return refuse(`${program} answered in a form that is not known here. Use a current version of it.`)
}

interface HostProgramRun {
  readonly args: readonly string[]
  readonly input?: string
  /** Exit codes that are no failure if something was written on stdout; missing: 0 only. */
  readonly accepted?: readonly number[]
  /** What it says on stderr when there is nothing to write, which is no failure either. */
  readonly nothing?: RegExp
}

/** How long a program may take, ms. */
const LIMIT_MS = 120_000
/** The most that is kept of an output, bytes: its end. */
const MAX_OUTPUT = 8_000_000

/** Settings for programs that must not ask, page or look into a repository. */
const QUIET = {
  GH_PROMPT_DISABLED: '1',
  GH_NO_UPDATE_NOTIFIER: '1',
  GLAB_CHECK_UPDATE: 'false',
  NO_PROMPT: '1',
  NO_COLOR: '1',
  PAGER: 'cat',
  GH_PAGER: 'cat',
}

/**
 * Runs `gh` or `glab` and returns what it wrote on stdout. REFUSED with what it said, without tokens. `directory`: where it
 * runs, no repository.
 */
export async function runHostProgram(
  program: string,
  { args, input = '', accepted = [], nothing }: HostProgramRun,
  directory: string,
  environment: Readonly<Record<string, string>>,
): Promise<Result<string>> {
  // No repository around the directory is found, so that none of its settings is read.
  const env = { ...environment, ...QUIET, GIT_CEILING_DIRECTORIES: directory, GIT_DIR: directory }
  const options = {
    cwd: directory,
    env,
    stdio: ['pipe', 'pipe', 'pipe'] as ['pipe', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
    reaches: 'anything' as const,
  }
  const started = await startProcess(program, args, options)
  if (!started.ok)
    return refuse(`${program} could not be started: ${started.error.message}. Install it, and sign in with it.`)
  const child = started.value
  const [stdout, stderr] = [new OutputEnd(), new OutputEnd()]
  child.stdout.on('data', (chunk: Buffer) => stdout.add(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.add(chunk))
  child.stdin.on('error', () => undefined)
  const ended = Promise.withResolvers<number | null>()
  child.once('close', (code) => ended.resolve(code))
  child.once('exit', (code) => {
    // What it has started may hold its output open for longer.
    if (child.killed) ended.resolve(code)
  })
  child.stdin.end(input)
  const code = await ended.promise
  if (child.killed) return refuse(`${program} did not end within ${LIMIT_MS / 1_000} s and was ended. Try again.`)
  const [written, complaint] = [stdout.text(), stderr.text().trim()]
  if (code === 0 || (code !== null && accepted.includes(code) && written.trim() !== '')) return ok(written)
  if (code !== null && nothing?.test(complaint) === true) return ok('')
  const said = withoutAddressSecrets(complaint.slice(-2_000))
  const what = `${program} ${args.slice(0, 2).join(' ')} failed`
  return refuse(withPublishingAdvice(`${what}: ${said === '' ? String(code) : said}`))
}

/** The end of an output. */
class OutputEnd {
  readonly #chunks: Buffer[] = []
  #size = 0

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    while (this.#size - (this.#chunks[0]?.length ?? 0) > MAX_OUTPUT) this.#size -= this.#chunks.shift()?.length ?? 0
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString()
  }
}
