import { readdirSync, readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { APP_COMMANDS } from '../../../src/shared/app-commands.ts'
import { findBrowser } from '../../support/find-browser.ts'
import { previewForTests, type OpenPreview } from '../support/open-preview.ts'
import { unmarkedTexts } from './unmarked-texts.ts'

const SLOW_START_MS = 120_000
const executablePath = findBrowser()

/** Commands that open no view, or whose effect stays after Escape. */
const WITHOUT_VIEW =
  /^(pane[.]|tree[.]|demo[.]|view[.]theme|view[.]tree|agent[.](new$|cancel|stop|retry$|pin|archive|copyId|attach|terminal))/

describe.skipIf(executablePath === null)(
  'the pseudo language (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)
    let page: Page
    beforeAll(async () => {
      page = await openInPseudo(preview)
    }, SLOW_START_MS)
    afterAll(() => page.context().close())

    it('shows that every text of the window and of what commands open is from the catalogue', async () => {
      const content = contentOfPreview()
      const found: Record<string, readonly string[]> = {}
      for (const { id } of APP_COMMANDS.filter((command) => !WITHOUT_VIEW.test(command.id))) {
        await page.evaluate((command) => window.chooseFromMenu(command), id)
        await page.evaluate(twoFrames)
        const texts = await page.evaluate(unmarkedTexts, content)
        if (texts.length > 0) found[id] = texts
        await page.keyboard.press('Escape')
      }
      expect(found).toEqual({})
    }, 60_000)

    it('would show a text that is not', async () => {
      await page.evaluate(() => document.body.append('Not from the catalogue'))
      expect(await page.evaluate(unmarkedTexts, '')).toContain('Not from the catalogue')
    })
  },
)

/** A page of its own, because the choice is stored in the browser. */
async function openInPseudo(preview: OpenPreview): Promise<Page> {
  const shared = await preview.page()
  const { origin } = new URL(shared.url())
  const browser = shared.context().browser()
  await shared.close()
  if (browser === null) throw new Error('The preview has no browser')
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(() => window.localStorage.setItem('ikigai.language', 'pseudo'))
  const page = await context.newPage()
  await page.goto(origin)
  await page.getByRole('treeitem').first().waitFor()
  return page
}

/** Until what a command opens is drawn. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

/** What the preview composes. */
const COMPOSED = `
jwtVerify src/
npx -y @modelcontextprotocol/server-filesystem /home/ada
postgres://user:password@host:5432/database
~/evaluations/figures.yaml
/work/.agents/skills/release-notes/SKILL.md
/work/.agents/skills/broken/SKILL.md
/home/me/.agents/skills/letters/SKILL.md
/work/.agents/plugins/tools/plugin.json
Knows about release-notes. Knows about letters. Knows about tools.
unknown keys
Sonnet 5.5 med
GPT-5 mini high
Gemini 3.8 Flash low
Sonnet 5.5 · med
GPT-5 mini · high
Gemini 3.8 Flash · low
/home/ann/ikigai
jti stays out of the database.
Hanken Grotesk
Literata
JetBrains Mono
Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36
Mozilla/5.0 (X11; Linux x64; rv:150.0) Gecko/20100101 Firefox/150.0
`

/** What people, models and programs wrote in the preview, and names, which no language changes. */
function contentOfPreview(): string {
  const names = ['providers', 'outside-agent', 'foreign-tools', 'profile'].map((name) => `src/shared/${name}.ts`)
  const preview = readdirSync('test/renderer/preview').filter((name) => /^preview-(?!views).*[.]ts$/.test(name))
  const sources = [...names, ...preview.map((name) => `test/renderer/preview/${name}`)]
  const written = sources.map((path) => readFileSync(path, 'utf8').replaceAll('\\`', '`'))
  return [...written, COMPOSED].join('\n')
}
