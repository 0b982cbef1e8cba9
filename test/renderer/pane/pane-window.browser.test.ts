import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { CHILD, ROOT, SIBLING } from '../preview/preview-world.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()
const NAME = 'Tokens for the gateway'

const answer = (page: Page) =>
  page.getByRole('region', { name: `Agent ${NAME}` }).getByRole('article', { name: 'Answer' })
const widths = (page: Page) =>
  page
    .getByRole('region', { name: /^Agent / })
    .evaluateAll((panes) => panes.map((pane) => Math.round(pane.getBoundingClientRect().width)))
const panesOf = (page: Page) =>
  page.getByRole('region', { name: /^Agent / }).evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))

async function openMessageMenu(page: Page): Promise<void> {
  await answer(page).first().hover()
  await answer(page).first().getByRole('button', { name: 'More actions', exact: true }).click()
}

describe.skipIf(executablePath === null)(
  'what panes and the tree can do, in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('says in a call’s card and in the question where its path really leads', async () => {
      const page = await preview.page('?world=asking')
      const words = 'gateway/verify.ts → /home/ada/gateway/src/gateway/verify.ts'
      await page.getByRole('group', { name: 'Tool file_read, finished' }).getByText(words).waitFor()
      const question = page.getByRole('group', { name: /^Tool file_edit, waiting/ })
      await expect.poll(() => question.getByText(`goes through a link: ${words}`).count()).toBe(1)
      await page.close()
    })

    it('asks in a call’s card what its own agent asks, not a rerun whose call has the same id', async () => {
      const page = await preview.page('?world=asking')
      const card = page.getByRole('region', { name: `Agent ${NAME}` }).getByRole('group', { name: /^Tool bash/ })
      await card.and(page.getByRole('group', { name: 'Tool bash, running' })).waitFor()
      const ask = (id: string, agentId: string) =>
        page.evaluate(
          ([asked, by]) =>
            window.preview.request({
              id: asked,
              agentId: by,
              callId: 'watch',
              tool: 'bash',
              subject: `watch for ${asked}`,
              access: 'execute',
              isInFolder: true,
              askedAt: 0,
              patterns: [],
            }),
          [id, agentId] as const,
        )
      await ask('rerun', CHILD)
      await ask('own', ROOT)
      await card.and(page.getByRole('group', { name: 'Tool bash, waiting for approval' })).waitFor()
      expect(await card.getByText(/^watch for/).allInnerTexts()).toEqual(['watch for own'])
      await page.close()
    })

    it('asks about a folder that is seen for the first time, and names what it contains', async () => {
      const page = await preview.page('?world=trusting')
      const question = page.getByRole('region', { name: `Agent ${NAME}` }).getByRole('group', { name: /^Do you trust/ })
      const listed = question.getByLabel('Requested action')
      expect(await listed.innerText()).toContain('AGENTS.md (1.2 kB)\n.agents/skills/⟨U+202E⟩pdf/SKILL.md (400 bytes)')
      expect(await question.getByRole('button').allInnerTexts()).toEqual([
        expect.stringMatching(/^Don’t trust/),
        expect.stringMatching(/^Trust/),
      ])
      await question.getByRole('button', { name: /^Don’t trust/ }).click()
      await question.waitFor({ state: 'detached' })
      expect(await engineCalls(page, 'approvals.answer')).toEqual([
        expect.stringMatching(/"approvalId":"trust_1","answer":\{"type":"deny"/),
      ])
      await page.close()
    })

    it('switches the instruction files of an agent in the context inspector', async () => {
      const page = await preview.page()
      await page.keyboard.press('Control+i')
      const inspector = page.getByRole('complementary', { name: 'Context inspector' })
      const use = inspector.getByRole('checkbox', { name: 'Use instruction files and skills' })
      await use.waitFor()
      expect(await use.isChecked()).toBe(true)
      await use.click()
      await inspector.getByText('Off for this agent and its forks, from the next prompt.').waitFor()
      expect(await use.isChecked()).toBe(false)
      expect(await engineCalls(page, 'instructions.set')).toEqual([
        `instructions.set ${JSON.stringify({ agentId: ROOT, isOn: false })}`,
      ])
      await page.close()
    })

    it('numbers the sources of an answer, and names the host of a link that only looks like a source', async () => {
      const page = await preview.page()
      await page.evaluate((agentId) => {
        const text = 'Tokens expire! [1](https://elsewhere.example/)'
        const citations = [{ start: 0, end: 14, url: 'https://www.rfc-editor.org/rfc/rfc8725', title: 'RFC 8725' }]
        const blocks = [{ type: 'text', text, citations }] as const
        const data = { provider: 'openai', model: 'm', blocks }
        window.preview.record({ agentId, turnId: 'cited', kind: 'assistant', content: text, data })
      }, ROOT)
      const cited = page.getByRole('link', { name: 'Source 1, www.rfc-editor.org' })
      await cited.waitFor()
      expect(await cited.innerText()).toBe('1')
      expect(await cited.evaluate((link) => link.parentElement?.tagName)).toBe('SUP')
      expect(await page.getByRole('link', { name: '1 elsewhere.example' }).count()).toBe(1)
      await page.close()
    })

    it('says that an outside agent is started until its program answers', async () => {
      const page = await preview.page()
      await page.evaluate((agentId) => {
        const choice = { provider: 'acp', model: 'claude', thinkingLevel: 'none' } as const
        window.preview.change(agentId, { choice, activity: { type: 'streaming' } })
        window.preview.live(agentId, { type: 'turn_started', turnId: 't', model: 'claude', startedAt: Date.now() })
      }, ROOT)
      const starting = page.getByText('Starting claude…')
      await starting.waitFor()
      await page.evaluate((id) => window.preview.change(id, { outside: { options: [], commands: [] } }), ROOT)
      await expect.poll(() => starting.count()).toBe(0)
      await page.close()
    })

    it('says of thinking what it took', async () => {
      const page = await preview.page()
      expect(
        await answer(page)
          .first()
          .getByText(/^Thinking/)
          .innerText(),
      ).toBe('Thinking · 1,024 tokens · 3.1 s')
      await page.close()
    })

    it('offers to resume an interrupted answer, unless its agent was killed', async () => {
      const page = await preview.page()
      await page.evaluate((id) => window.show(id), SIBLING)
      const resume = page.getByRole('button', { name: 'Resume', exact: true })
      await resume.waitFor()
      await page.evaluate((id) => window.preview.change(id, { status: 'killed' }), SIBLING)
      await expect.poll(() => resume.count()).toBe(0)
      await page.close()
    })

    it('offers at a message what can be done there: fork, rewind to the mark behind it, copy, show', async () => {
      const page = await preview.page()
      await openMessageMenu(page)
      await page.getByRole('menuitem').first().waitFor()
      expect(await page.getByRole('menuitem').allTextContents()).toEqual([
        ' Try again',
        ' Try again with…',
        ' Merge turn into agent…',
        ' Fork from here…',
        ' Fork before this…',
        ' Set mark here…only at the end',
        ' Rewind to hereCOMPARED',
        ' Copy',
        ' Show event',
        ' Redact…',
      ])
      await page.getByRole('menuitem', { name: /Rewind to here/ }).click()
      await expect
        .poll(() => engineCalls(page, 'agents.submit'))
        .toEqual([`agents.submit ${JSON.stringify({ agentId: ROOT, text: '/clear COMPARED' })}`])
      await page.close()
    })

    it('folds the buttons of a message into its menu in a narrow pane', async () => {
      const page = await preview.page()
      const button = (name: string) => answer(page).first().getByRole('button', { name, exact: true })
      await answer(page).first().hover()
      expect(await button('Try again').isVisible()).toBe(true)
      await page.setViewportSize({ width: 1000, height: 700 })
      await answer(page).first().hover()
      expect(await button('Try again').isVisible()).toBe(false)
      await button('More actions').click()
      await page.getByRole('menuitem', { name: 'Try again', exact: true }).waitFor()
      await page.close()
    })

    it('rewinds to a message without a mark behind it', async () => {
      const page = await preview.page()
      const prompt = page.getByRole('region', { name: `Agent ${NAME}` }).getByRole('article', { name: 'Your prompt' })
      await prompt.first().hover()
      await prompt.first().getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Rewind to here' }).click()
      await expect
        .poll(() => engineCalls(page, 'agents.rewind'))
        .toEqual([`agents.rewind ${JSON.stringify({ agentId: ROOT, eventId: 2 })}`])
      await page.close()
    })

    it('marks at the newest message', async () => {
      const page = await preview.page()
      await answer(page).last().hover()
      await answer(page).last().getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: /Set mark here/ }).click()
      await page.keyboard.type('TO DO')
      await page.keyboard.press('Enter')
      await expect
        .poll(() => engineCalls(page, 'agents.submit'))
        .toEqual([`agents.submit ${JSON.stringify({ agentId: ROOT, text: '/mark TO_DO' })}`])
      await page.close()
    })

    it('undoes the last context edit where it stands', async () => {
      const page = await preview.page()
      await page.getByRole('treeitem', { name: /What goes in/ }).click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect
        .poll(() => engineCalls(page, 'agents.submit'))
        .toEqual([`agents.submit ${JSON.stringify({ agentId: SIBLING, text: '/clear --undo' })}`])
      await page.close()
    })

    it('moves a pane that is dragged by its header', async () => {
      const page = await preview.page()
      expect(await panesOf(page)).toEqual([`Agent ${NAME}`, 'Agent d4e5f6'])
      const target = page.getByRole('region', { name: 'Agent d4e5f6' })
      const separator = page.getByRole('separator', { name: 'Resize panes' })
      await separator.focus()
      await separator.press('ArrowRight')
      await expect.poll(async () => (await widths(page))[0]).toBeGreaterThan((await widths(page))[1] ?? 0)
      const before = await widths(page)
      const size = await target.boundingBox()
      await page
        .getByRole('heading', { name: NAME, exact: true })
        .dragTo(target, { targetPosition: { x: (size?.width ?? 0) - 20, y: (size?.height ?? 0) / 2 } })
      await expect.poll(() => panesOf(page)).toEqual(['Agent d4e5f6', `Agent ${NAME}`])
      await expect.poll(() => widths(page)).toEqual(before.toReversed())
      await page.close()
    })

    it('looks for words in older events when it is asked to, and stays at the place', async () => {
      const page = await preview.page()
      await page.getByRole('treeitem', { name: /A long talk/ }).click()
      await page
        .getByRole('log', { name: /A long talk/ })
        .getByText('Question 120')
        .waitFor()
      await page.keyboard.press('Control+f')
      await page.keyboard.type('Question 7')
      const find = page.getByRole('search')
      await find.getByText('none').waitFor()
      await find.getByRole('button', { name: 'Search older messages' }).click()
      await find.getByText('11 of 11').waitFor()
      await page.keyboard.press('Enter')
      await expect.poll(() => find.getByText('10 of 11').count()).toBe(1)
      await page.close()
    })

    it('goes to a hit among a hundred thousand events, to both ends and from message to message by keys', async () => {
      const page = await preview.page('?world=far')
      await page.keyboard.press('Control+Shift+f')
      await page.keyboard.type('Question 12345,')
      // Before the results are there: those of what was typed before may still be listed.
      await page.keyboard.press('Enter')
      const stream = page.getByRole('log', { name: /A long talk/ })
      const shown = (text: string) =>
        stream.getByText(text, { exact: true }).evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect()
          const view = element.closest('[role="log"]')?.getBoundingClientRect()
          return view !== undefined && top >= view.top && bottom <= view.bottom
        })
      await page.getByRole('search').getByText('1 of 1', { exact: true }).waitFor()
      await expect.poll(() => shown('Question 12345, please')).toBe(true)
      expect(await stream.getByRole('article').count()).toBeLessThanOrEqual(400)
      await page.keyboard.press('Escape')
      const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
      await page.keyboard.press('Alt+PageUp')
      await expect.poll(focused).toMatch(/Question|Answer/)
      const before = await focused()
      await page.keyboard.press('k')
      await expect.poll(focused).not.toBe(before)
      await page.keyboard.press('j')
      await expect.poll(focused).toBe(before)
      await page.keyboard.press('Home')
      await expect.poll(focused).toContain('Question 0, please')
      await expect.poll(() => shown('Question 0, please')).toBe(true)
      await page.keyboard.press('End')
      await expect.poll(() => shown('Answer 49999. A few words.')).toBe(true)
      // The last jump wins, even over one whose events are still loading.
      await page.keyboard.press('Home')
      await page.keyboard.press('End')
      await expect.poll(focused).toContain('Answer 49999.')
      await expect.poll(() => shown('Answer 49999. A few words.')).toBe(true)
      expect(await stream.getByText('Question 0, please').count()).toBe(0)
      await page.close()
    })

    it('shows a thousand agents with few rows, filters, selects, archives and reveals', async () => {
      const page = await preview.page('?world=many')
      const rows = page.getByRole('treeitem')
      const names = async () =>
        (await rows.allTextContents()).slice(0, 9).map((text) => /number \d+/.exec(text)?.[0] ?? '')
      expect(await rows.count()).toBeLessThanOrEqual(60)
      expect(await rows.first().getAttribute('aria-setsize')).toBe('100')

      const filter = page.getByRole('searchbox', { name: 'Filter agents' })
      await filter.fill('number 77')
      // 77, 770 to 779, and the roots above 77.
      await page.getByRole('status').getByText('11 matches', { exact: true }).waitFor()
      await filter.fill('is:killed')
      await page.getByRole('status').getByText('10 matches', { exact: true }).waitFor()
      await filter.fill('02bc')
      await expect.poll(names).toEqual(['number 700'])
      await filter.fill('nothing like it')
      await page.getByRole('button', { name: 'Clear filter' }).click()

      await page.keyboard.press('Tab')
      await rows.first().focus()
      await page.keyboard.type('agent number 3')
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('number 3')
      await rows.nth(1).click({ modifiers: ['ControlOrMeta'] })
      await rows.nth(4).click({ modifiers: ['Shift'] })
      const before = await names()
      await page.getByRole('button', { name: 'Archive 4' }).click()
      await expect.poll(names).not.toContain(before[1])
      await page.getByRole('button', { name: 'Archive 4', exact: true, expanded: false }).waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(names).toEqual(before)

      await rows.nth(5).hover()
      const held = await names()
      await page.evaluate(() => {
        const last = '03de0000-0000-4000-8000-000000000000'
        window.preview.change(last, { lastActivityAt: '2026-11-21T00:00:00.000Z' })
      })
      await page.getByRole('button', { name: 'Update order' }).waitFor()
      expect(await names()).toEqual(held)
      await page.getByRole('button', { name: 'Update order' }).click()
      await expect.poll(async () => (await names())[0]).toBe('number 990')

      await page.getByRole('tree', { name: 'Agents' }).evaluate((tree) => (tree.scrollTop = 20_000))
      await page.keyboard.press('ControlOrMeta+n')
      await expect.poll(() => page.getByRole('treeitem', { selected: true }).isVisible()).toBe(true)
      await page.close()
    })

    it('filters the tree and goes on to the rows by keyboard', async () => {
      const page = await preview.page()
      await page.getByRole('searchbox', { name: 'Filter agents' }).fill('model:gpt-5')
      await expect.poll(() => page.getByRole('treeitem').count()).toBe(2)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Delete')
      await page.getByRole('dialog', { name: 'Kill “d4e5f6”?' }).getByRole('button', { name: 'Kill' }).click()
      await expect
        .poll(() => engineCalls(page, 'agents.submit'))
        .toEqual([`agents.submit ${JSON.stringify({ agentId: CHILD, text: '/kill' })}`])
      await page.close()
    })

    it('has logged no error and broken no rule of the content policy in all of this', () => {
      expect(preview.problems).toEqual([])
    })
  },
)
