import type { Page } from '@playwright/test'
import { beforeAll, describe, expect, it, vi } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { endedCalls } from '../preview/call-states.ts'
import { OTHER } from '../preview/preview-world.ts'
import { ACCESSIBLE, checkAccessibility, previewForTests } from '../support/open-preview.ts'

const SLOW_START_MS = 120_000
vi.setConfig({ testTimeout: 60_000 })
const executablePath = findBrowser()

const addedFile = (path: string) => ({ path, status: 'added', added: 1, removed: 0 }) as const

describe.skipIf(executablePath === null)(
  'a call that did not run (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)
    let page: Page
    beforeAll(async () => {
      page = await preview.page()
      await page.evaluate(`window.show('${OTHER}')`)
      for (const event of endedCalls(OTHER)) await page.evaluate(`window.preview.record(${JSON.stringify(event)})`)
    }, SLOW_START_MS)

    const pane = () => page.getByRole('region', { name: 'Agent c0ffee' })
    const card = (state: string) => pane().getByRole('group', { name: `Tool bash, ${state}`, exact: true })
    const lookOf = (state: string) =>
      card(state).evaluate((group) => ({
        icon: group.querySelectorAll('svg').item(1).outerHTML,
        colour: getComputedStyle(group.querySelectorAll('svg').item(1)).color,
      }))

    it.each([
      ['failed', 'Exit 3'],
      ['denied by you', 'Only clean dist'],
      ['not allowed', 'not allowed'],
      ['stopped', 'stopped'],
      ['not answered', 'not answered'],
      ['not answered', 'ikigai was closed'],
      ['interrupted', 'interrupted'],
    ])('is %s in words that are seen too', async (state, words) => {
      await card(state).waitFor()
      expect((await card(state).innerText()).toLowerCase()).toContain(words.toLowerCase())
    })

    it('looks like no failure, and shows no time that it did not take', async () => {
      const failed = await lookOf('failed')
      for (const state of ['denied by you', 'not allowed', 'stopped', 'not answered', 'interrupted']) {
        const look = await lookOf(state)
        expect([look.icon === failed.icon, look.colour === failed.colour]).toEqual([false, false])
        expect(await card(state).innerText()).not.toMatch(/\d ms|\d s/)
      }
      expect(await checkAccessibility(page, { only: '[role="log"]' })).toEqual(ACCESSIBLE)
    })

    it.each([
      ['cancelled', 'You stopped this answer.'],
      ['closed', 'ikigai was closed during this answer.'],
      ['crash', 'ikigai ended unexpectedly during this answer.'],
      ['error', 'The answer was interrupted.'],
    ] as const)('names who ended an answer before its time: %s', async (reason, words) => {
      const cut = { agentId: OTHER, turnId: reason, kind: 'interrupted', content: `Cut: ${reason}.` } as const
      const data = { reason, model: 'claude-sonnet-5-5', blocks: [{ type: 'text', text: cut.content }] } as const
      await page.evaluate((event) => window.preview.record(event), { ...cut, data })
      await expect.poll(() => pane().getByRole('log').innerText()).toMatch(new RegExp(`${cut.content}\\s+${words}`))
    })

    it('leaves its offers to the answer that was cut off, whatever was forked since', async () => {
      await pane().getByRole('button', { name: 'Resume' }).waitFor()
      await pane().getByRole('button', { name: 'Discard' }).waitFor()
      expect(await pane().getByRole('button', { name: 'Discard' }).count()).toBe(1)
    })

    // It records an answer, after which no other one is offered to go on.
    it('shows what a command printed as a terminal does: a carriage return overwrites the line', async () => {
      const printed = { turnId: 'progress', kind: 'tool_result', content: ' 10 %\r 50 %\r100 %\ndone\r\n' } as const
      const data = { tool_call_id: 'bar', name: 'bash', is_error: false, duration_ms: 5 }
      const block = { type: 'tool_call', id: 'bar', name: 'bash', arguments: { command: 'curl -O' } } as const
      const answer = { model: 'claude-sonnet-5-5', finish_reason: 'TOOL_USE', blocks: [block] } as const
      await page.evaluate(
        ([agentId, said, result]) => {
          window.preview.record({ agentId, turnId: 'progress', kind: 'assistant', content: '', data: said })
          window.preview.record({ agentId, ...result })
        },
        [OTHER, answer, { ...printed, data }] as const,
      )
      const finished = pane()
        .getByRole('group', { name: /^Tool bash, / })
        .filter({ hasText: 'curl -O' })
      await finished.getByText('curl -O').first().click()
      await finished.getByText('100 %').waitFor()
      const text = await finished.innerText()
      expect(text).toContain('100 %\ndone')
      expect(text).not.toMatch(/ 10 %|50 %|U\+000D/)
    })

    it('claims no file of another agent on its card and after its turn, and says what is not certainly its own', async () => {
      await page.evaluate(
        ([agentId, files]) => {
          const states = { store: 'git', folder: '/home/ada', before: '1', after: '2' } as const
          const attribution = {
            cause: 'call',
            tool_call_id: 'bar',
            own: ['mine.txt'],
            others: ['precious.txt'],
          } as const
          const data = { ...states, ...attribution, files }
          window.preview.record({ agentId, turnId: 'progress', kind: 'checkpoint', content: null, data })
        },
        [OTHER, ['mine.txt', 'perhaps.txt', 'precious.txt'].map(addedFile)] as const,
      )
      const finished = pane()
        .getByRole('group', { name: /^Tool bash, / })
        .filter({ hasText: 'curl -O' })
      for (const place of [finished, pane().getByRole('group', { name: 'Changes in this turn' })]) {
        await place.getByText('1 file changed +1 −0', { exact: true }).waitFor()
        await place.getByText('Not certain whose: 1 file changed +1 −0', { exact: true }).waitFor()
      }
      expect(await pane().innerText()).not.toContain('precious.txt')
    })
  },
)
