import type { Page } from '@playwright/test'
import { describe, expect, it, vi } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ROOT } from '../preview/preview-world.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'

vi.setConfig({ testTimeout: 60_000 })
const executablePath = findBrowser()

const PARENT = 'Tokens for the gateway'
const SUMMONS = 'Control+Shift+A'

/** What the question is about that has the focus; null: none has it. */
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const group = document.activeElement?.closest('fieldset')
    return group?.querySelector('pre')?.textContent ?? null
  })
const answers = async (page: Page): Promise<readonly string[]> =>
  (await engineCalls(page, 'approvals.answer')).map((call) => /"asks-([^"]+)"/.exec(call)?.[1] ?? call)
const written = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input[type="text"]')]
      .filter((field) => field.closest('fieldset') === null)
      .map(({ value }) => value),
  )
async function expectEmptyPrompt(page: Page): Promise<void> {
  const box = page.getByRole('textbox', { name: `Prompt to ${PARENT}` })
  await expect.poll(() => box.evaluate((field) => field === document.activeElement)).toBe(true)
  expect((await written(page)).join('')).toBe('')
}
const nameOf = (path: string): string => `asks-${path.split('/').at(-1) ?? ''}`
async function waits(page: Page, subject: string): Promise<void> {
  await expect.poll(() => focused(page)).toBe(subject)
}
const FILES = ['a.txt', 'b.txt', 'c.txt'].map((name) => `/home/ada/gateway/${name}`)

describe.skipIf(executablePath === null)('open questions (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  async function open(): Promise<Page> {
    const page = await preview.page('?world=several')
    await page.getByRole('group', { name: 'Change this file?' }).first().waitFor()
    return page
  }

  it('are walked in their order: those of one agent, then those of the next one, then the first again', async () => {
    const page = await open()
    for (const subject of [...FILES, 'npm test -- gateway', ...FILES.slice(0, 2)]) {
      await page.keyboard.press(SUMMONS)
      await waits(page, subject)
    }
    expect(await answers(page)).toEqual([])
    await page.close()
  })

  it('name a file of a worktree by its path in it, and the worktree by its branch', async () => {
    const page = await open()
    const question = page.getByRole('group', { name: 'Change this file?' }).first()
    expect(await question.locator('pre').first().innerText()).toBe('/home/ada/gateway/a.txt')
    await page.evaluate((id) => {
      window.preview.change(id, { folder: '/home/ada/gateway', worktree: 'ikigai/tokens' })
    }, ROOT)
    await question.getByText('its worktree ikigai/tokens').waitFor()
    await question.getByText('a.txt', { exact: true }).waitFor()
    await page.close()
  })

  it('are walked from the one that has the focus', async () => {
    const page = await open()
    const second = page.getByRole('group', { name: 'Change this file?' }).nth(1)
    await second.getByRole('button', { name: /^Deny/ }).first().focus()
    await page.keyboard.press(SUMMONS)
    await waits(page, FILES[2] ?? '')
    expect(await answers(page)).toEqual([])
    await page.close()
  })

  it.each(['a', 'd', 'Enter'])('the key %s answers one question, and types nowhere', async (key) => {
    const page = await open()
    await page.keyboard.press(SUMMONS)
    for (const [index, subject] of FILES.entries()) {
      await waits(page, subject)
      await expect
        .poll(async () => {
          if ((await answers(page)).length === index) await page.keyboard.press(key)
          return (await answers(page)).length
        })
        .toBe(index + 1)
      // The same key again, before anybody can have read what has the focus now.
      await page.keyboard.press(key)
      expect(await answers(page)).toEqual(['a.txt', 'b.txt', 'c.txt'].slice(0, index + 1))
    }
    await expectEmptyPrompt(page)
    await page.keyboard.press(SUMMONS)
    await waits(page, 'npm test -- gateway')
    await page.close()
  })

  it('a key that is held down answers one question, and types nowhere however long it is held', async () => {
    const page = await open()
    for (const other of FILES.slice(1)) await page.evaluate((id) => window.preview.settle(id, 'allowed'), nameOf(other))
    await page.keyboard.press(SUMMONS)
    await waits(page, FILES[0] ?? '')
    await page.keyboard.down('a')
    await expect.poll(async () => (await answers(page)).length).toBe(1)
    const begun = await page.evaluate(() => performance.now())
    await page.waitForFunction((from) => performance.now() > from + 500, begun)
    for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('a')
    await page.keyboard.up('a')
    await expectEmptyPrompt(page)
    await page.keyboard.press('b')
    expect(await page.getByRole('textbox', { name: `Prompt to ${PARENT}` }).inputValue()).toBe('b')
    await page.close()
  })

  it('leave the next key to the prompt once the focus has been there, and at once after a click', async () => {
    const page = await open()
    const box = page.getByRole('textbox', { name: `Prompt to ${PARENT}` })
    const groups = page.getByRole('group', { name: 'Change this file?' })
    for (const count of [2, 1, 0]) {
      await groups.first().getByRole('button', { name: /^Deny/ }).first().click()
      await expect.poll(() => groups.count()).toBe(count)
    }
    await box.click()
    await page.keyboard.type('a word')
    expect(await box.inputValue()).toBe('a word')
    await page.close()
  })

  it('hold no key of a user who answered the last of them with the mouse', async () => {
    const page = await open()
    for (const other of FILES.slice(1)) await page.evaluate((id) => window.preview.settle(id, 'allowed'), nameOf(other))
    const group = page.getByRole('group', { name: 'Change this file?' })
    await expect.poll(() => group.count()).toBe(1)
    await group.getByRole('button', { name: /^Deny/ }).first().click()
    await expectEmptyPrompt(page)
    await page.keyboard.type('a word')
    expect(await page.getByRole('textbox', { name: `Prompt to ${PARENT}` }).inputValue()).toBe('a word')
    await page.close()
  })

  it('keep keys from every text while a question is summoned that is not shown yet', async () => {
    const page = await open()
    const box = page.getByRole('textbox', { name: `Prompt to ${PARENT}` })
    await box.focus()
    // Both keys before the window draws again.
    await page.evaluate(() => {
      const press = (init: KeyboardEventInit): boolean =>
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
        )
      press({ key: 'A', code: 'KeyA', ctrlKey: true, shiftKey: true })
      Object.assign(window, { reached: press({ key: 'a', code: 'KeyA' }) })
    })
    expect(await page.evaluate(() => 'reached' in window && window.reached)).toBe(false)
    await waits(page, FILES[0] ?? '')
    expect(await answers(page)).toEqual([])
    await page.close()
  })
})
