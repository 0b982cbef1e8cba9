import type { Page } from '@playwright/test'

import type { BenchWorld } from './bench-world.ts'
import { type MainThreadTime, mainThreadTime } from './main-thread.ts'

/** How long all streams have run before anything is measured, ms. */
export const RUN_UP_MS = 2_000

/** What a page does while text streams into it. Times are ms. */
export interface Steady {
  readonly seconds: number
  /** Between the beginnings of neighbouring frames. */
  readonly gaps: readonly number[]
  /** From the departure of a delta until it was drawn. */
  readonly deltas: readonly number[]
  readonly cpu: MainThreadTime
}

export async function measureSteady(page: Page, seconds: number): Promise<Steady> {
  const busyTime = await mainThreadTime(page)
  await restartProbes(page)
  await page.waitForTimeout(seconds * 1000)
  const { gaps, deltas } = await page.evaluate(() => ({
    gaps: window.benchFrames.gaps(),
    deltas: window.benchLatency.deltas(),
  }))
  return { seconds, gaps, deltas, cpu: await busyTime.finish() }
}

export function restartProbes(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.benchFrames.restart()
    window.benchLatency.restart()
  })
}

export async function startStreams({ connection, agentIds }: BenchWorld, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const outcome = await connection.client.agents.submit({ agentId: agentIds.get(name) ?? '', text: 'Go on.' })
    if (!outcome.ok) throw new Error(outcome.error.message)
  }
}

export async function stopStreams({ connection, agentIds }: BenchWorld, names: readonly string[]): Promise<void> {
  for (const name of names) await connection.client.agents.cancel({ agentId: agentIds.get(name) ?? '' })
}
