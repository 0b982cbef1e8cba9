import { setImmediate as nextTurn } from 'node:timers/promises'

import type { Simulator } from './provider-simulator/simulator.ts'

/** The kinds of resources that a stream must release. Pipes belong to the database. */
const KINDS = ['TCPSocketWrap', 'Timeout'] as const

export type OpenResources = Readonly<Record<(typeof KINDS)[number], number>>

/** Returns the resources that keep this process running. */
export function openResources(): OpenResources {
  const open = process.getActiveResourcesInfo()
  const count = (kind: string): number => open.filter((name) => name === kind).length
  return { TCPSocketWrap: count('TCPSocketWrap'), Timeout: count('Timeout') }
}

/**
 * Time limit for the release of resources, ms. A stream is read for up to a second after its end, so that its
 * connection can be reused.
 */
const LIMIT_MS = 30_000

/**
 * Describes the resources that are open in addition to those before, except for idle connections, which serve the next
 * request. `allowed`: resources that may have been opened for other reasons.
 */
export async function openHandles(
  simulator: Simulator,
  before: OpenResources,
  allowed: Partial<OpenResources> = {},
): Promise<readonly string[]> {
  const more = (): readonly string[] => {
    simulator.closeIdle()
    const now = openResources()
    return KINDS.filter((kind) => now[kind] > before[kind] + (allowed[kind] ?? 0)).map(
      (kind) => `${kind}: ${before[kind]} before, ${now[kind]} now`,
    )
  }
  const limit = performance.now() + LIMIT_MS
  // Polls without a timer, which would be counted.
  while (more().length > 0 && performance.now() < limit) await nextTurn()
  return more()
}
