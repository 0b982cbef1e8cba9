import type { Page } from '@playwright/test'
import { beforeAll, describe, expect, it, vi } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ACCESSIBLE, checkAccessibility, engineCalls, previewForTests } from '../support/open-preview.ts'

const SLOW_START_MS = 120_000
vi.setConfig({ testTimeout: 60_000 })
const executablePath = findBrowser()

const answers = (page: Page) => engineCalls(page, 'approvals.answer')
const answered = (approvalId: string, answer: object): string =>
  `approvals.answer ${JSON.stringify({ approvalId, answer })}`

describe.skipIf(executablePath === null)(
  'what a server asks (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)
    let page: Page
    beforeAll(async () => {
      page = await preview.page('?world=server-questions')
    }, SLOW_START_MS)
    it('is a form that says what is wrong, and is filled and sent by keys alone', async () => {
      await page.getByRole('button', { name: /needs? you$/ }).click()
      const inbox = page.getByRole('dialog', { name: 'Approval inbox' })
      const form = inbox.getByRole('group', { name: 'The server shop asks during order:' })
      await form.getByText('What do you⟨U+202E⟩ want?').waitFor()
      expect(await checkAccessibility(page, { only: '[role="dialog"]' })).toEqual(ACCESSIBLE)

      const mail = form.getByLabel('Email')
      await expect.poll(() => mail.evaluate((element) => element === document.activeElement)).toBe(true)
      await page.keyboard.type('nobody')
      await page.keyboard.press('Enter')
      await expect.poll(() => form.getByRole('alert').textContent()).toContain('Must be an email address.')
      expect(await mail.getAttribute('aria-invalid')).toBe('true')
      expect(await answers(page)).toEqual([])

      await page.keyboard.type('@example.com')
      await page.keyboard.press('Tab')
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('3')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      await page.keyboard.press('Tab')
      await page.keyboard.press('s')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      const values = { mail: 'nobody@example.com', count: 3, gift: true, size: 'Small', extras: ['Ribbon'] }
      await expect.poll(async () => (await answers(page)).length).toBe(1)
      const [call = ''] = await answers(page)
      expect(JSON.parse(call.slice('approvals.answer '.length))).toEqual({
        approvalId: 'form/1',
        answer: { type: 'fill', values },
      })
    })

    it('is a page that is opened by the button only, with a note on letters of other scripts', async () => {
      const inbox = page.getByRole('dialog', { name: 'Approval inbox' })
      const question = inbox.getByRole('group', { name: 'The server shop asks during pay:' })
      await question.getByText('The host contains letters that may look like others.').waitFor()
      const opened: string[] = []
      await page.context().route('https://xn--pple-43d.com/**', (route) => {
        opened.push(route.request().url())
        return route.fulfill({ body: 'paid' })
      })
      expect(await question.getByRole('link').count()).toBe(0)
      expect(opened).toEqual([])
      const [popup] = await Promise.all([
        page.context().waitForEvent('page'),
        question.getByRole('button', { name: 'Open page' }).click(),
      ])
      await expect.poll(() => opened).toEqual(['https://xn--pple-43d.com/pay'])
      await popup.close()
      await expect.poll(async () => (await answers(page)).at(-1)).toBe(answered('page/1', { type: 'fill', values: {} }))
    })

    it.each([
      ['Decline', 'deny'],
      ['Cancel', 'cancel'],
    ])('ends without a value by %s', async (label, type) => {
      await page.evaluate(() => window.openWorld('world=server-questions'))
      await page.getByRole('button', { name: /needs? you$/ }).click()
      const question = page.getByRole('dialog').getByRole('group', { name: 'The server shop asks during order:' })
      await question.getByRole('button', { name: label }).click()
      await expect.poll(async () => (await answers(page)).at(-1)).toBe(answered('form/1', { type }))
    })

    it('has logged no error and broken no rule of the content policy in all of this', () => {
      expect(preview.problems).toEqual([])
    })
  },
)
