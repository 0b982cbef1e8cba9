import { realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

import type { OpenInEditor } from '../core/ports/terminal-ports.ts'
import { DONE, errorMessage, ok, refuse, type Result } from '../../shared/result.ts'
import { type Environment, programEnvironment } from './environment/tool-environment.ts'
import { isInside } from './is-inside.ts'
import { startProcess } from './start-process.ts'

/** Starts the user's editor, without a shell and without the keys in this program's environment. */
export function createEditor(environment: Environment): OpenInEditor {
  const env = programEnvironment(environment)
  return async ({ program, folder, path }) => {
    const file = await fileIn(folder, path)
    return file.ok ? started(program, file.value, env) : file
  }
}

/** Returns the real path of a file. REFUSED if it is not in the folder, also through a link. */
async function fileIn(folder: string, path: string): Promise<Result<string>> {
  try {
    const [top, real] = await Promise.all([realpath(folder), realpath(join(folder, path))])
    const isFile = isInside(top, real) && (await stat(real)).isFile()
    return isFile ? ok(real) : refuse(`${path} is not a file in the agent’s folder.`)
  } catch (error) {
    return refuse(`${path} cannot be opened: ${errorMessage(error)}`)
  }
}

async function started(
  program: string,
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Result<null>> {
  // Not in the agent's folder: a relative folder in PATH would find a program there.
  const child = await startProcess(program, [path], {
    cwd: homedir(),
    env,
    stdio: 'ignore',
    detached: true,
    reaches: 'for-user',
  })
  if (!child.ok) return refuse(`The editor did not start: ${child.error.message}. Check Settings, Tools and approvals.`)
  child.value.unref()
  return DONE
}
