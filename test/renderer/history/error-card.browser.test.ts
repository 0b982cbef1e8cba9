import type { Locator, Page } from '@playwright/test'
import { beforeEach, describe, expect, it } from 'vitest'

import type { ErrorCategory } from '../../../src/shared/app-error.ts'
import { missingKeyMessage } from '../../../src/shared/missing-key.ts'
import { findBrowser } from '../../support/find-browser.ts'
import { ROOT } from '../preview/preview-world.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

const REFUSAL = 'Anthropic refused the request. Anthropic said: messages.4.content.0: not allowed.'
const PLAIN = {
  left_out: ['files', 'results', 'thinking'],
  refusal: 'Anthropic said: messages.2: not allowed.',
  kept: '/data/refused-requests/1.json',
} as const

const stream = (page: Page): Locator =>
  page.getByRole('region', { name: 'Agent Tokens for the gateway' }).getByRole('log')
const buttons = (page: Page): Promise<readonly string[]> => stream(page).getByRole('button').allTextContents()

async function recordError(page: Page, category: ErrorCategory): Promise<void> {
  await page.evaluate(
    ([agentId, content, failure, plain]) => {
      const data = { category: failure, retryable: false, plain }
      window.preview.record({ agentId, turnId: null, kind: 'error', content, data })
    },
    [ROOT, REFUSAL, category, PLAIN] as const,
  )
}

describe.skipIf(executablePath === null)(
  'the card of a refused request, in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)
    let page: Page
    beforeEach(async () => {
      page = await preview.page()
    })

    it('says what was refused, what it was sent without, and where both requests are', async () => {
      await recordError(page, 'INVALID_REQUEST')
      const card = stream(page).getByText(REFUSAL)
      await card.waitFor()
      const text = (await card.textContent()) ?? ''
      expect(text).toContain(
        'sent once more without files (named in notes), the structure of calls and results (sent as text), earlier thinking.',
      )
      expect(text).toContain(PLAIN.refusal)
      expect(text).toContain(PLAIN.kept)
    })

    it.each(['INVALID_REQUEST', 'FILES'] as const)(
      'leaves the last results out by its button: %s',
      async (category) => {
        await recordError(page, category)
        const leaveOut = stream(page).getByRole('button', { name: 'Leave the last results out' })
        await leaveOut.click()
        await expect.poll(async () => (await engineCalls(page, 'agents.submit')).at(-1)).toContain('/clear --result')
      },
    )

    it.each([
      ['a failure', { kind: 'error', content: 'invalid x-api-key', data: { category: 'AUTH', retryable: false } }],
      ['a stopped answer', { kind: 'interrupted', content: 'So far', data: { reason: 'cancelled' } }],
    ])('has its two buttons in one line at its right, also in a narrow pane: %s', async (_, event) => {
      await page.setViewportSize({ width: 390, height: 800 })
      await page.evaluate(`window.preview.record(${JSON.stringify({ agentId: ROOT, turnId: null, ...event })})`)
      const last = stream(page)
        .getByRole('button', { name: /^(Try again|Discard)$/ })
        .last()
      await last.waitFor()
      const places = await last.evaluate((button) => {
        const row = button.parentElement
        const edge = row?.getBoundingClientRect().right ?? 0
        return [...(row?.querySelectorAll('button') ?? [])].map((each) => {
          const { top, right } = each.getBoundingClientRect()
          return { top, toEdge: edge - right }
        })
      })
      expect(new Set(places.map(({ top }) => top)).size).toBe(1)
      expect(places.map(({ toEdge }) => toEdge).at(-1)).toBeLessThan(8)
      expect(places).toHaveLength(2)
    })

    it('names the page of Settings where a missing key is set', async () => {
      const content = missingKeyMessage('xai')
      const recorded = {
        agentId: ROOT,
        turnId: null,
        kind: 'error',
        content,
        data: { category: 'AUTH', retryable: false },
      }
      await page.evaluate(`window.preview.record(${JSON.stringify(recorded)})`)
      await stream(page).getByText('There is no key for xAI. Add one in Settings, under Keys.').waitFor()
      expect(await stream(page).getByText('credentials.json').count()).toBe(0)
    })

    it('continues with the default model where the provider of the agent’s own has no key', async () => {
      await page.evaluate((agentId) => {
        const choice = { provider: 'xai', model: 'grok-4', thinkingLevel: 'med' } as const
        window.preview.change(agentId, { choice })
      }, ROOT)
      const missing = { category: 'AUTH', retryable: false }
      const content = 'No credentials for xai.\n\nGet your API key at: https://console.x.ai'
      const recorded = { agentId: ROOT, turnId: null, kind: 'error', content, data: missing }
      await page.evaluate(`window.preview.record(${JSON.stringify(recorded)})`)
      expect(await stream(page).getByText('No credentials for xai.').innerText()).toBe(content)
      await stream(page).getByRole('button', { name: 'Continue with Sonnet 5.5' }).click()
      await expect
        .poll(async () => (await engineCalls(page, 'agents.')).filter((call) => /submit|resume/.test(call)))
        .toEqual([expect.stringContaining('/model claude-sonnet-5-5/med'), expect.stringMatching(/^agents\.resume/)])
      // The button is gone: the next key goes to the prompt.
      const prompt = page.getByRole('textbox', { name: 'Prompt to Tokens for the gateway' })
      expect(await prompt.evaluate((element) => element === document.activeElement)).toBe(true)
    })

    it('offers it only for what was sent, and not once something newer was said', async () => {
      await recordError(page, 'OVERLOADED')
      const card = stream(page)
        .getByRole('group', { name: /^Error/ })
        .last()
      await card.getByRole('button', { name: 'Try again' }).waitFor()
      expect(await buttons(page)).not.toContain('Leave the last results out')
      await recordError(page, 'INVALID_REQUEST')
      await stream(page).getByRole('button', { name: 'Leave the last results out' }).waitFor()
      await page.evaluate((agentId) => {
        window.preview.record({ agentId, turnId: null, kind: 'user', content: 'Something else', data: null })
      }, ROOT)
      await stream(page).getByText('Something else').waitFor()
      expect(await buttons(page)).not.toContain('Leave the last results out')
    })
  },
)
