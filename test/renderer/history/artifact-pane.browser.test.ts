import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { pasteFiles } from '../../support/attach-in-window.ts'
import { findBrowser } from '../../support/find-browser.ts'
import { ROOT } from '../preview/preview-world.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

const PAGES = ['First draft', 'Second draft', 'Third draft']
const page = (title: string): string =>
  `\`\`\`html tides.html\n<h1>${title}</h1><script>document.body.append('ran ' + origin)</script>\n\`\`\``

describe.skipIf(executablePath === null)(
  'a preview beside the conversation (skipped where no Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    const pane = (window: Page) => window.getByRole('region', { name: 'Agent Tokens for the gateway' })
    const beside = (window: Page) => pane(window).getByRole('region', { name: 'Preview: tides.html' })
    const frame = (window: Page) => window.frameLocator('iframe[title="Preview of tides.html"]')

    async function answered(width = 1440): Promise<Page> {
      const window = await preview.page()
      await window.setViewportSize({ width, height: 900 })
      for (const title of PAGES) {
        const content = `Here it is.\n\n${page(title)}`
        const event = { agentId: ROOT, turnId: title, kind: 'assistant', content, data: { model: 'claude-sonnet-5-5' } }
        await window.evaluate(`window.preview.record(${JSON.stringify(event)})`)
      }
      return window
    }

    async function open(window: Page, nth: number): Promise<void> {
      await pane(window)
        .getByRole('figure')
        .filter({ hasText: PAGES[nth] ?? '' })
        .getByRole('button', { name: 'Preview' })
        .click()
      await beside(window).waitFor()
    }

    it('stands beside the conversation, which stays, and goes through the versions of its answers', async () => {
      const window = await answered(1920)
      await window.keyboard.press('Control+Shift+M')
      await open(window, 1)
      await frame(window).getByRole('heading', { name: 'Second draft' }).waitFor()
      // Its page runs, and has an origin of its own.
      await frame(window).getByText('ran null').waitFor()
      expect(await pane(window).getByRole('log').isVisible()).toBe(true)
      const conversation = await pane(window).getByRole('log').boundingBox()
      const side = await beside(window).boundingBox()
      expect(side?.x).toBeGreaterThanOrEqual((conversation?.x ?? 0) + (conversation?.width ?? 0) - 1)
      await beside(window).getByText('2 of 3').waitFor()
      await beside(window).getByRole('button', { name: 'Next version' }).click()
      await frame(window).getByRole('heading', { name: 'Third draft' }).waitFor()
      expect(await beside(window).getByRole('button', { name: 'Next version' }).isDisabled()).toBe(true)
      await beside(window).getByRole('button', { name: 'Previous version' }).click()
      await beside(window).getByRole('button', { name: 'Previous version' }).press('Enter')
      await frame(window).getByRole('heading', { name: 'First draft' }).waitFor()
      await beside(window).getByText('1 of 3').waitFor()
      await window.close()
    })

    it('fills the window, where Escape leads back beside the conversation and then to the prompt', async () => {
      const window = await answered()
      await open(window, 2)
      await beside(window).getByRole('button', { name: 'Fill the window' }).click()
      const dialog = window.getByRole('dialog', { name: 'Preview: tides.html' })
      await frame(window).getByRole('heading', { name: 'Third draft' }).waitFor()
      const size = await dialog.boundingBox()
      expect([size?.width, size?.height]).toEqual([1440, 900])
      await dialog.getByRole('button', { name: 'Previous version' }).click()
      await frame(window).getByRole('heading', { name: 'Second draft' }).waitFor()
      await window.keyboard.press('Escape')
      await expect.poll(() => dialog.count()).toBe(0)
      await beside(window).getByText('2 of 3').waitFor()
      await beside(window).press('Escape')
      await expect.poll(() => beside(window).count()).toBe(0)
      await expect.poll(() => window.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
      await window.close()
    })

    it('fills the window from a column of a comparison, and Escape leads back to it', async () => {
      const window = await preview.page('?world=judged')
      const column = window.getByRole('region', { name: /^A: Sonnet 5\.5/ }).last()
      const agentId = await column.getAttribute('data-column')
      const event = { agentId, turnId: 'page', kind: 'assistant', content: page('In a column'), data: {} }
      await window.evaluate(`window.preview.record(${JSON.stringify(event)})`)
      await window
        .getByRole('figure')
        .filter({ hasText: 'In a column' })
        .getByRole('button', { name: 'Preview' })
        .click()
      const dialog = window.getByRole('dialog', { name: 'Preview: tides.html' })
      await frame(window).getByRole('heading', { name: 'In a column' }).waitFor()
      expect((await dialog.boundingBox())?.width).toBe(1440)
      await window.keyboard.press('Escape')
      await expect.poll(() => dialog.count()).toBe(0)
      await window.getByRole('textbox', { name: /^Prompt to all/ }).waitFor()
      await window.close()
    })

    it.each([
      ['tides.markdown', 'heading'],
      ['tides.txt', 'text'],
    ] as const)('shows a file of the prompt beside the conversation: %s', async (name, shownAs) => {
      const window = await preview.page()
      const box = window.getByRole('textbox', { name: 'Prompt to Tokens for the gateway' })
      await pasteFiles(box, [{ name, type: 'text/plain', bytes: Buffer.from('# Tides of the week') }])
      await pane(window)
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .click()
      await window.getByRole('button', { name: 'Show beside' }).click()
      const side = pane(window).getByRole('region', { name: `Preview: ${name}` })
      const content = {
        heading: side.getByRole('heading', { name: 'Tides of the week' }),
        text: side.getByText('# Tides'),
      }
      await content[shownAs].waitFor()
      await expect.poll(() => window.getByRole('dialog').count()).toBe(0)
      await window.close()
    })

    it.each([390, 320])(
      'takes the place of the conversation where there is no room beside it: %d px',
      async (width) => {
        const window = await answered(width)
        await open(window, 2)
        const side = await beside(window).boundingBox()
        expect(side?.width).toBe(width)
        expect(await window.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await beside(window).getByRole('button', { name: 'Close preview' }).click()
        await expect.poll(() => beside(window).count()).toBe(0)
        await window.close()
      },
    )
  },
)
