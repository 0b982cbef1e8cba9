import type { Page } from '@playwright/test'

import { lastPrompt } from './bench-log.ts'
import { openWindow } from './bench-page.ts'
import type { BenchWorld } from './bench-world.ts'
import { percentile, type WindowFigure } from './window-figure.ts'

export const LONG = 'Long'
export const SHORT = 'Short'
const ROUNDS = 9
const PAGES = 12

/** An agent with a long history: from the click to its painted tail, and how older events come in. */
export async function benchOpening(world: BenchWorld, events: number): Promise<readonly WindowFigure[]> {
  const page = await openWindow(world, [[SHORT]])
  const cold = await open(page, LONG)
  const warm: number[] = []
  const short: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    short.push(await open(page, SHORT))
    warm.push(await open(page, LONG))
  }
  const older = await scrollUp(page)
  await page.close()
  const agent = `${events.toLocaleString('en-US')} events`
  const rounds = `${ROUNDS} times`
  return [
    { what: `opening ${agent}, first time`, value: cold, unit: 'ms', goal: 200 },
    { what: `opening ${agent}, median`, value: percentile(warm, 0.5), unit: 'ms', goal: 200, of: rounds },
    { what: `opening ${agent}, slowest`, value: Math.max(...warm), unit: 'ms', goal: 200, of: rounds },
    { what: 'opening 200 events, median', value: percentile(short, 0.5), unit: 'ms', of: rounds },
    { what: 'older events painted, median', value: percentile(older, 0.5), unit: 'ms', of: `${PAGES} pages of 100` },
    { what: 'older events painted, slowest', value: Math.max(...older), unit: 'ms', of: `${PAGES} pages of 100` },
  ]
}

/** ms from the click, as the browser dates it, until the agent's last words are drawn at the end of its transcript. */
export async function open(page: Page, name: string): Promise<number> {
  // Of many rows, the tree renders only those in view.
  await page.getByRole('searchbox', { name: 'Filter agents' }).fill(`"${name}"`)
  const took = page.evaluate(
    ({ label, words }) =>
      new Promise<number>((resolve) => {
        let clicked = Number.NaN
        document.addEventListener('click', ({ timeStamp }) => (clicked = timeStamp), { capture: true, once: true })
        const isThere = (): boolean => {
          const log = document.querySelector(`[role="log"][aria-label="${label}"]`)
          if (log?.textContent.includes(words) !== true) return false
          return log.scrollHeight - log.scrollTop - log.clientHeight < 24
        }
        const look = (): void => {
          if (isThere()) window.benchFrames.painted((at) => resolve(at - clicked))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    { label: `Conversation with ${name}`, words: lastPrompt(name) },
  )
  const click = page.getByRole('treeitem').filter({ hasText: name }).click()
  return (await Promise.all([took, click]))[0]
}

/** ms from reaching the top until more events are drawn above, once a page. */
async function scrollUp(page: Page): Promise<readonly number[]> {
  const times: number[] = []
  for (let index = 0; index < PAGES; index++) times.push(await page.evaluate(onePageUp))
  return times
}

function onePageUp(): Promise<number> {
  const log = document.querySelector('[role="log"]')
  if (log === null) throw new Error('No transcript')
  const first = log.querySelector('[data-event]')
  const began = performance.now()
  log.scrollTop = 0
  return new Promise((resolve) => {
    const look = (): void => {
      if (log.querySelector('[data-event]') === first) requestAnimationFrame(look)
      else window.benchFrames.painted((at) => resolve(at - began))
    }
    requestAnimationFrame(look)
  })
}
