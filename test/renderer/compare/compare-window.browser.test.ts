import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { CLAUDE, GEMINI, GPT } from '../preview/compare-world.ts'
import { ROOT } from '../preview/preview-world.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

/** Picks the three agents in the tree and compares them. */
async function compareAll(page: Page): Promise<void> {
  for (const name of [/aaaa00/, /bbbb00/, /cccc00/])
    await page.getByRole('treeitem', { name }).click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('button', { name: 'Compare 3 agents' }).click()
  await page.getByRole('region', { name: 'A: aaaa00' }).waitFor()
}

const column = (page: Page, label: string) => page.getByRole('region', { name: new RegExp(`^${label}: `) })

describe.skipIf(executablePath === null)(
  'the comparison and the inspector in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    async function compared(): Promise<Page> {
      const page = await preview.page('?world=compare')
      await compareAll(page)
      return page
    }

    it('forks from a mark, and says why some models can’t be had', async () => {
      const page = await preview.page()
      await page.keyboard.press('Control+Shift+N')
      const dialog = page.getByRole('dialog')
      const locked = dialog.getByRole('group', { name: 'xAI · no key set' })
      expect(await locked.getByRole('checkbox', { name: 'grok-4' }).isDisabled()).toBe(true)
      await dialog.getByRole('radio', { name: 'only what follows the mark' }).check()
      expect(await dialog.getByRole('combobox', { name: 'Mark' }).inputValue()).toBe('COMPARED')
      await dialog.getByRole('button', { name: 'Fork', exact: true }).click()
      await expect
        .poll(() => engineCalls(page, 'agents.fork'))
        .toEqual([`agents.fork ${JSON.stringify({ agentId: ROOT, models: [], mark: 'COMPARED' })}`])
      await page.close()
    })

    it('says what each answer took, and sends one prompt to all', async () => {
      const page = await compared()
      await expect
        .poll(() => column(page, 'B').getByRole('definition').allInnerTexts())
        .toEqual(['1.8 s', '6.1 s best', '5.7k', '$0.0055 best'])
      const box = page.getByRole('textbox', { name: 'Prompt to all 3 agents' })
      await box.fill('Shorter still')
      await box.press('Control+Enter')
      await expect
        .poll(() => engineCalls(page, 'agents.submit'))
        .toEqual(
          [CLAUDE, GPT, GEMINI].map(
            (agentId) => `agents.submit ${JSON.stringify({ agentId, text: 'Shorter still', asText: false })}`,
          ),
        )
      expect(await box.inputValue()).toBe('')
      await column(page, 'C').getByText('Shorter still').waitFor()
      await page.close()
    })

    it('puts the prompt of a template into the box, to be read before it is sent to all as text', async () => {
      const page = await compared()
      const box = page.getByRole('textbox', { name: 'Prompt to all 3 agents' })
      await box.fill('/tidy a.ts')
      await box.press('Enter')
      const text = 'Tidy this file: a.ts\n/kill is only a word here.'
      await expect.poll(() => box.inputValue()).toBe(text)
      expect(await engineCalls(page, 'agents.submit')).toEqual([])
      await box.press('Enter')
      await expect
        .poll(() => engineCalls(page, 'agents.submit'))
        .toEqual(
          [CLAUDE, GPT, GEMINI].map((agentId) => `agents.submit ${JSON.stringify({ agentId, text, asText: true })}`),
        )
      await page.close()
    })

    it('keeps the prompt while one of them answers, and stops all with Esc', async () => {
      const page = await compared()
      const box = page.getByRole('textbox', { name: 'Prompt to all 3 agents' })
      await page.evaluate(
        (id) => window.preview.live(id, { type: 'turn_started', turnId: 't', model: 'm', startedAt: Date.now() }),
        GPT,
      )
      await page.getByRole('button', { name: 'Stop all' }).waitFor()
      await box.fill('Not yet')
      await box.press('Enter')
      await box.press('Escape')
      await expect
        .poll(() => engineCalls(page, 'agents.cancel'))
        .toEqual([`agents.cancel ${JSON.stringify({ agentId: GPT })}`])
      expect([await box.inputValue(), await engineCalls(page, 'agents.submit')]).toEqual(['Not yet', []])
      await page.close()
    })

    it('scrolls the columns together by turn, until that is switched off', async () => {
      const page = await compared()
      const top = (label: string) =>
        column(page, label)
          .getByText('We need revocation within minutes.')
          .evaluate((element) => Math.round(element.getBoundingClientRect().top))
      const scrollToIt = async () => {
        await column(page, 'B').getByRole('log').hover()
        await page.mouse.wheel(0, -10_000)
        await page.mouse.wheel(0, 500)
      }
      await scrollToIt()
      await expect.poll(async () => Math.abs((await top('A')) - (await top('B')))).toBeLessThan(3)
      await page.getByRole('button', { name: 'Scroll columns separately' }).click()
      const before = await top('A')
      await column(page, 'B').getByRole('log').hover()
      await page.mouse.wheel(0, 300)
      await expect.poll(() => top('B')).not.toBe(before)
      expect(await top('A')).toBe(before)
      await page.close()
    })

    it('lets columns be made wider by mouse and keys, keeps that, and keeps them in line', async () => {
      const page = await compared()
      const log = (label: string) => column(page, label).getByRole('log')
      const width = () => column(page, 'A').evaluate((element) => Math.round(element.getBoundingClientRect().width))
      const place = (label: string) => log(label).evaluate((element) => element.scrollTop)
      const line = page.getByRole('separator', { name: 'Resize columns' }).first()
      const alike = await width()
      await line.press('ArrowLeft')
      await expect.poll(width).toBeLessThan(alike)
      await log('B').hover()
      await page.mouse.wheel(0, -10_000)
      await page.mouse.wheel(0, 500)
      await expect.poll(() => place('A')).toBeGreaterThan(0)
      const { x = 0, y = 0 } = (await line.boundingBox()) ?? {}
      const before = await place('A')
      await page.mouse.move(x, y + 200)
      await page.mouse.down()
      await page.mouse.move(x - 100, y + 200)
      await page.mouse.move(x + 200, y + 200, { steps: 5 })
      await page.mouse.up()
      const wide = await width()
      expect(wide).toBeGreaterThan(alike + 100)
      // In line: who leads next has nothing to bring in line again.
      await expect.poll(() => place('A')).not.toBe(before)
      const inLine = await place('A')
      await log('B').hover()
      for (const step of [1, -1]) {
        const from = await place('B')
        await page.mouse.wheel(0, step)
        await expect.poll(() => place('B')).not.toBe(from)
      }
      await expect.poll(async () => Math.abs((await place('A')) - inLine)).toBeLessThan(4)
      await page.getByRole('button', { name: 'Back to panes' }).click()
      await page.getByRole('button', { name: 'Return to comparison' }).first().click()
      await expect.poll(width).toBe(wide)
      await page.close()
    })

    it('tells two answers and their tool calls apart', async () => {
      const page = await compared()
      await page.getByRole('tab', { name: 'Differences' }).click()
      await page
        .getByRole('combobox', { name: 'Prompt' })
        .selectOption({ label: 'How long should an access token live, and how is it taken back before that?' })
      const calls = page.getByRole('region', { name: 'Tool calls' }).getByRole('article')
      await expect.poll(() => calls.count()).toBe(2)
      expect(await calls.first().getByRole('deletion').allInnerTexts()).toContain('expiresIn')
      const left = page.getByRole('region', { name: 'A · claude-sonnet-5-5' })
      expect(await left.getByRole('deletion').allInnerTexts()).toContain('nobody has')
      await page.close()
    })

    it('puts the changes of the agents side by side, file by file, and applies those of one', async () => {
      const page = await compared()
      await page.getByRole('tab', { name: 'Changes' }).click()
      const row = (path: string) => page.getByRole('region', { name: path, exact: true })
      await row('src/add.ts').getByText('Different', { exact: true }).waitFor()
      await row('src/round.ts')
        .getByText(/^Same in (both|all)$/)
        .waitFor()
      const own = row('src/add.ts').getByRole('group', { name: 'A', exact: true })
      await own.getByText('+  return a + b').waitFor()
      const first = page.getByRole('region', { name: /^Changes of A · / })
      await first.getByRole('button', { name: /^Apply to / }).click()
      await first.getByRole('button', { name: /^Apply without/ }).click()
      await expect.poll(() => engineCalls(page, 'changes.apply')).toHaveLength(2)
      await page.close()
    })

    it('adopts one: its pane stays, the others are archived, and the message about it undoes it', async () => {
      const page = await compared()
      await column(page, 'B').getByRole('button', { name: 'Adopt' }).click()
      await expect
        .poll(() =>
          page.getByRole('region', { name: /^Agent / }).evaluateAll((all) => all.map((each) => each.ariaLabel)),
        )
        .toEqual(['Agent Tokens for the gateway', 'Agent d4e5f6', 'Agent bbbb00'])
      const others = page.getByRole('treeitem', { name: /aaaa00|cccc00/ })
      await expect.poll(() => others.count()).toBe(0)
      await page.getByText('Adopted B. 2 agents archived.').waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(() => others.count()).toBe(2)
      await page.getByRole('region', { name: 'Comparison of 3 agents' }).waitFor()
      await page.close()
    })

    it('asks one to judge the others by key, and puts the judge beside them', async () => {
      const page = await compared()
      await page.getByRole('button', { name: 'More actions for bbbb00' }).click()
      await page.getByRole('menuitem', { name: /judge/ }).click()
      const question = page.getByRole('textbox', { name: 'Prompt for the judge' })
      const asked = await question.inputValue()
      expect(asked).toContain('<answer label="A">\nFive minutes, with an opaque')
      expect(asked).not.toMatch(/claude|gemini|aaaa00|cccc00/i)
      await question.fill('/refuse')
      await page.getByRole('button', { name: 'Ask judge' }).click()
      await page.getByRole('alert').getByText('That model is not known.').waitFor()
      expect(await question.inputValue()).toBe('/refuse')
      await question.fill('Which is best?')
      await page.getByRole('button', { name: 'Ask judge' }).click()
      await page.getByRole('region', { name: /^Judge: / }).waitFor()
      const fork = (await engineCalls(page, 'agents.fork')).at(-1) ?? ''
      const { answers, ...request } = JSON.parse(fork.slice('agents.fork '.length))
      expect(request).toEqual({ agentId: GPT, models: [], prompt: 'Which is best?', reason: 'judge' })
      // The answers with the letters of their columns, without the judge's own.
      expect(answers).toMatchObject([{ letter: 'A', agent: CLAUDE }, { letter: 'C' }])
      await page.close()
    })

    it('sends the result to the parent as a mail that names the events', async () => {
      const page = await compared()
      await page.getByRole('button', { name: 'More actions for aaaa00' }).click()
      await page.getByRole('menuitem', { name: /result/ }).click()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect.poll(() => engineCalls(page, 'agents.submit')).toHaveLength(1)
      const [call = ''] = await engineCalls(page, 'agents.submit')
      expect(call).toContain(CLAUDE)
      expect(call).toMatch(new RegExp(`/send ${ROOT} Result of comparing answers .*event #\\d+`))
      await page.close()
    })

    it('shows what is in the context and leads to the event', async () => {
      const page = await preview.page('?world=compare')
      await page.keyboard.press('Control+i')
      const inspector = page.getByRole('complementary', { name: 'Context inspector' })
      const ledger = inspector.getByRole('list', { name: 'Context, oldest first' })
      await expect.poll(() => ledger.getByRole('listitem').count()).toBe(6)
      await inspector.getByText('19,208 tokens').waitFor()
      const prompt = page.getByRole('log', { name: /Tokens for the gateway/ }).getByText(/Compare OAuth 2 opaque/)
      await ledger.getByRole('button', { name: 'Show event #2' }).click()
      await expect.poll(() => prompt.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0)
      await page.close()
    })

    it('offers pools with the models, and models without a key only where nothing is sent', async () => {
      const page = await preview.page()
      await page.keyboard.press('Control+m')
      const choice = page.getByRole('dialog', { name: 'Choose a model', exact: true })
      expect(await choice.getByRole('option', { name: 'grok-4' }).getAttribute('aria-disabled')).toBe('true')
      await choice.getByRole('option', { name: /^@smart/ }).click()
      await expect.poll(() => engineCalls(page, 'agents.submit')).toHaveLength(1)
      expect((await engineCalls(page, 'agents.submit'))[0]).toContain('"/model @smart"')
      await page.keyboard.press('Control+i')
      await page.getByRole('tab', { name: 'Next request' }).click()
      await page.getByRole('button', { name: /^Request for its own/ }).click()
      const request = page.getByRole('dialog', { name: 'Choose a model for the request' })
      await request.getByText('Nothing is sent, so no key is needed').waitFor()
      await request.getByRole('option', { name: 'grok-4' }).click()
      await page.getByRole('button', { name: 'Request for grok-4/med. Change' }).waitFor()
      await page.keyboard.press('Control+Shift+N')
      const fork = page.getByRole('dialog', { name: /^Fork/ })
      await fork.getByRole('checkbox', { name: '@smart' }).check()
      await fork.getByRole('button', { name: 'Fork', exact: true }).click()
      await expect.poll(() => engineCalls(page, 'agents.fork')).toHaveLength(1)
      expect((await engineCalls(page, 'agents.fork'))[0]).toContain('"models":["@smart"]')
      await page.close()
    })

    it('shows what any model would be sent, and what was done for it', async () => {
      const page = await preview.page('?world=compare')
      await page.keyboard.press('Control+i')
      await page.getByRole('tab', { name: 'Next request' }).click()
      await page.getByRole('list', { name: 'Left out' }).getByText('thinking of another model').waitFor()
      await page.getByRole('button', { name: /^Request for its own/ }).click()
      await page.getByRole('option', { name: /gpt-5-mini/ }).click()
      await page.getByText(/^OpenAI · responses/).waitFor()
      expect(await page.getByRole('figure', { name: 'Code, json' }).innerText()).toContain('"model": "gpt-5-mini"')
      expect(await engineCalls(page, 'agents.submit')).toEqual([])
      await page.close()
    })

    it('has logged no error and broken no rule of the content policy in all of this', () => {
      expect(preview.problems).toEqual([])
    })
  },
)
