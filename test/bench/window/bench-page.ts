import type { CDPSession, Page } from '@playwright/test'

import { benchLayout } from './bench-layout.ts'
import type { BenchWorld } from './bench-world.ts'

/** What a window weighs after a forced collection. */
export interface WindowWeight {
  /** MB. */
  readonly heap: number
  readonly nodes: number
}

/** A window with these columns of panes; ready when `shown` of them show their agent. Missing: all. */
export async function openWindow(
  world: BenchWorld,
  columns: readonly (readonly string[])[],
  shown = columns.flat().length,
): Promise<Page> {
  const ids = columns.map((column) => column.map((name) => world.agentIds.get(name) ?? ''))
  await world.connection.client.settings.set({ key: 'layout', value: benchLayout(ids) })
  const page = await world.context.newPage()
  await page.goto(world.address)
  await page.waitForFunction(
    (count) => {
      const logs = [...document.querySelectorAll('[role="log"]')]
      return logs.filter((log) => log.querySelector('[data-event]') !== null).length === count
    },
    shown,
    { timeout: PATIENCE_MS },
  )
  await calm(page)
  return page
}

/** However busy the machine is. */
const PATIENCE_MS = 120_000
/** Nothing was drawn for so long: ms. */
const CALM_MS = 1_000

/** The window has drawn all that it begins with. */
export async function calm(page: Page): Promise<void> {
  const count = () => page.evaluate(() => document.querySelectorAll('*').length)
  for (let last = -1, now = await count(); now !== last; now = await count()) {
    last = now
    await page.waitForTimeout(CALM_MS)
  }
}

/** Collects what is garbage, and weighs the rest. */
export async function weigh(page: Page): Promise<WindowWeight> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  const metric = (name: string): number => metrics.find((each) => each.name === name)?.value ?? Number.NaN
  return { heap: metric('JSHeapUsedSize') / 2 ** 20, nodes: metric('Nodes') }
}

/** What the main thread does from now on; `finish` answers it as a `.cpuprofile`. */
export async function profile(page: Page): Promise<{ finish(): Promise<string> }> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.start')
  return {
    async finish() {
      const result = await session.send('Profiler.stop')
      await session.detach()
      return JSON.stringify(result.profile)
    },
  }
}
