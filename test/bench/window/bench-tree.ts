import type { Page } from '@playwright/test'

import { open } from './bench-opening.ts'
import { openWindow } from './bench-page.ts'
import type { BenchWorld } from './bench-world.ts'
import { percentile, type WindowFigure } from './window-figure.ts'

const TREE_PANES = 12
const COLUMNS = 4
const ROUNDS = 9
const GOAL_MS = 100
const FILTER = 'Filter agents'

export const treeAgentName = (index: number): string => `Agent ${String(index).padStart(5, '0')}`

/** What a user does often while the tree has many agents and the window is full of panes: each until it is painted. */
export async function benchTree(world: BenchWorld, agents: number): Promise<readonly WindowFigure[]> {
  const names = Array.from({ length: TREE_PANES }, (_, index) => treeAgentName(index))
  const rows = Array.from({ length: COLUMNS }, (_, column) =>
    names.filter((_name, index) => index % COLUMNS === column),
  )
  const page = await openWindow(world, rows)
  const others = Array.from({ length: ROUNDS }, (_, round) => treeAgentName(agents - 1 - round))
  const palette: number[] = []
  const search: number[] = []
  const filter: number[] = []
  const opening: number[] = []
  for (const name of others) {
    palette.push(await timed(page, PALETTE, '', 'Control+k'))
    search.push(await typed(page, PALETTE, name))
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: FILTER }).fill('')
    await page.getByRole('searchbox', { name: FILTER }).focus()
    filter.push(await typed(page, ROW, name))
    opening.push(await open(page, name))
  }
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  await page.close()
  const where = `${agents.toLocaleString('en-US')} agents, ${TREE_PANES} panes`
  return [
    ...figures(`${where}: palette opened`, palette),
    ...figures(`${where}: palette, a letter typed`, search),
    ...figures(`${where}: filter, a letter typed`, filter),
    ...figures(`${where}: an agent opened`, opening),
    { what: `${where}: elements`, value: nodes, unit: '', goal: 25_000 },
  ]
}

const PALETTE = '[role="dialog"] [role="option"]'
const ROW = '[role="treeitem"]'

/** Types all letters but the last of a name, and measures that one. */
async function typed(page: Page, selector: string, name: string): Promise<number> {
  await page.keyboard.type(name.slice(0, -1))
  await page.evaluate(() => new Promise<void>((resolve) => window.benchFrames.painted(() => resolve())))
  return timed(page, selector, name, name.at(-1) ?? '')
}

/** ms from a key, as the browser dates it, until the first element of `selector` has the text and is painted. */
async function timed(page: Page, selector: string, text: string, key: string): Promise<number> {
  // In a step of its own: the browser may handle a key before what was evaluated at the same time.
  const took = await page.evaluateHandle(watchKey, { selector, text })
  await page.keyboard.press(key)
  return took.evaluate(({ painted }) => painted)
}

function watchKey({ selector, text }: { readonly selector: string; readonly text: string }) {
  const painted = new Promise<number>((resolve) => {
    document.addEventListener(
      'keydown',
      ({ timeStamp: pressed }) => {
        const look = (): void => {
          const isThere = document.querySelector(selector)?.textContent.includes(text) === true
          if (isThere) window.benchFrames.painted((at) => resolve(at - pressed))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      },
      { capture: true, once: true },
    )
  })
  return { painted }
}

function figures(what: string, times: readonly number[]): readonly WindowFigure[] {
  const of = `${times.length} times`
  return [
    { what: `${what}, median`, value: percentile(times, 0.5), unit: 'ms', goal: GOAL_MS, of },
    { what: `${what}, slowest`, value: Math.max(...times), unit: 'ms', goal: GOAL_MS, of },
  ]
}
