import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { AppError } from '../shared/app-error.ts'
import { EXIT, type ExitCode } from './command-line/exit-code.ts'
import type { Output } from './command-line/print-events.ts'
import { createEngine } from './create-engine.ts'
import { findRunning } from './hosts/web/find-running.ts'
import { serveWeb } from './hosts/web/serve-web.ts'

export interface ServeOptions {
  readonly address?: string
  readonly port?: string
}

/** The same place seen from src/main and from out/main. */
const RENDERER_DIRECTORY = join(import.meta.dirname, '..', '..', 'out', 'renderer')

/**
 * Serves the window to a browser until the signal aborts. The address, with its one-time token, is the only line on
 * stdout; a further one is printed when it was used, for the next browser.
 */
export async function serve(options: ServeOptions, signal: AbortSignal, output: Output): Promise<ExitCode> {
  if (!existsSync(join(RENDERER_DIRECTORY, 'index.html'))) {
    output.error('The window has not been built yet. Run: npm run build\n')
    return EXIT.usage
  }
  const port = options.port === undefined ? null : Number(options.port)
  if (port !== null && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    output.error(`Not a port: ${options.port}. Give a number from 0 (any free one) to 65535.\n`)
    return EXIT.usage
  }
  const opened = await createEngine({ host: 'web' })
  if (!opened.ok) {
    output.error(`${opened.error.message}\n`)
    return EXIT.turnFailed
  }
  for (const warning of opened.warnings) output.error(`${warning}\n`)
  const { engine, config, dataDirectory, logger } = opened
  const place = {
    address: options.address ?? config.listenAddress,
    port: port ?? config.listenPort,
    secretDirectory: dataDirectory,
  }
  const served = await serveWeb(engine, {
    ...place,
    rendererDirectory: RENDERER_DIRECTORY,
    logger,
    onAddressUsed: (next) => output.error(`For another browser: ${next}\n`),
  })
  if (!served.ok) {
    await engine.close()
    const running = await findRunning(place)
    return running === null ? failed(served.error, output) : pointTo(running, output)
  }
  output.out(`${served.value.url}\n`)
  await aborted(signal)
  await served.value.close()
  await engine.close()
  return EXIT.done
}

function failed(error: AppError, output: Output): ExitCode {
  output.error(`${error.message}\n`)
  return EXIT.turnFailed
}

/** Somebody who starts ikigai twice wants its window, not a second server. */
function pointTo(running: string, output: Output): ExitCode {
  output.error('ikigai is running already, with the same data. A browser that has never been there needs the address ')
  output.error('with a token that the first one printed.\n')
  output.out(`${running}\n`)
  return EXIT.done
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
