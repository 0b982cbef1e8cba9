import { devNull } from 'node:os'

import { FILTER_SETTINGS, GIT_VARIABLES, withoutFilters } from '../../../shared/git-settings.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { findProgram } from '../program-table.ts'
import { startProcess } from '../start-process.ts'
import { watchForPipes } from '../waiting-pipes.ts'

export interface GitRun {
  readonly args: readonly string[]
  /** A script of sh that runs git, which is `"$0"` in it, several times. It gets the arguments. */
  readonly script?: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly input?: string | Buffer
  /** Exit codes that are no failure; missing: 0 only. */
  readonly accepted?: readonly number[]
  /** How long it may take, ms; missing: two minutes. */
  readonly limitMs?: number
  /** As in `StartOptions`; missing: `nothing`, because `gitEnvironment` lets it connect to nothing. */
  readonly reaches?: 'nothing' | 'anything'
}

export interface GitOutput {
  readonly code: number
  readonly stdout: Buffer
  /** Warnings. */
  readonly stderr: string
}

const TIMEOUT_MS = 120_000

const AUTHOR = { NAME: 'ikigai', EMAIL: 'ikigai@localhost' }

/**
 * Variables for git without any configuration of the system or the user, without network, without questions and without
 * the programs that a repository names. `PATH` and `HOME` come from this process, because git finds its own programs and
 * the user's ignore file by them.
 */
export function gitEnvironment(environment: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const kept = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'TMPDIR', 'SYSTEMROOT', 'USERPROFILE']
  const entries = kept.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]] as const]))
  return {
    ...Object.fromEntries(entries),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    ...GIT_VARIABLES,
    GIT_LITERAL_PATHSPECS: '1',
    GIT_AUTHOR_NAME: AUTHOR.NAME,
    GIT_AUTHOR_EMAIL: AUTHOR.EMAIL,
    GIT_COMMITTER_NAME: AUTHOR.NAME,
    GIT_COMMITTER_EMAIL: AUTHOR.EMAIL,
  }
}

/** Runs git and returns its output; REFUSED with what git wrote on stderr if it fails. Never throws. */
export async function runGit({
  args,
  script,
  cwd,
  env,
  input,
  accepted = [0],
  limitMs = TIMEOUT_MS,
  reaches = 'nothing',
}: GitRun): Promise<Result<GitOutput>> {
  const git = script === undefined ? ok('git') : findProgram('git', { path: env['PATH'], cwd })
  if (!git.ok) return git
  const [program, words] = script === undefined ? ['git', args] : ['sh', ['-c', script, git.value, ...args]]
  const started = await startProcess(program, words, {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: limitMs,
    reaches,
  })
  const name = args.find((arg) => !arg.startsWith('-')) ?? ''
  if (!started.ok) return refuse(`git ${name} could not be started: ${started.error.message}`)
  const child = started.value
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  // Git may end before it has read everything; its exit code says why.
  child.stdin.on('error', () => undefined)
  const ended = Promise.withResolvers<number | string>()
  child.once('close', (code, signal) => ended.resolve(code ?? String(signal)))
  // What it has started may hold its output open for longer.
  child.once('exit', (_code, signal) => {
    if (child.killed) ended.resolve(String(signal))
  })
  child.stdin.end(input ?? '')
  const pipes = watchForPipes(env['GIT_WORK_TREE'] ?? cwd)
  pipes.signal.addEventListener('abort', () => child.kill())
  const end = await ended.promise
  pipes.end()
  if (child.killed) {
    child.stdout.destroy()
    child.stderr.destroy()
    return refuse(pipes.problem() ?? `git ${name} did not end within ${limitMs / 1_000} s and was ended. Try again.`)
  }
  if (typeof end === 'number' && accepted.includes(end))
    return ok({ code: end, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() })
  const said = Buffer.concat(stderr).toString().trim().slice(0, 2_000)
  return refuse(`git ${name} failed: ${said === '' ? String(end) : said}`)
}

/**
 * Returns variables with which git runs no filter of the repository that `env` and `cwd` name. A command that writes an
 * index needs them: git reads files again that changed in the same second (racy git).
 */
export async function filtersOff(cwd: string, env: GitRun['env']): Promise<Result<GitRun['env']>> {
  const args = ['config', '-z', '--name-only', '--get-regexp', FILTER_SETTINGS]
  const found = await runGit({ args, cwd, env, accepted: [0, 1] })
  return mapOk(found, ({ stdout }) => ({ ...env, ...withoutFilters(nulSeparated(stdout)) }))
}

/** Splits output of an option `-z`. */
export function nulSeparated(output: Buffer): readonly string[] {
  return output.toString().split('\0').slice(0, -1)
}
