import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ROOT } from '../preview/preview-world.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('The fonts of the window (skipped where no Chrome is installed)', () => {
  const preview = previewForTests(executablePath)

  /** What shows an answer in Literata, the window in Hanken Grotesk and code in JetBrains Mono. */
  const fonts = (page: Page) =>
    page.evaluate(() => {
      const first = (selector: string): string => {
        const found = document.querySelector(selector)
        return found === null ? 'nothing' : (getComputedStyle(found).fontFamily.split(',')[0] ?? '')
      }
      return {
        window: first('body'),
        button: first('button'),
        answer: first('article [class*="_markdown_"] > p'),
        code: first('pre code'),
      }
    })

  it('come from the window itself, and nothing else is asked for', async () => {
    const page = await preview.ownPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.reload()
    await page.getByRole('navigation', { name: 'Agents' }).waitFor()
    await page.evaluate((id) => window.show(id), ROOT)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const hosts = new Set(asked.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin))
    expect([...hosts]).toEqual([new URL(page.url()).origin])
    expect(
      asked.filter((url) => url.endsWith('.woff2')).map((url) => /[\w-]+-latin-wght-\w+/.exec(url)?.[0]),
    ).toContain('hanken-grotesk-latin-wght-normal')
    await page.close()
  })

  it('move nothing when they arrive, however late', async () => {
    const page = await preview.ownPage()
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/*.woff2', async (route) => {
      await released
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await page.getByRole('navigation', { name: 'Agents' }).waitFor()
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('h1, button, [role="treeitem"], [class*="_markdown_"] p')].map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return [x, y, width, height]
        }),
      )
    const before = await places()
    release()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    expect(await places()).toEqual(before)
    await page.close()
  })

  it('differ for the window, answers and code, and give way to the font that the user names', async () => {
    const page = await preview.page()
    await page.evaluate((id) => window.show(id), ROOT)
    await page.locator('article [class*="_markdown_"] > p').last().waitFor()
    expect(await fonts(page)).toMatchObject({
      window: '"Hanken Grotesk"',
      button: '"Hanken Grotesk"',
      answer: 'Literata',
    })
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'Appearance' }).click()
    const text = page.getByRole('combobox', { name: 'Text font' })
    await text.fill('system')
    await text.press('Enter')
    await expect.poll(() => fonts(page)).toMatchObject({ window: 'system-ui', answer: 'system-ui' })
    await text.fill('Georgia')
    await text.press('Enter')
    await expect.poll(() => fonts(page)).toMatchObject({ window: 'Georgia', answer: 'Georgia' })
    await page.close()
  })
})
