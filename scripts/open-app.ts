import { join } from 'node:path'

import { buildIfNeeded } from './build-app.ts'
import { findElectron } from './find-electron.ts'
import { openWindow } from './open-window.ts'
import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'

export interface OpenOptions {
  readonly environment: NodeJS.ProcessEnv
  /** Arguments of `ikigai serve`; only used without Electron. */
  readonly serveArguments?: readonly string[]
  /** False: serve to the browser even if Electron is installed, and open nothing. */
  readonly window: boolean
}

/**
 * Builds if needed and opens the app: in Electron or, if that is not available, served to the browser. Resolves to the
 * exit code when the app ends.
 */
export async function openApp(options: OpenOptions): Promise<number> {
  const buildCode = await buildIfNeeded()
  if (buildCode !== 0) return buildCode
  if (!options.window) return serve(options)
  const electron = await findElectron()
  if (electron.ok) return runProgram(electron.path, [ROOT], { environment: options.environment })
  console.error(`Electron cannot open the window (${electron.reason}), so it is served to your browser.`)
  return serve(options)
}

function serve({ environment, serveArguments = [], window }: OpenOptions): Promise<number> {
  const args = [join(ROOT, 'out', 'main', 'cli.js'), 'serve', ...serveArguments]
  let printed = ''
  let opened = false
  return runProgram(process.execPath, args, {
    environment,
    stdio: ['inherit', 'pipe', 'inherit'],
    onOutput: (text) => {
      process.stdout.write(text)
      if (opened) return
      printed += text
      const url = /https?:\/\/\S+(?=\s)/.exec(printed)?.[0]
      if (url === undefined) return
      opened = true
      if (window) openWindow(url)
    },
  })
}
