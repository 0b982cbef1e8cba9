import type { BrowserContext, Page } from '@playwright/test'

import { servePreview } from '../../renderer/preview/serve-preview.ts'
import { mainThreadTime } from './main-thread.ts'
import { taskTimes } from './task-times.ts'
import { percentile, type WindowFigure } from './window-figure.ts'

/** Worlds of the preview, by how many agents they have. */
const WORLDS = { many: 10_000, few: 100 } as const
type Crowd = keyof typeof WORLDS

const ROUNDS = 3
/** Frames of panning, and steps of zooming, in each round. */
const PAN_FRAMES = 240
const ZOOM_STEPS = 24
/** px of a frame, as of a fast swipe. */
const PAN_PX = 90
const LONG_FRAME_MS = 50
/** On a busy machine 10,000 agents are there late. */
const LONGEST_WAIT_MS = 180_000
/** How many times the work of a frame may grow with a hundred times as many agents. */
const GROWTH = 3

/**
 * The map with 10,000 agents in one day while it is panned through all rows and hours, and zoomed: the longest task of the
 * main thread, which is what delays a frame, and the work of a frame in ratio to a map of 100 agents.
 */
export async function benchMap(context: BrowserContext): Promise<readonly WindowFigure[]> {
  const served = await servePreview()
  try {
    const taken: Record<Crowd, Taken[]> = { many: [], few: [] }
    for (let round = 0; round < ROUNDS; round += 1)
      for (const crowd of ['few', 'many'] as const)
        taken[crowd].push(await measure(context, `${served.url}?world=${crowd}-map`))
    return [...longFrames('panned', taken.many, 'pan'), ...longFrames('zoomed', taken.many, 'zoom'), ...growth(taken)]
  } finally {
    await served.close()
  }
}

interface Work {
  /** Tasks of more than 50 ms of CPU, each in ms. */
  readonly long: readonly number[]
  /** CPU of the main thread for a step, ms. */
  readonly cpu: number
}

type Taken = Readonly<Record<'pan' | 'zoom', Work>>

async function measure(context: BrowserContext, url: string): Promise<Taken> {
  const page = await context.newPage()
  page.setDefaultTimeout(LONGEST_WAIT_MS)
  await page.goto(url)
  await page.getByRole('navigation', { name: 'Agents' }).waitFor()
  await page.keyboard.press('Control+Shift+G')
  await page.getByRole('treegrid').getByRole('gridcell').first().waitFor()
  // All pages of points were read.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  const pan = await worked(page, PAN_FRAMES, () => page.evaluate(panMap, { frames: PAN_FRAMES, px: PAN_PX }))
  const zoom = await worked(page, ZOOM_STEPS, () => page.evaluate(zoomMap, ZOOM_STEPS))
  await page.close()
  return { pan, zoom }
}

async function worked(page: Page, steps: number, work: () => Promise<void>): Promise<Work> {
  const time = await mainThreadTime(page)
  await work()
  const { total } = await time.finish()
  // Apart: what is traced takes longer.
  const tasks = await taskTimes(page, work)
  return { long: tasks.filter((ms) => ms > LONG_FRAME_MS), cpu: total / steps }
}

/** Scrolls in every frame, down and to the right, and from the end back again. */
async function panMap({ frames, px }: { readonly frames: number; readonly px: number }): Promise<void> {
  const map = document.querySelector('[role="treegrid"]')
  for (let frame = 0; frame < frames; frame += 1) {
    await new Promise(requestAnimationFrame)
    const side = frame < frames / 2 ? 1 : -1
    map?.scrollBy(side * px, side * px)
  }
}

/** Turns the wheel with Ctrl in every frame: wider first, then narrower. */
async function zoomMap(steps: number): Promise<void> {
  const map = document.querySelector('[role="treegrid"]')
  for (let step = 0; step < steps; step += 1) {
    await new Promise(requestAnimationFrame)
    const deltaY = step < steps / 2 ? -40 : 40
    map?.dispatchEvent(
      new WheelEvent('wheel', { ctrlKey: true, deltaY, clientX: 800, cancelable: true, bubbles: true }),
    )
  }
  await new Promise(requestAnimationFrame)
}

function longFrames(how: string, taken: readonly Taken[], part: keyof Taken): readonly WindowFigure[] {
  const long = taken.flatMap((each) => each[part].long)
  const what = `map of ${WORLDS.many.toLocaleString('en-US')} agents ${how}`
  return [
    { what: `${what}: tasks over ${LONG_FRAME_MS} ms of CPU`, value: long.length, unit: '', goal: 0 },
    {
      what: `${what}: CPU a step`,
      value: percentile(
        taken.map((each) => each[part].cpu),
        0.5,
      ),
      unit: 'ms',
      goal: LONG_FRAME_MS,
      of: long.length === 0 ? 'no long task' : `longest task ${Math.max(...long).toFixed(0)} ms`,
    },
  ]
}

function growth(taken: Readonly<Record<Crowd, readonly Taken[]>>): readonly WindowFigure[] {
  return (['pan', 'zoom'] as const).map((part) => {
    const cpu = (crowd: Crowd) =>
      percentile(
        taken[crowd].map((each) => each[part].cpu),
        0.5,
      )
    return {
      what: `map: CPU of a step (${part}), ${WORLDS.many.toLocaleString('en-US')} ÷ ${WORLDS.few} agents`,
      value: cpu('many') / cpu('few'),
      unit: '×',
      ...(part === 'pan' ? { goal: GROWTH } : {}),
      of: `median of ${ROUNDS}`,
    }
  })
}
