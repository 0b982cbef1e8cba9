import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How bash interprets a line. */
export interface BashReading {
  /** The words of each command that it would run, as JSON, without duplicates. */
  readonly commands: ReadonlySet<string>
  /** Whether the line is valid in bash. If not, a part of it may not have been read. */
  readonly isValid: boolean
}

/**
 * Reads lines with bash's own parser. No program can run: PATH is empty, and commands that bash does not find call a
 * function that records their words. Each line is evaluated once with every command failing and once with every command
 * succeeding, to cover both sides of `&&` and `||`. Names consist only of the letters `a` and `b`, so that no builtin
 * is called; a redirection can only create a file in the temporary folder.
 */
const SCRIPT = `
PATH=/nonexistent
set -f
ulimit -t 900
command_not_found_handle() { printf '%s\\0' "$number" "$#" "$@" >&9; return "$status"; }
number=0
while IFS= read -r -d '' line <&8; do
  if ! ( eval -- "unused() { :
$line
}" ) </dev/null >/dev/null 2>&1; then printf '%s\\0' "$number" invalid >&9; fi
  for status in 0 1; do ( eval -- "$line" ) </dev/null >/dev/null 2>&1; done
  number=$((number + 1))
done
`

/**
 * Returns the lines as bash reads them, and the files created by reading them. They must not name programs, see
 * `SCRIPT`.
 */
export async function readInBash(
  lines: readonly string[],
): Promise<{ readonly readings: readonly BashReading[]; readonly filesMade: readonly string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'words-in-bash-'))
  const [script, input, output] = ['script', 'input', 'output'].map((name) => join(folder, name))
  const work = await mkdtemp(join(folder, 'work-'))
  try {
    if (script === undefined || input === undefined || output === undefined) throw new Error('unreachable')
    await writeFile(script, SCRIPT)
    // Keeps redirections of the lines inside the folder, however bash interprets them.
    await writeFile(input, lines.map((line) => `${line.replaceAll('/dev/null', 'null')}\0`).join(''))
    await writeFile(output, '')
    const open = `exec 8<"$1" 9>>"$2"; . "$3"`
    await run('bash', ['--norc', '--noprofile', '-c', open, 'bash', input, output, script], {
      cwd: work,
      env: { LC_ALL: 'C.UTF-8' },
      timeout: 1_700_000,
      killSignal: 'SIGKILL',
    })
    const filesMade = (await readdir(work)).filter((name) => name !== 'null')
    return { readings: parseReadings(await readFile(output, 'utf8'), lines.length), filesMade }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function parseReadings(written: string, count: number): readonly BashReading[] {
  const readings = Array.from({ length: count }, () => ({ commands: new Set<string>(), isValid: true }))
  const fields = written.split('\0')
  for (let at = 0; at + 1 < fields.length;) {
    const reading = readings[Number(fields[at])]
    if (reading === undefined) throw new Error(`Not a line's number: ${fields[at] ?? ''}`)
    if (fields[at + 1] === 'invalid') {
      reading.isValid = false
      at += 2
      continue
    }
    const length = Number(fields[at + 1])
    reading.commands.add(JSON.stringify(fields.slice(at + 2, at + 2 + length)))
    at += 2 + length
  }
  return readings
}
