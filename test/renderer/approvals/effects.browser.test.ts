import type { Page } from '@playwright/test'
import { beforeAll, describe, expect, it, vi } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { OTHER } from '../preview/preview-world.ts'
import { ACCESSIBLE, checkAccessibility, engineCalls, previewForTests } from '../support/open-preview.ts'

const SLOW_START_MS = 120_000
vi.setConfig({ testTimeout: 60_000 })
const executablePath = findBrowser()

async function openQuestion(page: Page, name: string | RegExp) {
  await page.getByRole('button', { name: /needs? you$/ }).click()
  const question = page.getByRole('dialog', { name: 'Approval inbox' }).getByRole('article', { name })
  await question.waitFor()
  return question
}

describe.skipIf(executablePath === null)(
  'what a command changed (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)
    let page: Page
    beforeAll(async () => {
      page = await preview.page('?world=effects')
    }, SLOW_START_MS)
    it('is listed with what happened to each file, then the lines, and is applied or dropped', async () => {
      const question = await openQuestion(page, /jscodeshift/)
      await question.getByText('The command ran in a copy of the folder. Apply what it changed?').waitFor()
      const rows = question.getByRole('list', { name: 'What the command changed' }).getByRole('listitem')
      const rowTexts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
      expect(rowTexts).toEqual([
        'Deleted old/',
        'Permissions run.sh',
        'New src/gateway/audience.ts',
        'Changed src/gateway/verify.ts',
        'and 14 more',
      ])
      await question.getByText('Connected to registry.npmjs.org').waitFor()
      await question.getByText("audience: 'api'").waitFor()
      expect(await question.getByRole('button', { name: /Allow once|Deny/ }).count()).toBe(0)
      expect(await checkAccessibility(page, { only: '[role="dialog"]' })).toEqual(ACCESSIBLE)
      await question.click().catch(() => undefined)
    })

    it.each([
      [/^This agent/, { type: 'allow', for: 'agent', pattern: '/home/ada/gateway/*' }],
      [/^Apply/, { type: 'allow_once' }],
      [/^Drop(?! with)/, { type: 'deny' }],
    ])('is answered by %s', async (name, answer) => {
      const other = await preview.page('?world=effects')
      const question = await openQuestion(other, /jscodeshift/)
      const button = question.getByRole('button', { name }).first()
      // A question that has just taken the focus cannot be answered for a moment, and is allowed only when all of it was in view.
      await expect
        .poll(async () => {
          const all = question.getByRole('button', { name: /more lines?$/ })
          if (await all.isVisible()) await all.click()
          const more = question.getByRole('button', { name: 'More answers' })
          if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
          if (await button.isVisible()) await button.click()
          return engineCalls(other, 'approvals.answer')
        })
        .toEqual([`approvals.answer ${JSON.stringify({ approvalId: 'asks-effects', answer })}`])
      await other.close()
    })

    it('is asked each time where a protected file is among it', async () => {
      const other = await preview.page('?world=effects')
      await other.evaluate(
        (agentId) =>
          window.preview.request({
            id: 'protected',
            agentId,
            tool: 'effects',
            subject: 'make env',
            access: 'write',
            isInFolder: true,
            protectedAs: 'a file for secrets',
            effects: {
              folder: '/home/ada/gateway',
              listed: [{ path: '.envrc', kind: 'new', isFolder: false, protectedAs: 'a file for secrets' }],
              count: 1,
            },
            preview: '',
            askedAt: 0,
            patterns: [],
          }),
        OTHER,
      )
      const question = await openQuestion(other, /make env/)
      await question.getByText('a file for secrets', { exact: true }).waitFor()
      expect(await question.getByRole('button', { name: /always|subtree|this agent/i }).count()).toBe(0)
      expect(await question.getByRole('button', { name: /^Apply/ }).count()).toBe(1)
      await other.close()
    })
  },
)
