import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../support/find-browser.ts'
import { PREVIEW_VIEWS } from './preview/preview-views.ts'
import { previewForTests } from './support/open-preview.ts'

const executablePath = findBrowser()

/**
 * What the window was drawn with, in CSS pixels at the normal text size: widths and heights of boxes, sizes and heights
 * of lines of text. A box may differ by 4 px, because borders and content take some of it; text by 1 px.
 */
interface Measures {
  readonly width?: number
  readonly height?: number
  /** From the left edge of the window. */
  readonly left?: number
  readonly text?: number
  readonly line?: number
}

interface Measured {
  readonly part: string
  readonly selector: string
  readonly measures: Measures
}

const part = (name: string, selector: string, measures: Measures): Measured => ({ part: name, selector, measures })
const css = (name: string): string => `[class*="_${name}_"]`

const FRAME = [
  part('title bar', `header${css('bar')}`, { height: 44 }),
  part('view switch', 'nav[aria-label="Views"]', { height: 28 }),
  part('search field', css('palette'), { width: 250, height: 28 }),
  part('tree', 'nav[aria-label="Agents"]', { width: 292, left: 0 }),
  part('row of the tree', '[role="treeitem"]', { height: 30, left: 8 }),
  part('name in the tree', `[role="treeitem"] ${css('name')}`, { text: 13, line: 19 }),
  part('foot of the tree', css('counts'), { height: 34 }),
]
const PANE = [
  part('pane header', `section[aria-label^="Agent "] header${css('header')}`, { height: 44, left: 292 }),
  part('name in the header', `section[aria-label^="Agent "] h2 ${css('name')}`, { text: 14, line: 20 }),
  part('message', css('event'), { left: 342, width: 497 }),
  part('prompt', 'article[aria-label^="Your prompt"] p', { text: 15, line: 22.5 }),
  part('answer', `${css('answer')} > ${css('markdown')} > p`, { text: 16, line: 25.6, left: 342 }),
  part('head of a table', `${css('markdown')} th`, { text: 12 }),
  part('cell of a table', `${css('markdown')} tbody td`, { text: 14 }),
  part('chip of a fork', 'ul[aria-label="Forks here"] button', { height: 26 }),
  part('prompt box', 'textarea', { text: 15, line: 22.5 }),
]
const COMPARISON = [
  part('header', `section[aria-label^="Comparison"] header${css('bar')}`, { height: 44 }),
  part('name', `section[aria-label^="Comparison"] h2`, { left: 332, text: 14 }),
  part('prompt', `${css('question')} p`, { left: 350, text: 15, line: 22.5 }),
  part('first column', 'section[aria-label^="A: "]', { left: 316, width: 375 }),
  part('second column', 'section[aria-label^="B: "]', { left: 691, width: 375 }),
  part('third column', 'section[aria-label^="C: "]', { left: 1066, width: 374 }),
  part('fan', css('fan'), { height: 26 }),
  part('head of a column', css('head'), { height: 34 }),
  part('letter', `${css('head')} ${css('letter')}`, { width: 20, height: 20 }),
  part('figures', `div${css('figures')}`, { height: 36, left: 325 }),
  part('answer', `section[aria-label^="A: "] ${css('markdown')} p`, { text: 15.5, line: 24.5 }),
]
const MAP = [
  part('header', 'section[aria-label="Map"] > header', { height: 44 }),
  part('name', '[role="rowheader"]', { width: 244, height: 37 }),
  part('details', 'aside', { width: 258 }),
]
const REVIEW = [
  part('list of files', 'nav[aria-label="Changed files"]', { width: 286 }),
  part('file', css('file'), { height: 30 }),
  part('head of the file', css('fileHead'), { height: 44 }),
  part('line', `div${css('line')}`, { height: 20, text: 12.5, line: 20 }),
  part('number', `div${css('line')} ${css('number')}`, { width: 40, left: 320 }),
  part('sign', `div${css('line')} ${css('sign')}`, { width: 16 }),
  part('fold', css('fold'), { height: 26 }),
]
const RACE = [
  part('header', 'section[aria-label="Race"] header', { height: 44 }),
  part('head of the board', 'table thead th', { height: 30, text: 12 }),
  part('row of the board', 'tbody tr', { height: 52 }),
  part('attempt', 'tbody th', { left: 404 }),
  part('cost', 'tbody td:nth-child(6)', { width: 92 }),
  part('time', 'tbody td:nth-child(7)', { width: 70 }),
  part('act', 'tbody td:nth-child(8)', { width: 124 }),
]

describe.skipIf(executablePath === null)(
  'Measures at 1440 px (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    const views: readonly (readonly [string, readonly Measured[]])[] = [
      ['panes', [...FRAME, ...PANE]],
      ['compare-judged', COMPARISON],
      ['map', MAP],
      ['changes', REVIEW],
      ['race-view', RACE],
    ]

    it.each(views)('%s', async (name, parts) => {
      const view = PREVIEW_VIEWS.find((shown) => shown.name === name)
      const page = await preview.page(view?.query)
      await view?.open(page)
      const wrong: string[] = []
      for (const { part: measured, selector, measures } of parts) {
        const found = await measure(page, selector)
        for (const key of KEYS) {
          const wanted = measures[key]
          const tolerance = key === 'text' || key === 'line' ? 1 : 4
          if (wanted !== undefined && Math.abs(found[key] - wanted) > tolerance) {
            wrong.push(`${measured}: ${key} is ${found[key]}, not ${wanted}`)
          }
        }
      }
      expect(wrong).toEqual([])
      await page.close()
    })
  },
)

const KEYS = ['width', 'height', 'left', 'text', 'line'] as const

/** Measures the first element of a selector that is drawn. */
async function measure(page: Page, selector: string): Promise<Required<Measures>> {
  const element = page.locator(selector).filter({ visible: true }).first()
  return element.evaluate((shown) => {
    const { width, height, left } = shown.getBoundingClientRect()
    const { fontSize, lineHeight } = getComputedStyle(shown)
    return { width, height, left, text: Number.parseFloat(fontSize), line: Number.parseFloat(lineHeight) }
  })
}
