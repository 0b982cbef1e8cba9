import { setImmediate as nextTurn } from 'node:timers/promises'

import type { Simulator } from './provider-simulator/simulator.ts'

/** What a stream takes of the machine and must give back. Pipes are the database's. */
const KINDS = ['TCPSocketWrap', 'Timeout'] as const

export type OpenResources = Readonly<Record<(typeof KINDS)[number], number>>

/** What keeps this process alive now. */
export function openResources(): OpenResources {
  const open = process.getActiveResourcesInfo()
  const count = (kind: string): number => open.filter((name) => name === kind).length
  return { TCPSocketWrap: count('TCPSocketWrap'), Timeout: count('Timeout') }
}

/** The bytes behind a stream's end are read for a second, so that its connection can be used again. */
const LIMIT_MS = 30_000

/**
 * What stays open more than before, in words, apart from connections that are idle: these serve the next request.
 * `allowed`: what may have come since for other reasons.
 */
export async function leftOpen(
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
  // Without a timer of its own, which would be counted.
  while (more().length > 0 && performance.now() < limit) await nextTurn()
  return more()
}
