import { spawn, type StdioOptions } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'

import { ROOT, TOOLS, type Tool } from './project.ts'

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface ProgramOptions {
  readonly environment?: NodeJS.ProcessEnv
  readonly stdio?: StdioOptions
  /** Receives the program's stdout and stderr, if `stdio` makes them pipes. */
  readonly onOutput?: (text: string) => void
  /** Time after which the program is killed, which is exit code 137. */
  readonly timeoutMs?: number
}

/**
 * Runs a program in the project's root and forwards signals. Resolves to its exit code as in a shell: 128 + the
 * signal's number, 127 if it could not be started.
 */
export function runProgram(file: string, args: readonly string[], options: ProgramOptions = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: ROOT,
      env: options.environment ?? process.env,
      stdio: options.stdio ?? 'inherit',
    })
    const passOn = (signal: NodeJS.Signals): void => {
      // In a terminal, the child receives Ctrl+C directly, and a second SIGINT would force it to exit.
      const atTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
      if (signal !== 'SIGINT' || !atTerminal) child.kill(signal)
    }
    const timer = options.timeoutMs === undefined ? null : setTimeout(() => child.kill('SIGKILL'), options.timeoutMs)
    const finish = (code: number): void => {
      if (timer !== null) clearTimeout(timer)
      for (const signal of PASSED_ON) process.off(signal, passOn)
      resolve(code)
    }
    for (const signal of PASSED_ON) process.on(signal, passOn)
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => options.onOutput?.(text))
    }
    child.on('error', () => finish(127))
    child.on('close', (code, signal) => finish(signal === null ? (code ?? 1) : 128 + constants.signals[signal]))
  })
}

/** Runs one of the project's development tools; see runProgram. */
export function runTool(tool: Tool, args: readonly string[], options: ProgramOptions = {}): Promise<number> {
  return runProgram(process.execPath, [join(ROOT, 'node_modules', TOOLS[tool]), ...args], options)
}
