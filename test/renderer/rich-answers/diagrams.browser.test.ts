import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'
import { beforeAll, describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { loudParts } from '../../support/loud-parts.ts'
import { fence } from './fence.ts'
import { richPageForTests } from './rich-page.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('a diagram (skipped where no Chrome or Chromium is installed)', () => {
  const rich = richPageForTests(executablePath)
  const { answer, problems } = rich
  let page: Page
  beforeAll(() => {
    page = rich.page
  })

  it('is a picture with its source, can be zoomed, saved, and shown as code', async () => {
    await answer(fence('mermaid', 'graph TD\nA[Start] --> B{Ready?}\nB -->|yes| C[Go]'))
    const picture = page.getByRole('img', { name: 'Diagram' })
    await picture.waitFor({ timeout: 30_000 })
    await expect
      .poll(() =>
        picture.evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 50),
      )
      .toBe(true)
    const description = await picture.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${description}"]`).textContent()).toContain('A[Start]')
    const width = () => picture.evaluate((image) => image.getBoundingClientRect().width)
    const before = await width()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    expect(await width()).toBeGreaterThan(before)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as SVG' }).click()
    const svg = await readFile(await (await download).path(), 'utf8')
    expect(svg).toMatch(/^<svg[^]*Start[^]*<\/svg>$/)
    await page.getByRole('radio', { name: 'Code' }).check({ force: true })
    await page.getByRole('figure', { name: 'Code, mermaid, 3 lines' }).waitFor()
    expect(problems).toEqual([])
  })

  it('that is wrong is its code with the line of the error', async () => {
    await answer(fence('mermaid', 'graph TD\nA --> B\nB --> --> {{'))
    await page
      .getByRole('note')
      .filter({ hasText: 'This diagram has an error in line 3.' })
      .waitFor({ timeout: 30_000 })
    expect(await page.getByRole('figure', { name: 'Code, mermaid, 3 lines' }).count()).toBe(1)
  })

  it('that is hostile brings no script, link or address into its picture', async () => {
    const hostile = [
      '%%{init: {"securityLevel": "loose", "flowchart": {"htmlLabels": true}, "themeCSS": "@import url(https://evil.example/a.css)"}}%%',
      'graph TD',
      'A["<img src=x onerror=alert(1)><script>alert(2)</script>"] --> B',
      'click A "javascript:alert(3)"',
      'click B href "https://evil.example/" _blank',
    ].join('\n')
    await answer(fence('mermaid', hostile))
    const picture = page.getByRole('img', { name: 'Diagram' })
    const note = page.getByRole('note')
    await picture.or(note).first().waitFor({ timeout: 30_000 })
    for (const source of await picture.evaluateAll((all) => all.map((image) => image.getAttribute('src') ?? '')))
      expect(await page.evaluate(loudParts, source)).toEqual([])
    expect(
      await page.evaluate(() => document.querySelectorAll('[role=log] :is(script, svg a, foreignObject)').length),
    ).toBe(0)
  })
})
