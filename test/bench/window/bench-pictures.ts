import type { Page } from '@playwright/test'

import { open } from './bench-opening.ts'
import { openWindow, weigh } from './bench-page.ts'
import type { BenchWorld } from './bench-world.ts'
import { mainThreadTime } from './main-thread.ts'
import { percentile, type WindowFigure } from './window-figure.ts'

export const WITH_PICTURES = 'Pictures'
export const WITH_TEXT = 'Words'
const ROUNDS = 5
/** Frames of one way up and down, and pixels per frame. */
const FRAMES = 240
const STEP = 120

/** An agent with pictures beside one with the same text and none: opening, and scrolling through a part of each. */
export async function benchPictures(world: BenchWorld, pictures: number): Promise<readonly WindowFigure[]> {
  const page = await openWindow(world, [[WITH_TEXT]])
  const opened: Record<'text' | 'pictures', number[]> = { text: [], pictures: [] }
  const first = await open(page, WITH_PICTURES)
  for (let round = 0; round < ROUNDS; round++) {
    opened.text.push(await open(page, WITH_TEXT))
    opened.pictures.push(await open(page, WITH_PICTURES))
  }
  const seen = await scrolled(page)
  const heap = await weigh(page)
  await open(page, WITH_TEXT)
  const text = await scrolled(page)
  await page.close()
  const of = `${pictures} pictures of 5 MB`
  const rounds = `${ROUNDS} times`
  return [
    { what: 'opening an agent with text, median', value: percentile(opened.text, 0.5), unit: 'ms', of: rounds },
    { what: 'opening an agent with pictures, first time', value: first, unit: 'ms', goal: 200, of },
    {
      what: 'opening an agent with pictures, median',
      value: percentile(opened.pictures, 0.5),
      unit: 'ms',
      goal: 200,
      of,
    },
    ...scrollFigures('text', text),
    ...scrollFigures('pictures', seen),
    { what: 'scrolling pictures: JS heap after', value: heap.heap, unit: 'MB' },
  ]
}

interface Scrolled {
  /** ms. */
  readonly gaps: readonly number[]
  readonly cpu: number
}

function scrollFigures(what: string, { gaps, cpu }: Scrolled): readonly WindowFigure[] {
  const of = `${gaps.length} frames`
  return [
    { what: `scrolling ${what}: frame p50`, value: percentile(gaps, 0.5), unit: 'ms', of },
    { what: `scrolling ${what}: frame p99`, value: percentile(gaps, 0.99), unit: 'ms', of },
    { what: `scrolling ${what}: main thread, CPU a frame`, value: cpu / gaps.length, unit: 'ms', of },
  ]
}

/** Scrolls up and down again, the same distance in each frame. */
async function scrolled(page: Page): Promise<Scrolled> {
  const time = await mainThreadTime(page)
  const gaps = await page.evaluate(scrollUpAndDown, { frames: FRAMES, step: STEP })
  return { gaps, cpu: (await time.finish()).total }
}

function scrollUpAndDown({ frames, step }: { frames: number; step: number }): Promise<readonly number[]> {
  const log = document.querySelector('[role="log"]')
  if (log === null) throw new Error('No transcript')
  window.benchFrames.restart()
  return new Promise((resolve) => {
    let frame = 0
    const next = (): void => {
      log.scrollTop += frame < frames ? -step : step
      frame += 1
      if (frame < 2 * frames) requestAnimationFrame(next)
      else resolve(window.benchFrames.gaps())
    }
    requestAnimationFrame(next)
  })
}
