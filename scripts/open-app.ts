import { join } from 'node:path'

import { buildIfNeeded } from './build-app.ts'
import { findElectron } from './find-electron.ts'
import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'

/**
 * Builds if needed and opens the app in Electron or, if that is not available, in the browser. `opensWindow`: false serves
 * it to the browser even if Electron is installed, and opens nothing. Resolves to the exit code when the app ends.
 */
export async function openApp({ opensWindow }: { readonly opensWindow: boolean }): Promise<number> {
  const buildCode = await buildIfNeeded()
  if (buildCode !== 0) return buildCode
  if (!opensWindow) return runBuilt('open', '--no-open')
  const electron = await findElectron()
  if (electron.ok) return runProgram(electron.path, [ROOT])
  console.error(`Electron cannot open the window (${electron.reason}), so it is served to your browser.`)
  return runBuilt('open')
}

/** Runs a command of the built command line. Resolves to its exit code. */
export function runBuilt(...args: readonly string[]): Promise<number> {
  return runProgram(process.execPath, [join(ROOT, 'out', 'main', 'cli.js'), ...args])
}
