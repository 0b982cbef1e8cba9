import type { Page } from '@playwright/test'
import { beforeAll, describe, expect, it, vi } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { CHILD, OTHER, ROOT, SIBLING } from '../preview/preview-world.ts'
import { ACCESSIBLE, checkAccessibility, previewForTests } from '../support/open-preview.ts'

const SLOW_START_MS = 120_000
vi.setConfig({ testTimeout: 60_000 })
const executablePath = findBrowser()

const HELP = Array.from(
  { length: 6 },
  (_, index) =>
    `/command-${index} NAME [--option]  Says at some length what this command does with the agent, and when it asks first`,
).join('\n')

/** What the engine records of a click in the picker, of four forks of one place, and of `/help`. */
const RECORDED = [
  { kind: 'system', content: 'Be brief.', data: null },
  { kind: 'user', content: 'First prompt', data: null },
  { kind: 'fork', content: null, data: { child: CHILD } },
  { kind: 'fork', content: null, data: { child: SIBLING } },
  { kind: 'fork', content: null, data: { child: OTHER, reason: 'judge' } },
  { kind: 'fork', content: null, data: { child: ROOT } },
  { kind: 'fork', content: null, data: { child: CHILD } },
  {
    kind: 'command',
    content: '/model gpt-6.1-sol/med',
    data: { ok: true, answer: '✓ Switched\n  Recommended output buffer: 25,000 tokens' },
  },
  { kind: 'model', content: null, data: { provider: 'openai', model: 'gpt-6.1-sol', thinking_level: 'med' } },
  { kind: 'user', content: 'Second prompt', data: null },
  { kind: 'options', content: null, data: { options: { temperature: 0.5 } } },
  { kind: 'model', content: null, data: { provider: 'openai', model: 'gpt-6.1-sol', thinking_level: 'high' } },
  { kind: 'vote', content: null, data: { over: [] } },
  { kind: 'command', content: '/help', data: { ok: true, answer: HELP } },
] as const

describe.skipIf(executablePath === null)(
  'bookkeeping in a conversation (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)
    let page: Page
    beforeAll(async () => {
      page = await preview.page()
      await page.evaluate(`window.show('${OTHER}')`)
      for (const event of RECORDED) {
        await page.evaluate(`window.preview.record(${JSON.stringify({ agentId: OTHER, turnId: null, ...event })})`)
      }
      await pane().getByText('/command-5').waitFor()
    }, SLOW_START_MS)

    const pane = () => page.getByRole('region', { name: 'Agent c0ffee' })
    const forks = () => pane().getByRole('list', { name: 'Forks here' })

    it('says a change of model in one dim line, and keeps what the command answered', async () => {
      const line = pane().getByText(/^gpt-6\.1-sol · Medium · \d\d:\d\d$/)
      expect(await line.count()).toBe(1)
      const buffer = pane().getByText('Recommended output buffer')
      expect(await buffer.isVisible()).toBe(false)
      expect(await pane().getByText('/model').count()).toBe(0)
      await line.click()
      expect(await buffer.isVisible()).toBe(true)
    })

    it('shows the forks of one place as one row, three of them at first', async () => {
      expect(await forks().count()).toBe(1)
      expect(await forks().getByRole('button').count()).toBe(4)
      const tops = await forks()
        .getByRole('button')
        .evaluateAll((all) => all.slice(0, 2).map((each) => each.getBoundingClientRect().top))
      expect(tops[0]).toBe(tops[1])
      await forks().getByRole('button', { name: '2 more forks' }).click()
      expect(await forks().getByRole('button').count()).toBe(5)
    })

    it('folds neighbouring changes into one line', async () => {
      const line = pane().getByText('3 changes', { exact: true })
      const option = pane().getByText(/temperature 0\.5/i)
      expect([await line.count(), await option.count()]).toEqual([1, 0])
      await line.click()
      await option.waitFor()
    })

    it.each([1440, 900, 420])('wraps two columns and cuts nothing at %i px', async (width) => {
      await page.setViewportSize({ width, height: 800 })
      const log = pane().getByRole('log')
      const cut = await log.evaluate((stream) =>
        [stream, ...stream.querySelectorAll('*')]
          .filter((each) => each.closest('.visually-hidden') === null)
          .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== 'visible')
          .map((each) => each.textContent?.slice(0, 40)),
      )
      expect(cut).toEqual([])
      expect(await checkAccessibility(page, { only: '[role="log"]' })).toEqual(ACCESSIBLE)
    })
  },
)

describe.skipIf(executablePath === null)(
  'the header of a pane (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('is one line: state, crumb, slash, name, gauge, buttons; the model is in the prompt box', async () => {
      const page = await preview.page()
      const pane = page.getByRole('region', { name: /^Agent d4e5f6/ })
      const header = pane.locator('header').first()
      await expect.poll(() => header.getByRole('heading').textContent()).toMatch(/^Tokens for the gateway \/ d4e5f6/)
      expect(await header.getByText('GPT-5 mini').count()).toBe(0)
      for (const width of [1440, 900, 420]) {
        await page.setViewportSize({ width, height: 800 })
        const heights = await page
          .getByRole('region', { name: /^Agent / })
          .locator('header')
          .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
        expect(Math.max(...heights)).toBeLessThan(50)
      }
      await page.close()
    })

    it('has no gauge before the first word, and no system prompt in the stream', async () => {
      const page = await preview.page()
      await page.evaluate(`window.show('${OTHER}')`)
      const choice = { provider: 'anthropic', model: 'claude-haiku-4-5', thinkingLevel: 'none' } as const
      const change = (fields: string) => page.evaluate(`window.preview.change('${OTHER}', ${fields})`)
      await change(JSON.stringify({ choice }))
      await page.evaluate(
        `window.preview.record({ agentId: '${OTHER}', turnId: null, kind: 'system', content: 'Be brief', data: null })`,
      )
      const pane = page.getByRole('region', { name: 'Agent c0ffee' })
      await pane.getByRole('list', { name: 'Starters' }).waitFor()
      expect(await pane.getByText('System prompt').count()).toBe(0)
      const gauge = pane.getByRole('button', { name: /^Context/ })
      await change('{ lastMessageId: 1 }')
      await gauge.waitFor()
      await change('{ lastMessageId: undefined }')
      await expect.poll(() => gauge.count()).toBe(0)
      await page.close()
    })
  },
)
