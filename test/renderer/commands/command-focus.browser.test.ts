import type { Page } from '@playwright/test'
import { beforeAll, describe, expect, it } from 'vitest'

import { APP_COMMANDS, type AppCommand } from '../../../src/shared/app-commands.ts'
import { findBrowser } from '../../support/find-browser.ts'
import { OTHER, ROOT } from '../preview/preview-world.ts'
import { previewForTests } from '../support/open-preview.ts'

const SLOW_START_MS = 120_000
const executablePath = findBrowser()

/** Runs a command; returns whether it can be run that way now. */
type Way = (page: Page, command: AppCommand) => Promise<boolean>

const PROMPT = 'Prompt to Tokens for the gateway'

/** Returns whether the palette has the command; it is closed again if not. */
async function openPalette(page: Page, command: AppCommand): Promise<boolean> {
  await page.keyboard.press('Control+k')
  const option = page.locator(`[cmdk-item][data-value="${command.id}"]`)
  await page.locator('[cmdk-item]').first().waitFor()
  if ((await option.count()) === 1) return true
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return false
}

const WAYS: Readonly<Record<string, Way>> = {
  async 'with Enter in the palette'(page, command) {
    if (!(await openPalette(page, command))) return false
    const option = page.locator(`[cmdk-item][data-value="${command.id}"]`)
    await page.keyboard.insertText(command.title)
    await option.waitFor()
    while ((await option.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    return true
  },
  async 'with the mouse in the palette'(page, command) {
    if (!(await openPalette(page, command))) return false
    await page.locator(`[cmdk-item][data-value="${command.id}"]`).click()
    return true
  },
  async 'with its key'(page, { keys, scope }) {
    const [first] = keys
    if (first === undefined || scope === 'place') return false
    await page.keyboard.press(first.replace('Mod', 'Control').replace('Ctrl', 'Control').replace('+/', '+Slash'))
    return true
  },
  async 'from the menu'(page, command) {
    await page.evaluate((id) => window.chooseFromMenu(id), command.id)
    return true
  },
}

/** What may have the focus apart from a layer and the current prompt: fields and regions that commands open. */
const OPENED = /^(Find in |Usage$)/

/** Commands that move the focus from area to area of the window. */
const MOVES_FOCUS: ReadonlySet<string> = new Set(['view.nextArea', 'view.previousArea', 'tree.focus'])

/** Returns where the focus is: `layer`, `opened`, `prompt`, else a description. */
function focusPlace(opened: string): string {
  const active = document.activeElement
  const layer = [...document.querySelectorAll('[role="dialog"], [role="menu"]')].at(-1)
  if (layer !== undefined) return layer.contains(active) ? 'layer' : `behind ${layer.getAttribute('aria-label') ?? ''}`
  const name = active?.getAttribute('aria-label') ?? ''
  if (new RegExp(opened).test(name)) return 'opened'
  const pane = document.querySelector('section[data-focused="true"]')
  if (pane === null) return 'prompt'
  return active instanceof HTMLTextAreaElement && pane.contains(active) ? 'prompt' : `${active?.tagName} ${name}`
}

const prompts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [...document.querySelectorAll<HTMLTextAreaElement>('[id^="prompt-"]')].map(({ value }) => value))

/** Closes what a command has opened, and returns to the first agent. */
async function reset(page: Page): Promise<void> {
  for (let open = await page.locator('[role="dialog"], [role="menu"]').count(); open > 0;) {
    // The list of a field closes first.
    if ((await page.locator('input[aria-haspopup="listbox"][aria-expanded="true"]').count()) > 0) {
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('Escape')
    await page
      .locator('[role="dialog"], [role="menu"]')
      .nth(open - 1)
      .waitFor({ state: 'detached' })
    open -= 1
  }
  await page.evaluate((agentId) => window.show(agentId), ROOT)
  const prompt = page.getByRole('textbox', { name: PROMPT })
  await prompt.fill('')
  await prompt.focus()
}

describe.skipIf(executablePath === null)(
  'the focus after a command (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)
    /** The window in which all commands run, one after another. */
    let page: Page
    const reached: string[] = []
    beforeAll(async () => {
      page = await preview.page()
    }, SLOW_START_MS)
    it.each(APP_COMMANDS.map((command) => ({ ...command, command })))(
      'is in what “$title” opens, else in the prompt',
      async ({ command }) => {
        await reset(page)
        for (const [way, run] of Object.entries(WAYS)) {
          if (!(await run(page, command))) continue
          reached.push(command.id)
          await expect
            .poll(() => page.evaluate(focusPlace, OPENED.source), { message: way })
            .toMatch(MOVES_FOCUS.has(command.id) ? /^(?!BODY)/ : /^(layer|opened|prompt)$/)
          const isPrompt = (await page.evaluate(focusPlace, OPENED.source)) === 'prompt'
          const before = await prompts(page)
          await page.keyboard.type('zz')
          const reachesPrompt = !isPrompt && (await prompts(page)).join() !== before.join()
          expect({ way, reachesPrompt }).toEqual({ way, reachesPrompt: false })
          await reset(page)
        }
      },
    )

    it('was looked at for every command that is available', () => {
      expect(new Set(reached).size).toBeGreaterThan(40)
    })

    it('stays in a dialog whose opener was a key pressed a moment before', async () => {
      const page = await preview.page()
      await page.getByRole('textbox', { name: PROMPT }).focus()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('set mark')
      await page.keyboard.press('Enter')
      await page.keyboard.type('HERE')
      expect(await page.getByRole('dialog', { name: 'Set mark' }).getByRole('textbox').inputValue()).toBe('HERE')
      await page.keyboard.press('Escape')
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(PROMPT)
      expect(await prompts(page)).toEqual(['', ''])
      await page.close()
    })

    it('returns to the button that opened a dismissed dialog', async () => {
      const page = await preview.page()
      await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click()
      await page.getByRole('dialog', { name: 'Settings' }).waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Settings')
      await page.close()
    })

    it('cannot be moved behind an open dialog', async () => {
      const page = await preview.page()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await page.evaluate((id) => document.getElementById(`prompt-${id}`)?.focus(), ROOT)
      await page.keyboard.type('zz')
      expect(await prompts(page)).toEqual(['', ''])
      await page.close()
    })

    it('goes up the ladder of Esc: completion, find bar, then the list of prompts, whose newest is selected', async () => {
      const page = await preview.page()
      const prompt = page.getByRole('textbox', { name: PROMPT })
      await page.keyboard.press('Control+f')
      await page.getByRole('textbox', { name: /^Find in / }).waitFor()
      await prompt.focus()
      await page.keyboard.type('/mo')
      await page.getByRole('listbox', { name: 'Completions' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('listbox', { name: 'Completions' }).waitFor({ state: 'detached' })
      expect(await page.getByRole('search').count()).toBe(1)
      await prompt.fill('')
      await page.keyboard.press('Escape')
      await page.getByRole('search').waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.getByRole('option', { name: /^We need revocation/, selected: true }).waitFor()
      await page.close()
    })

    it('rewinds with Enter to the selected row, clearing being the last', async () => {
      const page = await preview.page()
      await page.evaluate((agentId) => window.show(agentId), OTHER)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('rewind')
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: /^Rewind/ })
      await dialog.getByRole('option', { name: /^Clear the whole context/ }).waitFor()
      expect(await dialog.getByRole('option', { selected: true }).allTextContents()).toEqual([
        await dialog.getByRole('option').first().textContent(),
      ])
      await page.close()
    })
  },
)
