import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { CHILD, ROOT } from '../preview/preview-world.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

async function fromPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

describe.skipIf(executablePath === null)(
  'what a context is made of, as a user changes it (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('rewinds before a prompt, which is in the box again, with marks among the prompts and clearing last', async () => {
      const page = await preview.page()
      await page.evaluate((agentId) => window.show(agentId), ROOT)
      await fromPalette(page, 'rewind')
      const dialog = page.getByRole('dialog', { name: 'Rewind “Tokens for the gateway”' })
      const options = dialog.getByRole('option')
      await options.first().waitFor()
      expect(await options.allTextContents()).toEqual([
        expect.stringMatching(/^We need revocation within minutes\..*2026/),
        expect.stringMatching(/^Mark COMPARED.*2026/),
        expect.stringMatching(/^Compare OAuth 2 opaque tokens and JWTs for an API gateway\. Be brief\..*2026/),
        'Clear the whole context/clear',
      ])
      await page.keyboard.press('Enter')
      await expect
        .poll(() => engineCalls(page, 'agents.rewind'))
        .toEqual([`agents.rewind ${JSON.stringify({ agentId: ROOT, eventId: 3 })}`])
      const prompt = page.getByRole('textbox', { name: 'Prompt to Tokens for the gateway' })
      await expect.poll(() => prompt.inputValue()).toBe('We need revocation within minutes.')
      await prompt.fill('')
      await page.close()
    })

    it('rewinds to a mark among the prompts', async () => {
      const page = await preview.page()
      await page.evaluate((agentId) => window.show(agentId), ROOT)
      await fromPalette(page, 'rewind')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect.poll(() => engineCalls(page, 'agents.submit')).toHaveLength(1)
      expect((await engineCalls(page, 'agents.submit')).join()).toContain('/clear COMPARED')
      await page.close()
    })

    it('merges a branch back into its parent, a root into an agent that is searched', async () => {
      const page = await preview.page()
      await page.evaluate((agentId) => window.show(agentId), CHILD)
      await fromPalette(page, 'merge into agent')
      const field = page.getByRole('dialog', { name: /^Merge / }).getByRole('combobox', { name: 'Merge into' })
      await expect.poll(() => field.inputValue()).toBe('Parent: Tokens for the gateway')
      await page.keyboard.press('Escape')

      await page.evaluate((agentId) => window.show(agentId), ROOT)
      await fromPalette(page, 'merge into agent')
      const dialog = page.getByRole('dialog', { name: 'Merge “Tokens for the gateway” into an agent' })
      const submit = dialog.getByRole('button', { name: 'Merge', exact: true })
      await dialog.getByText('Choose the agent that gets the text.').waitFor()
      expect([await field.inputValue(), await submit.isDisabled()]).toEqual(['', true])
      expect(await dialog.getByRole('alert').count()).toBe(0)
      await page.keyboard.type('long')
      await page.getByRole('option').first().waitFor()
      const chosen = await page.getByRole('option').first().textContent()
      await page.keyboard.press('Enter')
      await expect.poll(() => field.inputValue()).toBe(chosen)
      await dialog.getByText(/more than the limit/).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.close()
    })

    it('says without alarm that there is nothing to merge yet', async () => {
      const page = await preview.page()
      await fromPalette(page, 'new agent')
      await page.getByRole('button', { name: /^Ask 3 models/ }).waitFor()
      await fromPalette(page, 'merge into agent')
      const dialog = page.getByRole('dialog', { name: /^Merge / })
      await dialog.getByRole('combobox', { name: 'Merge into' }).waitFor()
      expect(await dialog.getByRole('alert').count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.close()
    })

    it('selects the gaps of a prepared prompt in turn, and sends it only without any', async () => {
      const page = await preview.page()
      await fromPalette(page, 'new agent')
      await page.getByRole('button', { name: /^Ask 3 models/ }).click()
      const prompt = page.locator('textarea:focus')
      const send = page.getByRole('button', { name: 'Ask all 3' }).last()
      expect(await prompt.inputValue()).toMatch(/^Compare ⟨…⟩ with ⟨…⟩\./)
      await page.keyboard.press('Enter')
      await page.keyboard.type('tea')
      await page.keyboard.press('Enter')
      await page.keyboard.type('green ')
      expect(await prompt.inputValue()).toMatch(/^Compare tea with green \./)
      await page.keyboard.press('Control+a')
      await page.keyboard.type('A ⟨…⟩ and a ⟨…⟩')
      expect(await send.isDisabled()).toBe(true)
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.type('B')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.type('b')
      expect(await prompt.inputValue()).toBe('A b and a B')
      expect(await send.isDisabled()).toBe(false)
      expect([...(await engineCalls(page, 'agents.ask')), ...(await engineCalls(page, 'agents.submit'))]).toEqual([])
      await page.keyboard.press('Tab')
      expect(await prompt.count()).toBe(0)
      await page.close()
    })
  },
)
