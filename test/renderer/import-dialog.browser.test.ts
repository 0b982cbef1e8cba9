import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../support/find-browser.ts'
import { engineCalls, previewForTests } from './support/open-preview.ts'

const executablePath = findBrowser()

async function fromPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

describe.skipIf(executablePath === null)(
  'the import in a window (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('imports a file of its own and shows its first agent, or says what is wrong with it', async () => {
      const page = await preview.page()
      await fromPalette(page, 'import')
      const field = page.getByLabel('Files', { exact: true })
      await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
      await page.getByRole('alert').getByText('notes.txt: It has no message (not written by a known tool).').waitFor()
      await page.getByRole('button', { name: 'Choose other files' }).click()
      const buffer = Buffer.from('{"kind":"user","content":"Hello"}\nnonsense')
      await field.setInputFiles({ name: 'log.jsonl', mimeType: 'application/jsonl', buffer })
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByRole('alert').getByText('this is not a JSON object.').waitFor()
      await page.keyboard.press('Escape')
      await fromPalette(page, 'import')
      const good = Buffer.from('{"kind":"user","content":"Hello"}')
      await field.setInputFiles({ name: 'log.jsonl', mimeType: 'application/jsonl', buffer: good })
      await page.getByText(/^log\.jsonl \(.*\), written by ikigai$/).waitFor()
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByText('Imported 1 agent and 1 event').waitFor()
      await page.getByRole('region', { name: 'Agent Imported' }).waitFor()
      expect(await engineCalls(page, 'log.importFile')).toHaveLength(2)
      await page.close()
    })

    it('says what an import did not keep, and then shows the agent', async () => {
      const page = await preview.page()
      await fromPalette(page, 'import')
      const buffer = Buffer.from('{"kind":"user","tone":"calm"}\n{"kind":"user","tone":"loud"}')
      const file = { name: 'log.jsonl', mimeType: 'application/jsonl', buffer }
      await page.getByLabel('Files', { exact: true }).setInputFiles(file)
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      const list = page.getByRole('list', { name: 'Imported without some values' })
      await list.getByRole('listitem').first().waitFor()
      expect(await list.getByRole('listitem').allInnerTexts()).toEqual(['tone (event): 2 lines'])
      await page.getByRole('button', { name: 'Show agent' }).click()
      await page.getByRole('region', { name: 'Agent Imported' }).waitFor()
      await page.close()
    })

    it('lists the conversations of dropped files, the newest first, and imports those that are chosen', async () => {
      const page = await preview.page()
      await fromPalette(page, 'import')
      const zone = page.getByRole('region', { name: 'Files to import' })
      const data = await page.evaluateHandle(() => {
        const dropped = new DataTransfer()
        dropped.items.add(new File(['[{"mapping":{}}]'], 'conversations.json', { type: 'application/json' }))
        return dropped
      })
      await zone.dispatchEvent('dragover', { dataTransfer: data })
      await zone.dispatchEvent('drop', { dataTransfer: data })
      const list = page.getByRole('group', { name: 'Conversations in the files' })
      await list.getByText('11 of 12 chosen').waitFor()
      const names = await list
        .getByRole('checkbox')
        .evaluateAll((all) => all.map((box) => box.parentElement?.innerText))
      expect(names).toHaveLength(12)
      expect(names[0]).toMatch(/^Chat 11\s+ChatGPT · 1 Oct 2026 – 21 Nov 2026 · 12 messages$/)
      expect(names.at(-1)).toMatch(/^Chat 0\s.*· 1 message · imported$/)
      await list.getByRole('searchbox', { name: 'Filter' }).fill('21 nov')
      await list.getByRole('button', { name: 'Choose none' }).click()
      await list.getByText('10 of 12 chosen').waitFor()
      await list.getByRole('searchbox', { name: 'Filter' }).fill('')
      await list.getByRole('button', { name: 'Choose all' }).click()
      await list.getByRole('button', { name: 'Choose none' }).click()
      await list.getByRole('checkbox', { name: /^Chat 5 / }).check()
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByRole('list', { name: 'Report' }).getByText('1 conversation, 13 events, 2 files.').waitFor()
      await page.getByRole('button', { name: 'Show agent' }).click()
      await page.getByRole('region', { name: 'Agent One pixel' }).waitFor()
      expect(await engineCalls(page, 'log.importSource')).toEqual([
        `log.importSource ${JSON.stringify({ sessions: ['chat 5'] })}`,
      ])
      await page.close()
    })

    it('imports sessions of other tools, and shows what became of their records', async () => {
      const page = await preview.page()
      await fromPalette(page, 'import')
      const list = page.getByRole('group', { name: 'Sessions of other tools on this computer' })
      await list.getByRole('checkbox', { name: /List the files Codex · 2 Nov 2026 · 5 kB · .* · imported/ }).waitFor()
      await list.getByRole('checkbox', { name: /One pixel Claude Code/ }).check()
      await page.getByRole('button', { name: 'Import sessions' }).click()
      await page.getByRole('dialog', { name: 'Imported conversations' }).waitFor()
      const report = page.getByRole('list', { name: 'Report' })
      await report.getByText('1 conversation, 13 events, 2 files. Of 23 records: 15 as events.').waitFor()
      await report.getByText('8 records kept aside').click()
      await report.getByText('not part of the conversation: queue-operation: 8 (line 1, …)').waitFor()
      await page.getByRole('button', { name: 'Show agent' }).click()
      await page.getByRole('region', { name: 'Agent One pixel' }).waitFor()
      const sessions = [{ path: '/home/ana/.claude/projects/-home-ana-app/one.jsonl', session: 'one' }]
      expect(await engineCalls(page, 'log.importSessions')).toEqual([
        `log.importSessions ${JSON.stringify({ sessions })}`,
      ])
      await page.close()
    })

    it('offers the sessions of other tools on the first page, and leads to the import', async () => {
      const page = await preview.page('?world=empty')
      const offer = page.getByRole('region', { name: 'Bring what you have' })
      await offer.getByText('On this computer: Claude Code (24 sessions), Cursor. Exports of').waitFor()
      expect(await offer.count()).toBe(1)
      await offer.getByRole('button', { name: 'Import…' }).click()
      await page.getByRole('dialog', { name: 'Import' }).getByRole('region', { name: 'Files to import' }).waitFor()
      await page.close()
    })

    it('logs no error in any of these', () => expect(preview.problems).toEqual([]))
  },
)
