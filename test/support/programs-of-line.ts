import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Why lines cannot be run here; null: they can. */
export const NO_STRACE: string | null = ['strace', 'bwrap'].every((name) => spawnSync(name, ['--version']).status === 0)
  ? null
  : 'skipped: strace or bubblewrap is not installed'

/** What a command line did. */
export interface LineRun {
  /** Names of the programs that were executed, without bash itself. */
  readonly programs: readonly string[]
  /** Names of the files that are new, gone or changed. */
  readonly files: readonly string[]
}

/** The folder in which a line runs: text files, a script and a git repository without commits. */
const FILES: Readonly<Record<string, string>> = {
  a: 'one\ntwo\nthree\n',
  b: 'two\nthree\nfour\n',
  '-x': 'a file whose name is an option\n',
  'c.txt': 'rm a\n',
}

/** Runs lines with bash under strace, one after the other, each in a folder of its own, and nowhere else. */
export async function runLines(lines: readonly string[]): Promise<readonly LineRun[]> {
  const root = await mkdtemp(join(tmpdir(), 'ikigai-lines-'))
  try {
    const runs: LineRun[] = []
    for (const [index, line] of lines.entries()) runs.push(await runLine(join(root, String(index)), line))
    return runs
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function runLine(prefix: string, line: string): Promise<LineRun> {
  const folder = await mkdtemp(`${prefix}-`)
  const trace = await mkdtemp(`${prefix}-trace-`)
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text)
  await writeFile(join(folder, 'script'), '#!/bin/sh\nexec rm -f a\n')
  await chmod(join(folder, 'script'), 0o755)
  await run('git', ['init', '-q', folder], {
    env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
  })
  const before = await contents(folder)
  const confinement = `--ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --tmpfs /root --bind ${folder} /tmp/work`
  const options = `${confinement} --bind ${trace} /tmp/trace --chdir /tmp/work --unshare-all --die-with-parent --new-session`
  const tracer = 'strace -f -qq -e trace=execve -e signal=none -z -o /tmp/trace/log bash --norc --noprofile -c'
  const running = run('bwrap', [...options.split(' '), ...tracer.split(' '), line], {
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: '/tmp', PAGER: 'cat', GIT_PAGER: 'cat' },
    timeout: 5_000,
    killSignal: 'SIGKILL',
  })
  running.child.stdin?.end()
  // What the line ends with does not matter, nor whether it ends.
  await running.catch(() => undefined)
  const log = await readFile(join(trace, 'log'), 'utf8')
  const executed = [...log.matchAll(/execve\("((?:[^"\\]|\\.)*)"/g)].map(([, path = '']) => basename(path))
  const after = await contents(folder)
  return {
    // The first one is bash.
    programs: [...new Set(executed.slice(1))].toSorted(),
    files: [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name)),
  }
}

async function contents(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return new Map(await Promise.all(files.map(async (path) => [path, await readFile(path, 'latin1')] as const)))
}
