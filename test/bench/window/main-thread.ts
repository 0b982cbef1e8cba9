import type { Page } from '@playwright/test'

/** CPU time of a page's main thread, ms. A busy machine makes it wait, and adds little. */
export interface MainThreadTime {
  readonly total: number
  readonly script: number
  readonly style: number
  readonly layout: number
}

const METRICS = {
  total: 'TaskDuration',
  script: 'ScriptDuration',
  style: 'RecalcStyleDuration',
  layout: 'LayoutDuration',
} as const

/** Measures from now on until `finish`. The rest of the total is mostly paint, composition and collection of garbage. */
export async function mainThreadTime(page: Page): Promise<{ finish(): Promise<MainThreadTime> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async (): Promise<MainThreadTime> => {
    const { metrics } = await session.send('Performance.getMetrics')
    const ms = (wanted: string) => (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1000
    const { total, script, style, layout } = METRICS
    return { total: ms(total), script: ms(script), style: ms(style), layout: ms(layout) }
  }
  const before = await read()
  return {
    async finish() {
      const after = await read()
      await session.send('Performance.disable')
      await session.detach()
      return {
        total: after.total - before.total,
        script: after.script - before.script,
        style: after.style - before.style,
        layout: after.layout - before.layout,
      }
    },
  }
}
