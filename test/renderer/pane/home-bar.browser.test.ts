import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ROOT } from '../preview/preview-world.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()
const HOME = { id: '00000000-0000-4000-8000-0000000000aa', label: 'bob@desk', seenAt: '2026-11-20T10:00:00Z' }

describe.skipIf(executablePath === null)(
  'the pane of an agent of another home, in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('says where the agent runs, and takes it over', async () => {
      const page = await preview.page()
      const change = (isOpen: boolean) =>
        page.evaluate(([agentId, otherHome]) => window.preview.change(agentId, { otherHome }), [
          ROOT,
          { ...HOME, isOpen },
        ] as const)
      const bar = page.getByRole('region', { name: 'Where the agent runs' })
      expect(await bar.count()).toBe(0)
      await change(true)
      await bar.waitFor()
      expect(await bar.innerText()).toContain(
        'Runs at bob@desk. A prompt waits there until a user of that home sends it.',
      )
      expect(await bar.innerText()).not.toContain('last used')
      await change(false)
      await bar.getByText('That home last used the database on 20 Nov 2026').waitFor()
      await bar.getByRole('button', { name: 'Take over…' }).click()
      const dialog = page.getByRole('dialog', { name: /^Take over/ })
      expect(await dialog.innerText()).toContain('This agent runs at bob@desk')
      await dialog.getByRole('button', { name: 'Take over', exact: true }).click()
      await bar.waitFor({ state: 'detached' })
      expect(await engineCalls(page, 'agents.takeOver')).toEqual([expect.stringContaining(ROOT)])
      await page.close()
    })
  },
)
