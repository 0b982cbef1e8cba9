import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { pasteFiles } from '../../support/attach-in-window.ts'
import { findBrowser } from '../../support/find-browser.ts'
import { lockedPdf, samplePdf } from '../../support/sample-files.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `Sheet ${index + 1}`)

describe.skipIf(executablePath === null)('the pages of a PDF (skipped where no Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  const pane = (window: Page) => window.getByRole('region', { name: 'Agent Tokens for the gateway' })
  const beside = (window: Page) => pane(window).getByRole('region', { name: 'Preview: plan.pdf' })
  const pages = (place: Locator) => place.getByRole('region', { name: 'Pages of plan.pdf' })
  const sheet = (place: Locator, number: number) => place.getByRole('img', { name: `Page ${number}`, exact: true })

  async function attached(bytes: Uint8Array, window: Page): Promise<Locator> {
    const box = window.getByRole('textbox', { name: 'Prompt to Tokens for the gateway' })
    await pasteFiles(box, [{ name: 'plan.pdf', type: 'application/pdf', bytes }])
    await pane(window)
      .getByRole('button', { name: /^plan\.pdf/ })
      .click()
    return window.getByRole('dialog', { name: 'plan.pdf' })
  }

  async function shownBeside(bytes: Uint8Array, window: Page): Promise<Locator> {
    const dialog = await attached(bytes, window)
    await dialog.getByRole('button', { name: 'Show beside' }).click()
    await beside(window).waitFor()
    return beside(window)
  }

  /** How many pixels of a drawn page are dark. */
  function ink(page: Locator): Promise<number> {
    return page.evaluate((element) => {
      if (!(element instanceof HTMLCanvasElement) || element.width === 0) return 0
      const context = new OffscreenCanvas(element.width, element.height).getContext('2d')
      context?.drawImage(element, 0, 0)
      const { data = [] } = context?.getImageData(0, 0, element.width, element.height) ?? {}
      let dark = 0
      for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 100 && (data[at + 3] ?? 0) > 0) dark += 1
      return dark
    })
  }

  it('stand beside the conversation, drawn when they come near the view', async () => {
    const window = await preview.page()
    await window.setViewportSize({ width: 1440, height: 900 })
    const side = await shownBeside(samplePdf(numbered(12)), window)
    await expect.poll(() => ink(sheet(side, 1))).toBeGreaterThan(100)
    await side.getByText('1 of 12').waitFor()
    expect(await sheet(side, 9).count()).toBe(0)
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowRight']) await window.keyboard.press(key)
    await side.getByText('3 of 12').waitFor()
    await expect.poll(() => ink(sheet(side, 3))).toBeGreaterThan(100)
    await side.getByRole('button', { name: 'Next page' }).click()
    await side.getByText('4 of 12').waitFor()
    await pages(side).press('End')
    await side.getByText('12 of 12').waitFor()
    await expect.poll(() => ink(sheet(side, 12))).toBeGreaterThan(100)
    expect(await sheet(side, 1).count()).toBe(0)
    expect(await side.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true)
    await window.keyboard.press('Escape')
    await expect.poll(() => side.count()).toBe(0)
    await window.close()
  })

  it('are as wide as their place, and fill the window', async () => {
    const window = await preview.page()
    await window.setViewportSize({ width: 1440, height: 900 })
    const side = await shownBeside(samplePdf(numbered(3)), window)
    const narrow = (await sheet(side, 1).boundingBox())?.width ?? 0
    await side.getByRole('button', { name: 'Next page' }).click()
    await side.getByRole('button', { name: 'Fill the window' }).click()
    const dialog = window.getByRole('dialog', { name: 'Preview: plan.pdf' })
    await dialog.getByText('2 of 3').waitFor()
    await expect.poll(() => ink(sheet(dialog, 2))).toBeGreaterThan(100)
    const wide = (await sheet(dialog, 2).boundingBox())?.width ?? 0
    expect(wide).toBeGreaterThan(narrow)
    expect(await sheet(dialog, 2).evaluate((page) => (page instanceof HTMLCanvasElement ? page.width : 0))).toBe(
      Math.round(wide),
    )
    await window.keyboard.press('Escape')
    await beside(window).getByText('2 of 3').waitFor()
    await window.close()
  })

  it('give way to the text, and come back where they were', async () => {
    const window = await preview.page()
    const dialog = await attached(samplePdf(numbered(5)), window)
    await dialog.getByRole('button', { name: 'Next page' }).click()
    await dialog.getByText('2 of 5').waitFor()
    await dialog.getByRole('radio', { name: 'Text' }).check({ force: true })
    await dialog.getByText('This file has no text.').waitFor()
    expect(await pages(dialog).count()).toBe(0)
    await dialog.getByRole('radio', { name: 'Pages' }).check({ force: true })
    await dialog.getByText('2 of 5').waitFor()
    await expect.poll(() => ink(sheet(dialog, 2))).toBeGreaterThan(100)
    await window.close()
  })

  it('of a document with 2,000 of them are drawn only where they are seen', async () => {
    const window = await preview.page()
    const side = await shownBeside(samplePdf(numbered(2_000)), window)
    await side.getByText('1 of 2,000').waitFor()
    await expect.poll(() => ink(sheet(side, 1))).toBeGreaterThan(100)
    expect(await pages(side).getByRole('img').count()).toBeLessThan(6)
    await pages(side).press('End')
    await side.getByText('2,000 of 2,000').waitFor()
    await expect.poll(() => ink(side.getByRole('img', { name: 'Page 2,000' }))).toBeGreaterThan(100)
    expect(await pages(side).getByRole('img').count()).toBeLessThan(6)
    await window.close()
  })

  it.each([
    ['damaged', Buffer.from('%PDF-1.4\nno more'), /^The pages cannot be shown because this PDF is damaged/],
    ['locked', lockedPdf(['Secret']), /^This PDF is locked with a password/],
  ] as const)('cannot be shown of a %s document, which says so and can be saved', async (_, bytes, note) => {
    const window = await preview.page()
    const side = await shownBeside(bytes, window)
    await side.getByRole('alert').getByText(note).waitFor()
    await side.getByRole('radio', { name: 'Text' }).check({ force: true })
    await side.getByText('This file has no text.').waitFor()
    const download = window.waitForEvent('download')
    await side.getByRole('button', { name: 'Save as…' }).click()
    expect((await download).suggestedFilename()).toBe('plan.pdf')
    await window.close()
  })
})
