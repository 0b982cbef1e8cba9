import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../support/find-browser.ts'
import { engineCalls, previewForTests } from './support/open-preview.ts'

const executablePath = findBrowser()

/** Where a key of an input method might do something else. */
interface Place {
  readonly name: string
  readonly key: 'Enter' | 'Escape'
  /** Opens it, and returns the field that has the focus and a text. */
  open(page: Page): Promise<Locator>
  /** What the key changes when it is no key of an input method. */
  state(page: Page, field: Locator): Promise<unknown>
}

const isShown = (_: Page, field: Locator): Promise<boolean> => field.isVisible()

/** Opens a layer by its key and types into the field that gets the focus. */
const layer = (keys: string, name: string, text: string) => async (page: Page) => {
  await page.keyboard.press(keys)
  const field = page.getByRole('dialog', { name }).locator('input').first()
  await field.waitFor()
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type(text)
  return field
}

async function prompt(page: Page): Promise<Locator> {
  const box = page.getByRole('textbox', { name: /^Prompt to/ }).first()
  await box.fill('Half a sen')
  return box
}

const PLACES: readonly Place[] = [
  { name: 'overview', key: 'Enter', open: layer('Control+Shift+O', 'Overview', ''), state: isShown },
  { name: 'overview', key: 'Escape', open: layer('Control+Shift+O', 'Overview', ''), state: isShown },
  { name: 'search', key: 'Enter', open: layer('Control+Shift+F', 'Search everything', 'gateway'), state: isShown },
  { name: 'palette', key: 'Enter', open: layer('Control+k', 'Command palette', 'Settings'), state: isShown },
  { name: 'palette', key: 'Escape', open: layer('Control+k', 'Command palette', 'Settings'), state: isShown },
  {
    name: 'find bar',
    key: 'Escape',
    async open(page) {
      await (await prompt(page)).focus()
      await page.keyboard.press('Control+f')
      const field = page.getByRole('search').getByRole('textbox')
      await field.fill('token')
      return field
    },
    state: isShown,
  },
  {
    name: 'filter of the tree',
    key: 'Escape',
    async open(page) {
      const field = page.getByLabel('Filter agents', { exact: true })
      await field.fill('parser')
      return field
    },
    state: (_, field) => field.inputValue(),
  },
  { name: 'prompt', key: 'Enter', open: prompt, state: (page) => engineCalls(page, 'agents.submit') },
]

describe.skipIf(executablePath === null)(
  'keys of an input method (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it.each(PLACES)('do nothing else: $key in $name', async ({ key, open, state }) => {
      const page = await preview.page()
      const field = await open(page)
      const before = await state(page, field)
      const input = await page.context().newCDPSession(page)
      // While a word is composed, and as Safari reports the key that ends it.
      for (const composes of [true, false]) {
        if (composes) await input.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
        const text = await field.inputValue()
        for (const type of ['rawKeyDown', 'keyUp'] as const) {
          await input.send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: 229 })
        }
        if (composes) await input.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 })
        const isKept = composes || (await field.inputValue()) === text
        expect(isKept).toBe(true)
      }
      expect(await state(page, field)).toEqual(before)
      await field.press(key)
      await expect.poll(() => state(page, field)).not.toEqual(before)
      await page.close()
    })
  },
)
