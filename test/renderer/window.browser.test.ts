import { describe, expect, it } from 'vitest'

import { findBrowser } from '../support/find-browser.ts'
import { CHILD, ROOT } from './preview/preview-world.ts'
import { engineCalls, previewForTests } from './support/open-preview.ts'

declare global {
  interface Window {
    /** What was drawn again since somebody began to count. */
    changes: readonly string[]
  }
}

const executablePath = findBrowser()

describe.skipIf(executablePath === null)(
  'the window in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('sends with Enter, empties the box, and shows the prompt', async () => {
      const page = await preview.page()
      const box = page.getByRole('textbox', { name: 'Prompt to Tokens for the gateway' })
      await box.fill('One more')
      await box.press('Shift+Enter')
      await box.pressSequentially('thing')
      await box.press('Enter')
      await page
        .getByRole('log', { name: /Tokens for the gateway/ })
        .getByText('One more thing')
        .waitFor()
      expect(await box.inputValue()).toBe('')
      expect(await engineCalls(page, 'agents.submit')).toEqual([
        `agents.submit ${JSON.stringify({ agentId: ROOT, text: 'One more\nthing', asText: false, ifBusy: 'queue' })}`,
      ])
      await box.press('ArrowUp')
      expect(await box.inputValue()).toBe('One more\nthing')
      await page.close()
    })

    it('keeps the text of a refused prompt and shows why', async () => {
      const page = await preview.page()
      const box = page.getByRole('textbox', { name: 'Prompt to Tokens for the gateway' })
      await box.fill('/refuse')
      await box.press('Enter')
      await page.getByText('Not while a turn runs.').waitFor()
      expect(await box.inputValue()).toBe('/refuse')
      await page.close()
    })

    it('cancels a running turn with Esc', async () => {
      const page = await preview.page()
      await page.evaluate((id) => {
        window.preview.live(id, { type: 'turn_started', turnId: 't', model: 'm', startedAt: Date.now() })
      }, ROOT)
      await page.getByRole('button', { name: 'Stop turn' }).waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => engineCalls(page, 'agents.cancel')).toHaveLength(1)
      await page.close()
    })

    it('draws nothing of the transcript again while a prompt is typed', async () => {
      const page = await preview.page()
      // Highlighting comes late, block by block, and is a drawing of its own.
      const code = page.locator('[role="log"] figure[aria-label^="Code, "]')
      const uncolored = () => code.filter({ hasNot: page.locator('[class*="token-"]') }).count()
      await code.first().waitFor()
      await expect.poll(uncolored).toBe(0)
      await page.evaluate(() => {
        const changes: string[] = []
        window.changes = changes
        const observer = new MutationObserver((records) => changes.push(...records.map((record) => record.type)))
        for (const log of document.querySelectorAll('[role="log"]'))
          observer.observe(log, { subtree: true, childList: true, characterData: true, attributes: true })
      })
      await page.getByRole('textbox', { name: 'Prompt to Tokens for the gateway' }).pressSequentially('a few words')
      expect(await page.evaluate(() => window.changes)).toEqual([])
      await page.close()
    })

    it('stays at the end while an answer streams, and where the reader is once he scrolled up', async () => {
      const page = await preview.page()
      const log = page.getByRole('log', { name: /Tokens for the gateway/ })
      const distance = () => log.evaluate((view) => Math.round(view.scrollHeight - view.scrollTop - view.clientHeight))
      const stream = (text: string) =>
        page.evaluate(([id, words]) => window.preview.live(id, { type: 'text_delta', blockIndex: 0, text: words }), [
          ROOT,
          text,
        ] as const)
      await page.evaluate(
        (id) => window.preview.live(id, { type: 'turn_started', turnId: 't', model: 'm', startedAt: Date.now() }),
        ROOT,
      )
      await stream('First line.\n\n'.repeat(40))
      await log.getByText('First line.').last().waitFor()
      await expect.poll(distance).toBe(0)
      await log.hover()
      await page.mouse.wheel(0, -400)
      await page.getByRole('button', { name: 'Jump to latest' }).waitFor()
      const top = await log.evaluate((view) => view.scrollTop)
      await stream('Second line.\n\n'.repeat(40))
      await log.getByText('Second line.').last().waitFor({ state: 'attached' })
      expect(await log.evaluate((view) => view.scrollTop)).toBe(top)
      await page.getByRole('button', { name: 'Jump to latest' }).click()
      await expect.poll(distance).toBe(0)
      await page.close()
    })

    it('skips what is out of view while it follows an answer, and moves nothing by that', async () => {
      const page = await preview.page()
      const log = page.getByRole('log', { name: /Tokens for the gateway/ })
      const heights = () =>
        log.locator('article').evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().height)))
      const skipped = () =>
        log
          .locator('strong')
          .evaluateAll((all) => all.filter((each) => !each.checkVisibility({ contentVisibilityAuto: true })).length)
      await log.locator('article').last().waitFor()
      const before = await heights()
      expect(await skipped()).toBe(0)
      await page.evaluate(async (id) => {
        window.preview.live(id, { type: 'turn_started', turnId: 't', model: 'm', startedAt: Date.now() })
        const text = 'A **line** that is long enough.\n\n'.repeat(15)
        for (let part = 0; part < 10; part++) {
          window.preview.live(id, { type: 'text_delta', blockIndex: 0, text })
          await new Promise((resolve) => requestAnimationFrame(resolve))
        }
      }, ROOT)
      await log.getByText('line').nth(149).waitFor({ state: 'attached' })
      await expect.poll(skipped).toBeGreaterThan(50)
      // The browser's own margin is one and a half heights of the window.
      await expect.poll(() => log.evaluate(furthestRendered)).toBeLessThan(600)
      expect(await heights()).toEqual(before)
      await log.hover()
      await page.mouse.wheel(0, -400)
      await expect.poll(skipped).toBe(0)
      expect(await heights()).toEqual(before)
      await page.close()
    })

    it('loads older events on scrolling up without moving what is read', async () => {
      const page = await preview.page()
      await page.getByRole('treeitem', { name: /A long talk/ }).click()
      const log = page.getByRole('log', { name: /A long talk/ })
      await log
        .getByText(/Question \d+$/)
        .last()
        .waitFor()
      const places: number[] = []
      // Beyond what came with the pane: question 91 is the first of those.
      while ((await log.getByText(/Question 41$/).count()) === 0) places.push(await log.evaluate(topAfterOneStep))
      expect(places.length).toBeGreaterThan(1)
      expect(places.filter((place) => place < 0 || place > 100)).toEqual([])
      await page.close()
    })

    it('recalls prompts that are older than what is loaded', async () => {
      const page = await preview.page()
      await page.getByRole('treeitem', { name: /A long talk/ }).click()
      const box = page.getByRole('textbox', { name: /^Prompt to A long talk/ })
      await box.focus()
      // The first thirty came with the pane.
      for (let number = 120; number > 80; number -= 1) {
        await box.press('ArrowUp')
        await expect.poll(() => box.inputValue()).toBe(`Question ${number}`)
      }
      await page.close()
    })

    it('recalls as many prompts as history_size says', async () => {
      const page = await preview.page('?world=short-history')
      await page.getByRole('treeitem', { name: /A long talk/ }).click()
      const box = page.getByRole('textbox', { name: /^Prompt to A long talk/ })
      await box.focus()
      for (const prompt of ['Question 120', 'Question 119', 'Question 119']) {
        await box.press('ArrowUp')
        expect(await box.inputValue()).toBe(prompt)
      }
      await page.close()
    })

    it('forks into two models side by side', async () => {
      const page = await preview.page()
      await page.keyboard.press('Control+Shift+N')
      await page.getByRole('checkbox', { name: 'GPT-5 mini' }).check()
      await page.getByRole('checkbox', { name: 'Opus 4.5' }).check()
      await page.getByLabel('Thinking level of GPT-5 mini').selectOption('high')
      await page.getByRole('button', { name: 'Fork into 2 agents' }).click()
      await page.getByRole('region', { name: 'Comparison of 2 agents' }).waitFor()
      expect(await page.getByRole('region', { name: /^[AB]: / }).count()).toBe(2)
      expect(await engineCalls(page, 'agents.fork')).toEqual([
        `agents.fork ${JSON.stringify({ agentId: ROOT, models: ['gpt-5-mini/high', 'claude-opus-4-5/med'], worktree: true })}`,
      ])
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
      await expect.poll(focused).toBe('Prompt to both agents')
      await page.close()
    })

    it('chooses model and level by keyboard alone', async () => {
      const page = await preview.page()
      await page.keyboard.press('Control+m')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect
        .poll(() => engineCalls(page, 'agents.submit'))
        .toEqual([`agents.submit ${JSON.stringify({ agentId: ROOT, text: '/model claude-opus-4-5/high' })}`])
      await page.close()
    })

    it('goes through the tree, renames and opens by keyboard', async () => {
      const page = await preview.page()
      await page.getByRole('treeitem', { name: /Tokens for the gateway/ }).focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('F2')
      await page.keyboard.type('Reader')
      await page.keyboard.press('Enter')
      await page.getByRole('treeitem', { name: /Reader/ }).waitFor()
      expect(await engineCalls(page, 'agents.rename')).toEqual([
        `agents.rename ${JSON.stringify({ agentId: CHILD, name: 'Reader' })}`,
      ])
      await page.keyboard.press('Enter')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toBe('Prompt to Reader')
      await page.close()
    })

    it('goes between panes by keys, maximises one, and closes it without ending its agent', async () => {
      const page = await preview.page()
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
      await page.keyboard.press('Control+2')
      await expect.poll(focused).toBe('Prompt to d4e5f6')
      await page.keyboard.press('Control+Tab')
      await expect.poll(focused).toBe('Prompt to Tokens for the gateway')
      await page.keyboard.press('Control+Shift+M')
      await page.getByRole('button', { name: 'Show all panes' }).waitFor()
      expect(await page.getByRole('region', { name: /^Agent / }).count()).toBe(1)
      await page.keyboard.press('Control+w')
      await page.getByRole('region', { name: 'Agent d4e5f6' }).waitFor()
      await expect.poll(focused).toBe('Prompt to d4e5f6')
      expect(await page.getByRole('treeitem', { name: /Tokens for the gateway/ }).count()).toBe(1)
      await page.close()
    })

    it('keeps the sizes that panes were dragged to', async () => {
      const page = await preview.page()
      const separator = page.getByRole('separator', { name: 'Resize panes' })
      await separator.focus()
      await separator.press('ArrowRight')
      const persistedSizes = async () => {
        const newest = (await engineCalls(page, 'settings.set')).at(-1) ?? ''
        return /"sizes":\{"column:[^"]+":(\d+)/.exec(newest)?.[1] ?? null
      }
      await expect.poll(persistedSizes).toBe('55')
      await page.close()
    })

    it('says that it is offline, keeps what is on the screen, and says when it is back', async () => {
      const page = await preview.page()
      await page.evaluate(() => window.preview.setConnection('lost'))
      await page.getByText('Offline: the engine can’t be reached. Reconnecting…').waitFor()
      expect(await page.getByRole('region', { name: /^Agent / }).count()).toBe(2)
      await page.evaluate(() => window.preview.setConnection('open'))
      await page.getByText('Offline:').waitFor({ state: 'detached' })
      await page.close()
    })

    it('leads from the first start to a key, which it shows no more than the end of', async () => {
      const page = await preview.page('?world=empty')
      await page.keyboard.press('Control+,')
      await page.getByRole('button', { name: 'Add key for Anthropic' }).click()
      await page.getByRole('textbox', { name: 'Key for Anthropic' }).fill('sk-ant-secret-9876')
      await page.keyboard.press('Enter')
      await page.getByRole('listitem', { name: 'Anthropic' }).getByText('set · ends in …9876 · from keychain').waitFor()
      expect(await page.getByText('sk-ant-secret').count()).toBe(0)
      // It was tested when it was saved.
      await page.getByText('Works · 14 models').waitFor()
      await page.close()
    })

    it('opens links apart and loads nothing from outside', async () => {
      const page = await preview.page()
      const link = page.getByRole('link', { name: /RFC 9068/ }).first()
      expect([await link.getAttribute('target'), await link.getAttribute('rel'), await link.textContent()]).toEqual([
        '_blank',
        'noopener noreferrer',
        'RFC 9068 www.rfc-editor.org',
      ])
      await page.evaluate((agentId) => {
        const content = '![a cat](https://example.com/cat.png) <img src=x onerror=alert(1)> [bad](javascript:alert(1))'
        window.preview.record({ agentId, turnId: null, kind: 'assistant', content, data: {} })
      }, ROOT)
      await page.getByText('[image: a cat] example.com').waitFor()
      expect(await page.getByRole('log').first().locator('img, a[href^="javascript"]').count()).toBe(0)
      await page.close()
    })

    it('shows pictures that a text contains, and no others', async () => {
      const page = await preview.page()
      await page.evaluate((agentId) => {
        const canvas = document.createElement('canvas')
        canvas.width = 900
        canvas.height = 600
        const drawn = canvas.toDataURL('image/png')
        const vector = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`
        const content = `![a chart](${drawn}) ![vector](${vector}) ![broken](data:image/png;base64,AAAA)\n\n[link](${drawn})`
        window.preview.record({ agentId, turnId: null, kind: 'assistant', content, data: {} })
      }, ROOT)
      const log = page.getByRole('log').first()
      const picture = log.getByRole('img', { name: 'a chart' })
      await expect
        .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
        .toBe(900)
      expect((await picture.boundingBox())?.height).toBe(320)
      await log.getByText('[image: broken]').waitFor()
      await log.getByText('[image: vector]').waitFor()
      expect(await log.locator('img').count()).toBe(1)
      expect(await log.getByRole('link', { name: 'link', exact: true }).count()).toBe(0)
      await page.close()
    })

    it('has logged no error and broken no rule of the content policy in all of this', () => {
      expect(preview.problems).toEqual([])
    })
  },
)

/**
 * Goes to the very top of a stream; answers how far from it its first message is when earlier ones have come in above,
 * px.
 */
async function topAfterOneStep(view: Element): Promise<number> {
  const first = view.querySelector('article')
  view.scrollTop = 0
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  while (view.querySelector('article') === first) await frame()
  await frame()
  return (first?.getBoundingClientRect().top ?? Number.NaN) - view.getBoundingClientRect().top
}

/** How far above the view the first line is that the browser has rendered, px. */
function furthestRendered(log: Element): number {
  const top = log.getBoundingClientRect().top
  const rendered = [...log.querySelectorAll('strong')].filter((each) =>
    each.checkVisibility({ contentVisibilityAuto: true }),
  )
  return Math.max(...rendered.map((each) => top - each.getBoundingClientRect().bottom))
}
