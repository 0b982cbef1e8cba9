import { openWindow, weigh } from './bench-page.ts'
import type { BenchWorld } from './bench-world.ts'
import type { WindowFigure } from './window-figure.ts'

export const PANES = 50
/** How many of them fit beside each other. */
const SHOWN = 4

export const paneName = (index: number): string => `Pane ${String(index + 1).padStart(2, '0')}`

/** What a window weighs with 50 panes beside one with a single pane. */
export async function benchManyPanes(world: BenchWorld): Promise<readonly WindowFigure[]> {
  const names = Array.from({ length: PANES }, (_, index) => paneName(index))
  const single = await openWindow(world, [names.slice(0, 1)])
  const one = await weigh(single)
  await single.close()
  const page = await openWindow(
    world,
    names.map((name) => [name]),
    SHOWN,
  )
  const all = await weigh(page)
  await page.close()
  return [
    { what: 'JS heap, 1 pane', value: one.heap, unit: 'MB', of: `${one.nodes} nodes` },
    { what: `JS heap, ${PANES} panes`, value: all.heap, unit: 'MB', of: `${SHOWN} shown, ${all.nodes} nodes` },
    { what: 'JS heap, each further pane', value: (all.heap - one.heap) / (PANES - 1), unit: 'MB' },
  ]
}
