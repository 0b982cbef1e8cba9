import type { BrowserContextOptions, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { PSEUDO_MARKS } from '../../../src/renderer/text/pseudo.ts'
import { findBrowser } from '../../support/find-browser.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('languages (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  /** Opens the first start in a context of its own, because the choice is stored in the browser. */
  async function openAlone(options: BrowserContextOptions = {}): Promise<Page> {
    const shared = await preview.page()
    const { origin } = new URL(shared.url())
    const browser = shared.context().browser()
    await shared.close()
    if (browser === null) throw new Error('The preview has no browser')
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
    const page = await context.newPage()
    await page.goto(`${origin}/?world=empty`)
    return page
  }

  it('shows German after it was chosen, also after a reload', async () => {
    const page = await openAlone()
    await page.getByRole('button', { name: 'Start the demo' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'Appearance' }).click()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
    const settings = page.getByRole('dialog', { name: 'Einstellungen' })
    await settings.getByRole('combobox', { name: 'Sprache' }).waitFor()
    await settings.getByRole('tab', { name: 'Info' }).click()
    for (const fact of ['eingebaut', 'Schlüsselbund des Systems'])
      await settings.getByText(fact, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Demo starten' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    expect(await page.getByPlaceholder('Schlüssel einfügen').count()).toBe(1)
    await page.reload()
    await page.getByText('Ollama · 2 Modelle').waitFor()
    const machine = page.getByRole('region', { name: 'Dieser Computer' })
    await machine.getByText('48,3 GB').waitFor()
    expect(await machine.innerText()).toContain('bubblewrap ist nicht installiert')
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'Datenbank' }).click()
    await page.getByRole('dialog', { name: 'Einstellungen' }).getByLabel('Verbindung', { exact: true }).waitFor()
    await page.context().close()
  })

  it('writes commands, amounts and numbers as German does', async () => {
    const page = await openAlone()
    await page.evaluate(() => window.localStorage.setItem('ikigai.language', 'de'))
    await page.goto(new URL('/', page.url()).href)
    await page
      .getByText(/^\d+,\d\d\s\$$/)
      .filter({ visible: true })
      .first()
      .waitFor()
    await page.keyboard.press('Control+k')
    const fork = page.getByRole('option', { name: /^Abzweigen/ })
    expect(await fork.innerText()).toMatch(/^Abzweigen…\s*Strg\+Umschalt\+N$/)
    await page.context().close()
  })

  it('shows German on a German system', async () => {
    const page = await openAlone({ locale: 'de-DE' })
    await page.getByRole('button', { name: 'Demo starten' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await page.context().close()
  })

  it.each([1440, 720])('has all texts of the first start from the catalogue, at %d pixels unclipped', async (width) => {
    const page = await openAlone({ viewport: { width, height: 900 } })
    await page.evaluate(() => window.localStorage.setItem('ikigai.language', 'pseudo'))
    await page.reload()
    const start = page.getByRole('region', { name: PSEUDO_MARKS[0] })
    await start.getByText('Ollama').waitFor()
    const buttons = await start.getByRole('button').all()
    for (const button of buttons) {
      expect(await button.innerText()).toContain(PSEUDO_MARKS[0])
      expect(await button.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    }
    expect(buttons.length).toBeGreaterThan(3)
    for (const heading of await start.getByRole('heading').all())
      expect(await heading.innerText()).toContain(PSEUDO_MARKS[0])
    await page.context().close()
  })
})
