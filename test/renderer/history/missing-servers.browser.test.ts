import type { Page } from '@playwright/test'
import { expect, describe, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ROOT } from '../preview/preview-world.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

async function recordMissing(page: Page, content: string | null): Promise<void> {
  await page.evaluate(
    ([agentId, text]) => {
      const data = { path: 'servers', origin: 'servers', sha256: '', bytes: 0 } as const
      window.preview.record({ agentId, turnId: null, kind: 'instructions', content: text, data })
    },
    [ROOT, content] as const,
  )
}

describe.skipIf(executablePath === null)(
  'missing servers in a pane, in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('are named with their reasons, and so is that none is missing any more', async () => {
      const page = await preview.page()
      const stream = page.getByRole('region', { name: 'Agent Tokens for the gateway' }).getByRole('log')
      await recordMissing(
        page,
        'tracker: it ended before it answered: Error: API key missing\nfiles: it is still starting',
      )
      await stream.getByText('MCP servers that are not available:').waitFor()
      await stream.getByText('tracker: it ended before it answered: Error: API key missing', { exact: true }).waitFor()
      await stream.getByText('files: it is still starting', { exact: true }).waitFor()
      expect(await stream.getByText('All MCP servers are available again.').count()).toBe(0)
      await recordMissing(page, null)
      await stream.getByText('All MCP servers are available again.').waitFor()
      await page.close()
    })

    it('cannot hide text in their reasons', async () => {
      const page = await preview.page()
      const stream = page.getByRole('region', { name: 'Agent Tokens for the gateway' }).getByRole('log')
      await recordMissing(page, 'tracker: \u202Eabc')
      await expect.poll(() => stream.getByText('tracker: ⟨U+202E⟩abc', { exact: true }).count()).toBe(1)
      await page.close()
    })
  },
)
