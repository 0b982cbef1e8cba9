import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { AppError } from '../shared/app-error.ts'
import { ok, type Result } from '../shared/result.ts'
import { EXIT, type ExitCode } from './command-line/exit-code.ts'
import type { ServedPlace } from './command-line/register-serve.ts'
import {
  createEngine,
  createWindowOpener,
  currentDataDirectory,
  type Configured,
  type OpenedEngine,
} from './create-engine.ts'
import type { Engine } from './core/engine.ts'
import { keepRunning } from './hosts/stray-errors.ts'
import { TOKEN_MINUTES } from './hosts/web/access.ts'
import { findRunning } from './hosts/web/find-running.ts'
import { serveWeb } from './hosts/web/serve-web.ts'
import { OpenCodes } from './hosts/web/open-codes.ts'
import { WebSessions } from './hosts/web/web-sessions.ts'
import type { Output } from './process-output.ts'
import { closeAtEnd, closeServerAtEnd, untilAborted } from './hosts/close-at-end.ts'

const FRESH_ADDRESS = `This address opens one browser, within ${TOKEN_MINUTES} minutes. For a new address, run \`ikigai serve\` in another terminal.\n`

const DEMO_NOTE = `The demo: scripted answers, no key and no network. What is recorded is deleted when this command ends (Ctrl+C). The address opens one browser, within ${TOKEN_MINUTES} minutes.\n`

/** Correct from both src/main and out/main. */
const RENDERER_DIRECTORY = join(import.meta.dirname, '..', '..', 'out', 'renderer')

/**
 * Serves the window to a browser until the signal aborts. The address, with its one-time token, is the only line on
 * stdout. It can be opened before the engine is ready: the window then shows that it is waiting (creating the database
 * at the first start takes some seconds). If a host is already running, its address with a new token is printed.
 */
export async function serve(
  { address, port, opens, isDemo }: ServedPlace,
  signal: AbortSignal,
  output: Output,
): Promise<ExitCode> {
  if (!existsSync(join(RENDERER_DIRECTORY, 'index.html'))) {
    output.error('The window has not been built yet. Run: npm run build\n')
    return EXIT.usage
  }
  const openWindow = opens ? createWindowOpener() : null
  const { promise: configured, resolve: onConfigured } = Promise.withResolvers<Configured>()
  const opening = isDemo ? openDemo({ onConfigured }) : createEngine({ host: 'web', onConfigured })
  // `onConfigured` is called before the database is opened. If the engine fails before that, `opening` rejects.
  const early = opening.then((opened): Promise<Result<Configured>> | Result<Configured> =>
    opened.ok ? configured.then(ok) : opened,
  )
  const begun = await Promise.race<Result<Configured>>([configured.then(ok), early])
  if (!begun.ok) return failed(begun.error, output)
  const { config, dataDirectory, logger } = begun.value
  const place = {
    address: address ?? config.listenAddress,
    port: port ?? config.listenPort,
    secretDirectory: dataDirectory,
  }
  const served = await serveWeb(opening.then(engineOf), {
    ...place,
    rendererDirectory: RENDERER_DIRECTORY,
    logger,
    ...(isDemo ? {} : { openDemo: () => openDemo() }),
    tell: (text) => output.error(text),
  })
  if (!served.ok) {
    await closeEngine(opening, output)
    const running = await findRunning(place)
    if (running === null || isDemo) return failed(served.error, output)
    pointTo(running, output)
    await openWindow?.(running)
    return EXIT.done
  }
  output.out(`${served.value.url}\n`)
  output.error(isDemo ? DEMO_NOTE : FRESH_ADDRESS)
  await openWindow?.(served.value.url)
  const opened = await opening
  for (const warning of opened.ok ? opened.value.warnings : []) output.error(`${warning}\n`)
  const say = (text: string): void => output.error(`${text}\n`)
  const endKeeping = opened.ok
    ? keepRunning({ folder: dataDirectory, say, onError: opened.value.engine.onStrayError })
    : null
  if (opened.ok) await untilAborted(signal)
  endKeeping?.()
  await closeServerAtEnd(served.value, output)
  await closeEngine(opening, output)
  return opened.ok ? EXIT.done : failed(opened.error, output)
}

async function openDemo(options?: {
  readonly onConfigured: (configured: Configured) => void
}): Promise<Result<OpenedEngine>> {
  return (await import('./demo-engine.ts')).createDemoEngine({ host: 'web', ...options })
}

function engineOf(opened: Result<OpenedEngine>): Engine | null {
  return opened.ok ? opened.value.engine : null
}

async function closeEngine(opening: Promise<Result<OpenedEngine>>, output: Output): Promise<void> {
  const engine = engineOf(await opening)
  if (engine !== null) await closeAtEnd(engine, output)
}

function failed(error: AppError, output: Output): ExitCode {
  output.error(`${error.message}\n`)
  return EXIT.turnFailed
}

/** A second start prints the address of the running host instead of starting another one. */
function pointTo(running: string, output: Output): void {
  output.error('ikigai is already running with the same data. A new address to open it:\n')
  output.out(`${running}\n`)
  output.error(FRESH_ADDRESS)
}

/** The browser sessions of this data directory and the codes that windows wait for, whether it is currently served or not. */
export function openSessions() {
  const directory = currentDataDirectory()
  const sessions = new WebSessions(directory)
  const codes = new OpenCodes(directory)
  return { list: () => sessions.list(), end: (id: string) => sessions.end(id), codes: () => codes.list() }
}
