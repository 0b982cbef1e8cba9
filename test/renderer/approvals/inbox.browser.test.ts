import type { Page } from '@playwright/test'
import { beforeAll, describe, expect, it, vi } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { LONG, OTHER, ROOT, SIBLING } from '../preview/preview-world.ts'
import { ACCESSIBLE, checkAccessibility, engineCalls, previewForTests } from '../support/open-preview.ts'

const SLOW_START_MS = 120_000
vi.setConfig({ testTimeout: 60_000 })
const executablePath = findBrowser()

async function openInbox(page: Page) {
  await page.getByRole('button', { name: /needs? you$/ }).click()
  const inbox = page.getByRole('dialog', { name: 'Approval inbox' })
  await inbox.waitFor()
  return inbox
}

describe.skipIf(executablePath === null)('the inbox (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)
  let page: Page
  beforeAll(async () => {
    page = await preview.page('?world=alike')
  }, SLOW_START_MS)
  it('has what waits, then interrupted and failed turns, and resumes and dismisses all at once', async () => {
    await page.evaluate(
      ([root, sibling, other]) => {
        const error = { category: 'SERVER', message: 'Overloaded', retryable: true } as const
        window.preview.change(other, {
          activity: { type: 'failed', error },
          unfinished: { type: 'failed', eventId: 3 },
        })
        for (const id of [root, sibling]) {
          window.preview.change(id, { activity: { type: 'idle' }, unfinished: { type: 'interrupted', eventId: 7 } })
        }
      },
      [ROOT, SIBLING, OTHER] as const,
    )
    const inbox = await openInbox(page)
    const sections = inbox.getByRole('region')
    await expect.poll(() => sections.count()).toBe(3)
    const titles = await inbox.getByRole('heading', { level: 3 }).allTextContents()
    expect(titles).toEqual(['Waiting now', 'Interrupted', 'Failed'])
    expect(await checkAccessibility(page, { only: '[role="dialog"]' })).toEqual(ACCESSIBLE)

    await inbox.getByRole('button', { name: 'Resume all (2)' }).click()
    await expect
      .poll(() => engineCalls(page, 'agents.resume'))
      .toEqual([ROOT, SIBLING].map((agentId) => `agents.resume ${JSON.stringify({ agentId })}`))
    await inbox.getByRole('button', { name: 'Dismiss all (1)' }).click()
    await expect.poll(() => inbox.getByRole('heading', { name: 'Failed', exact: true }).count()).toBe(0)
    await expect
      .poll(async () => (await engineCalls(page, 'settings.set {"key":"dismissals"')).at(-1))
      .toContain(JSON.stringify({ events: { [OTHER]: 3 } }))
  })

  it('allows open calls that are alike in one act, once the first was read', async () => {
    const inbox = page.getByRole('dialog', { name: 'Approval inbox' })
    const first = inbox.getByRole('article', { name: 'bash: npm test -- gateway' })
    expect(await first.getByRole('button', { name: /like this$/ }).count()).toBe(0)
    await first.getByRole('button', { name: 'More answers' }).click()
    await first.getByRole('button', { name: 'npm test *' }).click()
    const calls = first.getByRole('list', { name: 'Pending calls like this' }).getByRole('listitem')
    expect(await calls.allTextContents()).toEqual(['npm test -- auth', 'npm test -- rates'])
    await first.getByRole('button', { name: 'Allow 3 like this' }).click()
    await expect
      .poll(() => engineCalls(page, 'approvals.answer'))
      .toEqual(
        ['gateway', 'auth', 'rates'].map(
          (name) =>
            `approvals.answer ${JSON.stringify({ approvalId: `asks-${name}`, answer: { type: 'allow_once' } })}`,
        ),
      )
  })

  it('says what another window answered, and keeps the last answers', async () => {
    const other = await preview.page('?world=alike')
    const inbox = await openInbox(other)
    await other.evaluate(() => window.preview.settle('asks-gateway', 'denied'))
    const settled = inbox.getByRole('article', { name: 'bash: npm test -- gateway' }).first()
    await settled.getByText('Denied in another window').waitFor()
    const deny = inbox.getByRole('article', { name: 'bash: npm test -- auth' }).getByRole('button', { name: 'Deny' })
    const recent = inbox.getByText('Recently answered (2)')
    // A question that has just taken the focus cannot be answered for a moment.
    await expect
      .poll(async () => {
        if (await deny.first().isVisible()) await deny.first().click()
        return recent.count()
      })
      .toBe(1)
    await recent.click()
    const last = inbox.getByRole('group').getByRole('article')
    expect(await last.allInnerTexts()).toEqual([
      expect.stringMatching(/npm test -- auth\s+Allowed$/),
      expect.stringMatching(/npm test -- gateway\s+Denied in another window$/),
    ])
    await other.close()
  })

  it('says why a hook has a call asked, and offers no rule, which would not answer it', async () => {
    const other = await preview.page('?world=alike')
    const inbox = await openInbox(other)
    await other.evaluate(
      (agentId) =>
        window.preview.request({
          id: 'hooked',
          agentId,
          tool: 'bash',
          subject: 'make deploy',
          access: 'execute',
          isInFolder: true,
          askedByHook: 'It deploys\u202e.',
          askedAt: 0,
          patterns: ['make deploy', 'make *'],
        }),
      OTHER,
    )
    const asked = inbox.getByRole('article', { name: 'bash: make deploy' })
    await asked.getByText('It deploys⟨U+202E⟩.').waitFor()
    expect(await asked.getByRole('button', { name: /^Allow once/ }).count()).toBe(1)
    const more = asked.getByRole('button', { name: 'More answers' })
    if ((await more.count()) > 0) await more.click()
    expect(await asked.getByRole('button', { name: /always|subtree|make \*/i }).count()).toBe(0)
    const plain = inbox.getByRole('article', { name: 'bash: npm test -- auth' }).first()
    await plain.getByRole('button', { name: 'More answers' }).click()
    expect(await plain.getByRole('button', { name: /always/i }).count()).toBeGreaterThan(0)
    await other.close()
  })

  it('offers no rule for a command with a link to a protected path, which it would not reach', async () => {
    const other = await preview.page('?world=alike')
    const inbox = await openInbox(other)
    await other.evaluate(
      (agentId) =>
        window.preview.request({
          id: 'linked',
          agentId,
          tool: 'bash',
          subject: 'cat notes.txt',
          access: 'execute',
          isInFolder: true,
          protectedAs: 'a place for keys',
          isBehindLink: true,
          askedAt: 0,
          patterns: ['cat notes.txt'],
        }),
      OTHER,
    )
    const asked = inbox.getByRole('article', { name: 'bash: cat notes.txt' })
    expect(await asked.getByRole('button', { name: /^Allow once/ }).count()).toBe(1)
    const more = asked.getByRole('button', { name: 'More answers' })
    if ((await more.count()) > 0) await more.click()
    expect(await asked.getByRole('button', { name: /always|subtree|exactly/i }).count()).toBe(0)
    await other.close()
  })

  it('shows the whole path that a link leads to, in a narrow pane too', async () => {
    const other = await preview.page('?world=asking')
    await other.setViewportSize({ width: 1024, height: 768 })
    const path = other.getByRole('group', { name: 'Change this file?' }).locator('p:has(code)').first()
    await path.getByText('/home/ada/gateway/src/gateway/verify.ts').waitFor()
    expect(await path.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await other.close()
  })

  it('lists answers that came out of view until their agent is shown or they are marked as read', async () => {
    const other = await preview.page()
    const answer = (agentId: string, lastMessageId: number) =>
      other.evaluate(
        ([id, eventId]) => {
          window.preview.change(id, { activity: { type: 'streaming' } })
          window.preview.change(id, { activity: { type: 'idle' }, lastMessageId: eventId })
        },
        [agentId, lastMessageId] as const,
      )
    const row = (name: RegExp) => other.getByRole('treeitem', { name })
    for (const [agentId, eventId] of [
      [LONG, 902],
      [OTHER, 901],
      [ROOT, 903],
    ] as const)
      await answer(agentId, eventId)
    await row(/^A long talk, unread result/).waitFor()
    await expect.poll(() => row(/, unread result/).count()).toBe(2)

    await other.keyboard.press('Control+j')
    const inbox = other.getByRole('dialog', { name: 'Approval inbox' })
    const results = inbox.getByRole('region', { name: 'Unread results' }).getByRole('article')
    await expect.poll(() => results.count()).toBe(2)
    expect(await checkAccessibility(other, { only: '[role="dialog"]' })).toEqual(ACCESSIBLE)
    await results.nth(1).getByRole('button', { name: 'Go to agent: A long talk' }).click()
    await expect.poll(() => row(/, unread result/).count()).toBe(1)

    await other.keyboard.press('Control+j')
    await inbox.getByRole('button', { name: 'Mark all as read (1)' }).click()
    await inbox.getByRole('region', { name: 'Unread results' }).waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await engineCalls(other, 'settings.set {"key":"unreadResults"')).at(-1))
      .toContain(JSON.stringify({ events: {} }))
    await other.close()
  })

  it('goes from card to card by arrow keys, and fills the button of none but the focused one', async () => {
    const own = await preview.page('?world=asking')
    const inbox = await openInbox(own)
    const cards = inbox.getByRole('article')
    const primary = inbox.locator('[data-first-answer]')
    const grounds = () => primary.evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor))
    await primary.first().focus()
    const [filled, plain] = await grounds()
    expect(filled).not.toBe(plain)
    for (const [key, place] of [
      ['ArrowDown', 1],
      ['ArrowDown', 1],
      ['ArrowUp', 0],
    ] as const) {
      await own.keyboard.press(key)
      expect(await cards.evaluateAll((all) => all.findIndex((each) => each.contains(document.activeElement)))).toBe(
        place,
      )
      expect(await grounds()).toEqual(place === 0 ? [filled, plain] : [plain, filled])
    }
    await own.close()
  })

  it('keeps the focus in its list when the focused card is settled', async () => {
    const own = await preview.page('?world=alike')
    const failed = async (agentId: string, eventId: number) =>
      own.evaluate(
        ([id, event]) => {
          const error = { category: 'SERVER', message: 'Overloaded', retryable: true } as const
          window.preview.change(id, {
            activity: { type: 'failed', error },
            unfinished: { type: 'failed', eventId: event },
          })
        },
        [agentId, eventId] as const,
      )
    await failed(OTHER, 3)
    await failed(SIBLING, 4)
    const inbox = await openInbox(own)
    const cards = inbox.getByRole('article')
    const place = () => cards.evaluateAll((all) => all.findIndex((each) => each.contains(document.activeElement)))
    const waiting = inbox.getByRole('region', { name: 'Waiting now' }).getByRole('article')
    const count = await waiting.count()
    await waiting.last().getByRole('button', { name: /^Deny/ }).focus()
    await own.keyboard.press('Enter')
    await expect.poll(() => waiting.count()).toBe(count - 1)
    await expect.poll(place).toBe(count - 1)

    const failures = inbox.getByRole('region', { name: 'Failed' }).getByRole('article')
    await failures.last().getByRole('button', { name: 'Dismiss' }).focus()
    await expect
      .poll(async () => {
        await own.keyboard.press('Enter')
        return failures.count()
      })
      .toBe(1)
    await expect.poll(place).toBe(count - 1)
    await own.close()
  })

  it('has logged no error and broken no rule of the content policy in all of this', () => {
    expect(preview.problems).toEqual([])
  })
})
