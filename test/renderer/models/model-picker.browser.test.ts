import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ACCESSIBLE, checkAccessibility, engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

/** The places where models are chosen: how each is opened, and the name of its dialog. */
const PLACES = [
  ['the prompt', (page: Page) => page.keyboard.press('Control+m'), 'Choose a model'],
  ['a further model', (page: Page) => further(page), 'Choose another model'],
  ['a fork', (page: Page) => page.keyboard.press('Control+Shift+N'), /^Fork “/],
  ['a race', (page: Page) => command(page, 'Race…'), /^Race/],
  ['an evaluation', (page: Page) => command(page, 'Run evaluation…'), /^Run evaluation/],
  ['a default', (page: Page) => defaultModel(page), 'Choose a model: Anthropic'],
] as const

const further = (page: Page) => page.getByRole('button', { name: 'Ask another model' }).first().click()

async function command(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(title)
  await page.getByRole('option', { name: title }).first().click()
}

async function defaultModel(page: Page): Promise<void> {
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'Default models' }).click()
  await page
    .getByRole('button', { name: /^Anthropic/ })
    .first()
    .click()
}

describe.skipIf(executablePath === null)(
  'the picker of models (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it.each(PLACES)(
      'is the same for %s: what models cost and can do, and the rest behind one button',
      async (place, open, name) => {
        const page = await preview.page()
        await open(page)
        const picker = page.getByRole('dialog', { name, exact: true })
        await picker.getByRole('searchbox', { name: 'Search models' }).waitFor()
        const groups = picker.getByRole('group', { name: /^(Starred|Recent|Recommended)/ })
        await groups.first().waitFor()
        await picker
          .getByText(/^\$[\d.]+ in and \$[\d.]+ out, per million tokens$/)
          .first()
          .waitFor()
        for (const ability of ['Reads images', 'Uses tools', 'Thinks'])
          await picker.getByRole('img', { name: ability }).first().waitFor()
        await expect.poll(() => picker.getByText('Medium').count()).toBeGreaterThan(0)
        expect(await picker.getByText(/^(min|low|med|high|xhigh|max)$/).count()).toBe(0)
        expect(await picker.getByText('Grok 4').count()).toBe(0)
        const all = picker.getByRole('button', { name: /^All \d+ models$/ })
        await all.click()
        expect(await all.getAttribute('aria-pressed')).toBe('true')
        if (place !== 'a default') await picker.getByText('Grok 4').waitFor()
        expect(await checkAccessibility(page, { only: '[role=dialog]' })).toEqual(ACCESSIBLE)
        await page.close()
      },
    )

    it.each([
      ['Control+m', 1440],
      ['Control+m', 900],
      ['Control+m', 390],
      ['+', 1440],
      ['+', 390],
    ] as const)('never stands over the prompt: %s at %d px', async (opener, width) => {
      const page = await preview.page()
      await page.setViewportSize({ width, height: 800 })
      const prompt = page.getByRole('textbox', { name: /^Prompt to/ }).first()
      await prompt.fill('A prompt\nof several\nlines')
      await (opener === '+' ? further(page) : page.keyboard.press(opener))
      const picker = page.getByRole('dialog', { name: /^Choose/ })
      await picker.getByRole('searchbox').waitFor()
      const bottom = await picker.evaluate((element) => element.getBoundingClientRect().bottom)
      const top = await prompt.evaluate((element) => element.getBoundingClientRect().top)
      expect(bottom).toBeLessThan(top)
      expect(await picker.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0)
      await page.close()
    })

    it('keeps stars in the settings of the engine, and shows them first everywhere', async () => {
      const page = await preview.page()
      await page.keyboard.press('Control+m')
      const picker = page.getByRole('dialog', { name: 'Choose a model' })
      await picker.getByRole('searchbox').fill('gpt-4.1')
      await picker.getByRole('button', { name: 'Star GPT-4.1', exact: true }).click()
      await expect
        .poll(() => engineCalls(page, 'settings.set'))
        .toContainEqual(expect.stringContaining('favouriteModels'))
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+Shift+N')
      const starred = page.getByRole('dialog', { name: /^Fork/ }).getByRole('group', { name: /^Starred/ })
      await starred.getByRole('checkbox', { name: 'GPT-4.1' }).waitFor()
      await starred.getByRole('button', { name: 'Remove the star of GPT-4.1' }).click()
      await expect.poll(() => starred.count()).toBe(0)
      await page.close()
    })

    it('changes the level of the highlighted model by arrow keys, and chooses it with Enter', async () => {
      const page = await preview.page()
      await page.keyboard.press('Control+m')
      const picker = page.getByRole('dialog', { name: 'Choose a model' })
      const level = picker.getByRole('combobox', { name: /^Thinking level of/ }).first()
      await expect.poll(() => level.inputValue()).toBe('med')
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => level.inputValue()).toBe('high')
      await page.keyboard.press('Enter')
      await expect.poll(() => engineCalls(page, 'agents.submit')).toHaveLength(1)
      expect((await engineCalls(page, 'agents.submit'))[0]).toMatch(/"\/model [^"]+\/high"/)
      await page.close()
    })
  },
)
