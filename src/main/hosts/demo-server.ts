import type { Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import type { Logger } from '../core/ports/system-ports.ts'
import type { ClientAccess } from './client-access.ts'
import { createChannelServer, type ServerChannel } from './serve-channel.ts'
import { createContractRouter } from './serve-contract.ts'
import { serveWhenOpen } from './serve-when-open.ts'

interface OpenedDemo {
  readonly engine: Engine
  readonly logger: Logger
}

/** Opens the engine of the demo. Closing that engine deletes what it stored. */
export type OpenDemo = () => Promise<Result<OpenedDemo>>

export interface DemoServer {
  /** Serves a window that shows the demo. The first one opens it. */
  serve(channel: ServerChannel, access: ClientAccess): void
  /** Closes the demo, whoever is connected. */
  close(): Promise<void>
}

/** How long the demo waits for a window that is being reloaded, ms. */
const RELOAD_MS = 3_000

/**
 * Serves the demo while a window shows it: the engine is opened for the first window, and closed after the last one has
 * gone.
 */
export function createDemoServer(open: OpenDemo, logger: Logger): DemoServer {
  let opening: Promise<OpenedDemo | null> | null = null
  let ending: NodeJS.Timeout | undefined
  let windows = 0

  async function close(): Promise<void> {
    clearTimeout(ending)
    const current = opening
    opening = null
    await (await current)?.engine.close()
  }

  function leave(): void {
    windows -= 1
    if (windows > 0) return
    ending = setTimeout(() => {
      close().catch((error: unknown) => logger.error('Bug: the demo did not close', { error: String(error) }))
    }, RELOAD_MS)
    ending.unref()
  }

  return {
    serve(channel, access) {
      clearTimeout(ending)
      windows += 1
      channel.onClose(leave)
      opening ??= openOrLog(open, logger)
      const serving = opening.then((opened) =>
        opened === null ? null : createChannelServer(createContractRouter(opened.engine, opened.logger), logger),
      )
      serveWhenOpen(serving)(channel, access)
    },
    close,
  }
}

async function openOrLog(open: OpenDemo, logger: Logger): Promise<OpenedDemo | null> {
  const opened = await open()
  if (opened.ok) return opened.value
  logger.error('The demo can’t be opened', { reason: opened.error.message })
  return null
}
