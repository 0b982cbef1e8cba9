import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { quotedWord } from '../../src/shared/shell-word.ts'
import { BIN, ownFolder } from './run-ikigai.ts'

/** Why no terminal can be simulated; null if it can, with `script` of util-linux. */
export const NO_TERMINAL =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true
    ? null
    : 'not run: there is no `script` of util-linux here, which gives a program a terminal'

/**
 * Runs a program in a terminal of its own. `screen`: the output on stdout and stderr, in order. `typed`: lines that are
 * typed, one each time the screen shows `> ` at the beginning of a line.
 */
export async function runAtTerminal(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  typed: readonly string[] = [],
): Promise<{ readonly code: number | null; readonly screen: string }> {
  const command = [process.execPath, BIN, ...args].map(quotedWord).join(' ')
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { ...environment, SHELL: '/bin/sh' },
    cwd: ownFolder(environment),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  typeLines(child, typed)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [screen, code] = await Promise.all([text(child.stdout), ended])
  return { code, screen: screen.replaceAll('\r\n', '\n') }
}

function typeLines(child: ChildProcessByStdio<Writable, Readable, Readable>, lines: readonly string[]): void {
  const waiting = [...lines]
  let seen = ''
  if (waiting.length === 0) child.stdin.end()
  child.stdout.on('data', (part: Buffer) => {
    seen += part.toString()
    if (!/(?:^|\n)> $/.test(seen) || waiting.length === 0) return
    seen = ''
    child.stdin.write(`${waiting.shift() ?? ''}\n`)
  })
  child.on('close', () => child.stdin.destroy())
}
