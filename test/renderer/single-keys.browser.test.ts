import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../support/find-browser.ts'
import { engineCalls, previewForTests } from './support/open-preview.ts'

const executablePath = findBrowser()

const SINGLE = 'Single letters act (A allows a call, J goes to the next message, E edits it)'

async function change(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Settings: Shortcuts')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: SINGLE }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

describe.skipIf(executablePath === null)('single letters (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  it('act nowhere once they are switched off, but still write and go to rows, and act again when switched on', async () => {
    const page = await preview.page('?world=several')
    const question = page.getByRole('group', { name: 'Change this file?' }).first()
    const hint = question.getByRole('button', { name: /^Allow once/ }).locator('kbd')
    await question.waitFor()
    expect(await hint.count()).toBe(1)

    await change(page)
    await expect.poll(() => engineCalls(page, 'settings.set')).toContainEqual(expect.stringContaining('single_keys'))
    await page.keyboard.press('Control+Shift+A')
    await expect.poll(() => question.evaluate((group) => group.contains(document.activeElement))).toBe(true)
    expect(await hint.count()).toBe(0)
    for (const key of ['a', 'd', 'g']) await page.keyboard.press(key)
    const message = page.getByRole('log').first().getByRole('article').first()
    await message.focus()
    await page.keyboard.press('j')
    expect(await message.evaluate((article) => article.contains(document.activeElement))).toBe(true)
    const box = page.getByRole('textbox', { name: /^Prompt to/ }).first()
    await box.fill('')
    await box.press('a')
    expect(await box.inputValue()).toBe('a')
    await box.fill('')
    const rows = page.getByRole('treeitem')
    await rows.first().focus()
    const before = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    const last = (await rows.last().getAttribute('aria-label')) ?? ''
    await page.keyboard.type(last.slice(0, 3))
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).not.toBe(before)
    expect(await engineCalls(page, 'approvals.answer')).toEqual([])

    await change(page)
    await page.keyboard.press('Control+Shift+A')
    await expect.poll(() => question.evaluate((group) => group.contains(document.activeElement))).toBe(true)
    await page.waitForFunction(() => document.activeElement?.closest('fieldset') !== null)
    await expect
      .poll(async () => {
        await page.keyboard.press('a')
        return engineCalls(page, 'approvals.answer')
      })
      .toHaveLength(1)
    await page.close()
  })
})
