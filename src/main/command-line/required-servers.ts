import { setTimeout as delay } from 'node:timers/promises'

import { missingLines, type ToolServerState } from '../../shared/tool-list.ts'
import type { Engine } from '../core/engine.ts'

/** How long servers that a run needs may take to start, ms. Programs that are downloaded first need that. */
const WAIT_MS = 60_000
const PAUSE_MS = 500

/**
 * Waits for the servers that a run needs. Returns what is missing of them, one line each; empty: nothing is. `all`: every
 * configured server is needed, not only those with `required`.
 */
export async function missingRequired(engine: Engine, all: boolean, signal: AbortSignal): Promise<readonly string[]> {
  const isNeeded = ({ required }: ToolServerState): boolean => all || required === true
  // With a stopped signal the list does not wait for servers.
  const now = await engine.tools.list(undefined, AbortSignal.abort())
  if (!now.servers.some(isNeeded)) return []
  const until = performance.now() + WAIT_MS
  for (;;) {
    const { servers } = await engine.tools.list(undefined, signal)
    const needed = servers.filter(isNeeded)
    const isOver = signal.aborted || performance.now() > until
    if (isOver || needed.every(({ state }) => state !== 'starting')) {
      // A server that runs is not missing, whatever of its list cannot be used.
      return needed.filter(({ state }) => state !== 'running').flatMap(missingLines)
    }
    await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
}
