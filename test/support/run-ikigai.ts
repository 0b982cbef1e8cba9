import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

import { copyDatabaseTemplate, sharedCompileCache } from './database-template.ts'
import { untyped } from './untyped.ts'

/** The program under test: that of the checkout, or an installed one (`npm run test:package -- --command-line`). */
export const BIN = process.env['IKIGAI_TEST_PROGRAM'] ?? join(import.meta.dirname, '..', '..', 'bin', 'ikigai.mjs')

/** Separate directories for one test, and the environment variables that select them. */
export interface Workspace {
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  remove(): Promise<void>
}

/**
 * Creates a workspace. `extra` variables override others; keys and database of this process are not passed on.
 * `isNew`: it has no database yet, as at the first start; otherwise it has an empty one, which saves time.
 */
export async function makeWorkspace(
  extra: Readonly<Record<string, string>> = {},
  { isNew = false } = {},
): Promise<Workspace> {
  const directory = await mkdtemp(join(tmpdir(), 'ikigai-test-'))
  // As root, the database runs under its own user, who needs access to the directory.
  await chmod(directory, 0o711)
  // The user's own home has start files of shells, which may do anything. It is beside the workspace, because a
  // folder that contains a home asks before it is read.
  const home = await mkdtemp(join(tmpdir(), 'ikigai-home-'))
  if (!isNew) await copyDatabaseTemplate(join(directory, 'data'))
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    IKIGAI_DATA_DIR: join(directory, 'data'),
    IKIGAI_CONFIG_DIR: join(directory, 'config'),
    IKIGAI_KEYCHAIN: 'off',
    ...sharedCompileCache(),
    ...extra,
  }
  const removeAll = async (): Promise<void> => {
    for (const folder of [directory, home]) await rm(folder, { recursive: true, force: true })
  }
  return { directory, environment, remove: removeAll }
}

/** Returns an environment without the keys of providers. */
export function withoutKeys(environment: Workspace['environment']): Workspace['environment'] {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.endsWith('_API_KEY')))
}

export interface FinishedProcess {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A running `ikigai`, started as from a command line. */
export interface RunningProcess {
  readonly child: ChildProcess
  /** Lines of stdout as they arrive; ends with the process. */
  readonly lines: AsyncIterable<string>
  readonly finished: Promise<FinishedProcess>
}

/** The folder in which a program with this environment runs: its workspace, which contains no instruction files. */
export function ownFolder({ IKIGAI_DATA_DIR: data }: Readonly<Record<string, string>>): string {
  return data === undefined ? tmpdir() : dirname(data)
}

/** Starts `ikigai`. `cwd`: its working directory; missing: that of its workspace. `stdin`: its standard input. */
export function startIkigai(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  cwd?: string,
  stdin?: string,
): RunningProcess {
  const child = spawn(process.execPath, [BIN, ...args], {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: cwd ?? ownFolder(environment),
  })
  child.stdin.on('error', () => undefined).end(stdin)
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const finished = new Promise<FinishedProcess>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, ...output }))
  })
  return { child, lines: createInterface({ input: child.stdout }), finished }
}

/** Runs `ikigai` until it exits. */
export function runIkigai(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<FinishedProcess> {
  return startIkigai(args, environment, cwd).finished
}

/** Parses output with one JSON object per line. */
export function jsonLines(stdout: string): readonly Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => untyped<Record<string, unknown>>(JSON.parse(line)))
}
