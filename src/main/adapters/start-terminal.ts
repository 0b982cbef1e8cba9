import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'

import type { IPty, spawn as spawnTerminal } from '@lydell/node-pty'

import type { RunningTerminal, StartTerminal } from '../core/ports/terminal-ports.ts'
import { errorMessage, ok, refuse, type Result } from '../../shared/result.ts'
import { type Environment, programEnvironment } from './environment/tool-environment.ts'
import { tryToMakeFolder } from '../make-folder.ts'
import { findProgram, noteAgentFolder, safePath } from './program-table.ts'
import { createEditor } from './open-in-editor.ts'

/** How long a shell may take to end after its terminal hung up, ms. */
const HANG_UP_MS = 2_000

const COLOURS = { TERM: 'xterm-256color', COLORTERM: 'truecolor' }

/**
 * Starts the user's shell in a terminal, without the keys in this program's environment. The workspace is created when
 * it is first needed.
 */
export function createTerminals(environment: Environment, named: readonly string[], workspace: string): StartTerminal {
  const env: Readonly<Record<string, string>> = { ...programEnvironment(environment, named), ...COLOURS }
  return async ({ folder, size: { columns, rows }, onText, onEnd }) => {
    const loaded = await loadTerminals(folder)
    if (!loaded.ok) return loaded
    // Without the folder, the library reports only that the shell ended.
    if (folder === workspace) tryToMakeFolder(folder)
    if (!existsSync(folder)) return refuse(`The folder ${folder} does not exist. Choose another working folder.`)
    noteAgentFolder(folder)
    const path = env['PATH']
    const chosen = userShell(environment)
    const found = findProgram(chosen, { path })
    if (!found.ok) return refuse(`The shell ${chosen} did not start: ${found.error.message}.`)
    const shell = found.value
    try {
      const terminal = loaded.value(shell, shellArguments(), {
        name: COLOURS.TERM,
        cols: columns,
        rows,
        cwd: folder,
        env: path === undefined ? env : { ...env, PATH: safePath({ path, cwd: folder }) },
      })
      return ok(running(terminal, { onText, onEnd }))
    } catch (error) {
      return refuse(`The shell ${shell} did not start in ${folder}: ${errorMessage(error)}`)
    }
  }
}

/** The package has a library of its own for each system; where there is none for this one, the rest of ikigai works. */
async function loadTerminals(folder: string): Promise<Result<typeof spawnTerminal>> {
  try {
    const { spawn } = await import('@lydell/node-pty')
    return ok(spawn)
  } catch (error) {
    // The package's own message goes on with several lines about npm.
    const [reason] = errorMessage(error).split('\n', 1)
    return refuse(
      'ikigai cannot open terminals on this machine, because @lydell/node-pty does not load. ' +
        `Install ikigai again (with npm: without --omit=optional), or open a terminal of your own in ${folder}. (${reason})`,
    )
  }
}

function running(
  terminal: IPty,
  { onText, onEnd }: Pick<Parameters<StartTerminal>[0], 'onText' | 'onEnd'>,
): RunningTerminal {
  let hasEnded = false
  let killing: NodeJS.Timeout | undefined
  terminal.onData(onText)
  terminal.onExit(({ exitCode, signal }) => {
    hasEnded = true
    clearTimeout(killing)
    onEnd(signal === undefined || signal === 0 ? exitCode : null)
  })
  // The library throws if the shell has just ended.
  const whileRunning = (act: () => void): void => {
    if (!hasEnded) tried(act)
  }
  return {
    write: (text) => whileRunning(() => terminal.write(text)),
    resize: ({ columns, rows }) => whileRunning(() => terminal.resize(columns, rows)),
    pause: () => whileRunning(() => terminal.pause()),
    resume: () => whileRunning(() => terminal.resume()),
    end: () =>
      whileRunning(() => {
        // Its end is reported only after all that it printed was read.
        terminal.resume()
        killing ??= setTimeout(() => tried(() => terminal.kill(KILL)), HANG_UP_MS)
        terminal.kill()
      }),
  }
}

/** Windows knows no signals. */
const KILL = process.platform === 'win32' ? undefined : 'SIGKILL'

function tried(act: () => void): void {
  try {
    act()
  } catch {
    // It has ended; `onExit` follows.
  }
}

function userShell(environment: Environment): string {
  if (process.platform === 'win32') return environment['COMSPEC'] ?? 'powershell.exe'
  const chosen = environment['SHELL'] ?? ''
  return chosen === '' ? (userInfo().shell ?? '/bin/sh') : chosen
}

/** On macOS, programs of the desktop have a short PATH, and terminals start login shells, which complete it. */
function shellArguments(): string[] {
  return process.platform === 'darwin' ? ['-l'] : []
}

/** What the user works with: the editor and, where there is a window, terminals. */
export function userPrograms({
  environment,
  named,
  workspace,
  hasWindow,
}: {
  readonly environment: Environment
  /** More variables that shells get. */
  readonly named: readonly string[]
  readonly workspace: string
  /** Whether there is a window that shows terminals. */
  readonly hasWindow: boolean
}) {
  const openInEditor = createEditor(environment)
  return hasWindow ? { openInEditor, startTerminal: createTerminals(environment, named, workspace) } : { openInEditor }
}
