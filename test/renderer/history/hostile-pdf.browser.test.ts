import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { pasteFiles } from '../../support/attach-in-window.ts'
import { findBrowser } from '../../support/find-browser.ts'
import { endlessPdf, hugePdf, reachingPdf } from '../../support/hostile-pdf.ts'
import { samplePdf } from '../../support/sample-files.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()
const TRAP = 'http://127.0.0.1:9'

describe.skipIf(executablePath === null)('a hostile PDF (skipped where no Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  async function opened(window: Page, name: string, bytes: Uint8Array): Promise<Locator> {
    const box = window.getByRole('textbox', { name: 'Prompt to Tokens for the gateway' })
    await pasteFiles(box, [{ name, type: 'application/pdf', bytes }])
    await window.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    return window.getByRole('dialog', { name })
  }

  const programs = (window: Page) => window.workers().filter((worker) => worker.url().includes('pdf-worker'))

  it('runs no script and loads nothing but the program that draws, and its links open nothing', async () => {
    const window = await preview.ownPage()
    expect(programs(window)).toEqual([])
    const asked: string[] = []
    window.context().on('request', (request) => asked.push(request.url()))
    const dialog = await opened(window, 'reaching.pdf', reachingPdf(TRAP))
    const page = dialog.getByRole('img', { name: 'Page 1' })
    await expect
      .poll(() => page.evaluate((element) => element instanceof HTMLCanvasElement && element.width))
      .toBeGreaterThan(300)
    await page.click()
    await page.press('Enter')
    // Code of the conversation loads its grammars meanwhile.
    const own = new URL('assets/', window.url()).href
    expect(asked.filter((url) => !url.startsWith(own))).toEqual([])
    expect(asked.some((url) => url.includes('pdf-worker'))).toBe(true)
    expect(await dialog.getByRole('link').count()).toBe(0)
    expect(
      window
        .context()
        .pages()
        .filter((other) => other.url().startsWith(TRAP)),
    ).toEqual([])
    expect(await window.evaluate(() => Reflect.has(globalThis, 'trapped'))).toBe(false)
    expect(programs(window)).toHaveLength(1)
    await window.keyboard.press('Escape')
    await expect.poll(() => programs(window).length).toBe(0)
    await window.close()
  })

  it('that never ends is ended, and the next one is shown', async () => {
    const window = await preview.ownPage()
    await window.clock.install()
    const dialog = await opened(window, 'endless.pdf', endlessPdf())
    const note = dialog.getByText('Page 1 cannot be drawn.')
    await dialog.getByText('1 of 1').waitFor()
    await expect
      .poll(async () => {
        await window.clock.fastForward(15_000)
        return note.count()
      })
      .toBe(1)
    await expect.poll(() => programs(window).length).toBe(0)
    await window.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    const next = await opened(window, 'harmless.pdf', samplePdf(['Harmless']))
    await expect
      .poll(() =>
        next
          .getByRole('img', { name: 'Page 1' })
          .evaluate((page) => page.clientWidth > 300 && page instanceof HTMLCanvasElement && page.width > 300),
      )
      .toBe(true)
    await window.close()
  })

  it('that claims any sizes is drawn with a bounded number of pixels, in a place of bounded height', async () => {
    const window = await preview.page()
    const dialog = await opened(window, 'huge.pdf', hugePdf())
    await dialog.getByText('1 of 1').waitFor()
    const page = dialog.getByRole('img', { name: 'Page 1' })
    await expect.poll(() => page.evaluate((drawn) => drawn instanceof HTMLCanvasElement && drawn.height)).toBe(8_192)
    const place = await page.boundingBox()
    expect((place?.height ?? 0) / (place?.width ?? 1)).toBeLessThan(10.1)
    await window.close()
  })
})
