import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

/** Longer than a text box can hold without delay. */
const LINES = 4_000
const TEXT = 'a line of the log with words\n'.repeat(LINES)

const box = (page: Page) => page.getByRole('textbox', { name: /^Prompt to/ }).first()
const chip = (page: Page) => page.getByText(/^Pasted text · 4,001 lines/).first()

async function paste(page: Page, text: string, plain = false): Promise<void> {
  await box(page).focus()
  if (plain) {
    await box(page).dispatchEvent('keydown', { key: 'V', ctrlKey: true, shiftKey: true, bubbles: true })
  }
  await box(page).evaluate((element, pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
}

describe.skipIf(executablePath === null)('a very long text (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  it.each([false, true])(
    'is a file of the prompt, and stays one as text too (pasted as plain text: %s)',
    async (plain) => {
      const page = await preview.page()
      await paste(page, TEXT, plain)
      await chip(page).waitFor()
      await box(page).press('Control+z')
      await page.getByText('A text of more than 50,000 characters stays a file').waitFor()
      await chip(page).waitFor()
      expect(await box(page).inputValue()).toBe('')
      await page.close()
    },
  )

  it('becomes a file again when it comes from the log', async () => {
    const page = await preview.page()
    await page.evaluate(
      ([agentId, content]) => window.preview.record({ agentId, turnId: null, kind: 'user', content, data: null }),
      [
        await page.evaluate(() => window.preview.calls.join(' ').match(/"agentId":"([^"]+)"/)?.[1] ?? ''),
        TEXT,
      ] as const,
    )
    await box(page).focus()
    await page.keyboard.press('ArrowUp')
    await chip(page).waitFor()
    expect(await box(page).inputValue()).toBe('')
    await expect.poll(async () => (await engineCalls(page, 'drafts.set')).at(-1) ?? '').toContain('"text":""')
    await page.close()
  })
})
