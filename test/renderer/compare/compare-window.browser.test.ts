import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { CLAUDE, FOLLOW_UP, GEMINI, GPT, PROMPT } from '../preview/compare-world.ts'
import { ROOT } from '../preview/preview-world.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

/** Picks the three agents in the tree and compares them. */
async function compareAll(page: Page): Promise<void> {
  for (const name of [/aaaa00/, /bbbb00/, /cccc00/])
    await page.getByRole('treeitem', { name }).click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('button', { name: 'Compare 3 agents' }).click()
  await page.getByRole('region', { name: /^A: Sonnet/ }).waitFor()
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
      await dialog.getByRole('button', { name: /^All \d+ models$/ }).click()
      const locked = dialog.getByRole('group', { name: 'xAI · no key set' })
      expect(await locked.getByRole('checkbox', { name: 'Grok 4' }).isDisabled()).toBe(true)
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
        .poll(() => column(page, 'B').locator('dd:visible').allInnerTexts())
        .toEqual(['1.8 s', '6.1 s best', '$0.0055 best'])
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
      await page.getByRole('article', { name: 'Your prompt' }).getByText('Shorter still').waitFor()
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

    it('shows each prompt once, and what the agents have in common folded above', async () => {
      const page = await compared()
      const view = page.getByRole('region', { name: 'Comparison of 3 agents' })
      await view.getByRole('heading', { name: 'Tokens for the gateway' }).waitFor()
      expect(await view.getByRole('article', { name: 'Your prompt' }).allInnerTexts()).toEqual([PROMPT, FOLLOW_UP])
      const earlier = view.getByText('4 earlier messages, the same for all')
      expect(await view.getByText(/Compare OAuth 2 opaque/).count()).toBe(0)
      await earlier.click()
      await view.getByText(/Compare OAuth 2 opaque/).waitFor()
      await page.close()
    })

    it('begins the heads, figures and answers of all columns at one height, whatever wraps', async () => {
      const page = await compared()
      for (const width of [1440, 1180]) {
        await page.setViewportSize({ width, height: 900 })
        for (const part of ['dl', '[data-agent-stream]', 'h3']) {
          const tops = await Promise.all(
            ['A', 'B', 'C'].map((label) =>
              column(page, label)
                .locator(part)
                .first()
                .evaluate((element) => Math.round(element.getBoundingClientRect().top)),
            ),
          )
          expect(new Set(tops).size).toBe(1)
        }
      }
      await page.close()
    })

    it('folds a prompt and its answers to one line, and opens them again', async () => {
      const page = await compared()
      const view = page.getByRole('region', { name: 'Comparison of 3 agents' })
      await view.getByRole('button', { name: 'Fold this prompt and its answers' }).click()
      expect(await view.getByText('between five and fifteen minutes').count()).toBe(0)
      const line = view.getByRole('button', { name: `${PROMPT} · A B C`, expanded: false })
      await line.click()
      await view.getByText('between five and fifteen minutes').waitFor()
      await page.close()
    })

    it('shows one column at a time behind tabs where columns would be too narrow, by keys too', async () => {
      const page = await compared()
      await page.setViewportSize({ width: 420, height: 800 })
      const tabs = page.getByRole('tablist', { name: 'Answers' }).getByRole('tab')
      await expect.poll(() => tabs.count()).toBe(3)
      await tabs.nth(0).focus()
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => tabs.nth(1).getAttribute('aria-selected')).toBe('true')
      await column(page, 'B').waitFor()
      expect(await column(page, 'A').count()).toBe(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(420)
      await page.close()
    })

    it('hides names, levels, figures and verdicts, deals the letters anew, and shows them after a vote', async () => {
      const page = await compared()
      const view = page.getByRole('region', { name: 'Comparison of 3 agents' })
      const answers = () => view.getByRole('region').evaluateAll((all) => all.map((each) => each.ariaLabel))
      const orderOf = () =>
        view.locator('section[data-column]').evaluateAll((all) => all.map((each) => each.dataset['column']))
      const before = await orderOf()
      await view.getByRole('switch', { name: 'Hide names' }).click()
      await expect.poll(answers).toEqual(['Answer A', 'Answer B', 'Answer C'])
      expect(await orderOf()).not.toEqual(before)
      expect(await view.innerText()).not.toMatch(/claude|sonnet|gpt|gemini|·\s*(med|high|low)|\$|best/i)
      await view.getByRole('region', { name: 'Answer B' }).getByRole('button', { name: 'Prefer this answer' }).click()
      await expect.poll(orderOf).toEqual(before)
      await column(page, 'B').waitFor()
      await page.close()
    })

    it('goes to a column by its number and to its neighbours by arrows, and takes single keys there, but not in the prompt', async () => {
      const page = await compared()
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
      const box = page.getByRole('textbox', { name: 'Prompt to all 3 agents' })
      await box.press('b')
      expect([await box.inputValue(), await page.getByRole('region', { name: 'Answer A' }).count()]).toEqual(['b', 0])
      await page.keyboard.press('Control+2')
      await expect.poll(focused).toMatch(/^B: /)
      await page.keyboard.press('ArrowRight')
      await expect.poll(focused).toMatch(/^C: /)
      await page.keyboard.press('p')
      await expect.poll(() => engineCalls(page, 'comparisons.vote')).toHaveLength(1)
      expect((await engineCalls(page, 'comparisons.vote'))[0]).toContain(`"answer":{"agent":"${GEMINI}"`)
      await page.keyboard.press('b')
      await page.getByRole('region', { name: 'Answer A' }).waitFor()
      await page.keyboard.press('b')
      await column(page, 'A').waitFor()
      await page.keyboard.press('Control+1')
      await page.keyboard.press('d')
      await page.getByText(/words in both/).waitFor()
      await page.getByRole('tab', { name: 'Answers' }).click()
      await page.keyboard.press('Control+1')
      await expect.poll(focused).toMatch(/^A: /)
      await page.keyboard.press('g')
      await page.getByRole('dialog', { name: 'Judge answers' }).waitFor()
      await page.keyboard.press('Escape')
      await page.close()
    })

    it('leaves the keys of a composition to the input method', async () => {
      const page = await compared()
      await page.evaluate(
        (id) => window.preview.live(id, { type: 'turn_started', turnId: 't', model: 'm', startedAt: Date.now() }),
        GPT,
      )
      await page.getByRole('button', { name: 'Stop all' }).waitFor()
      const box = page.getByRole('textbox', { name: 'Prompt to all 3 agents' })
      for (const init of [{ isComposing: true }, { keyCode: 229 }]) {
        for (const key of ['Escape', 'Enter']) {
          await box.evaluate(
            (element, event) =>
              element.dispatchEvent(new KeyboardEvent('keydown', { ...event, bubbles: true, cancelable: true })),
            { key, ...init },
          )
        }
      }
      expect([await engineCalls(page, 'agents.cancel'), await engineCalls(page, 'agents.submit')]).toEqual([[], []])
      await box.press('Escape')
      await expect.poll(() => engineCalls(page, 'agents.cancel')).toHaveLength(1)
      await page.close()
    })

    it('shows lines in place of an answer of which nothing has arrived, and no figures', async () => {
      const page = await compared()
      const box = page.getByRole('textbox', { name: 'Prompt to all 3 agents' })
      await box.fill('And on a phone?')
      await box.press('Enter')
      await page.getByRole('article', { name: 'Your prompt' }).getByText('And on a phone?').waitFor()
      await page.evaluate(
        (id) => window.preview.live(id, { type: 'turn_started', turnId: 't', model: 'm', startedAt: Date.now() }),
        GPT,
      )
      await column(page, 'B').getByRole('status', { name: 'Waiting for the first words' }).waitFor()
      expect(await column(page, 'B').getByText('–').count()).toBe(0)
      await column(page, 'B').getByText('answering').waitFor()
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
      const left = page.getByRole('region', { name: 'A · Sonnet 5.5', exact: true })
      // As it is read: no Markdown, and the words marked that only this answer has.
      const text = await left.innerText()
      expect([text.includes('**'), text.includes('five minutes')]).toEqual([false, true])
      const marked = () =>
        page.evaluate(() =>
          [...(CSS.highlights.get('only-left') ?? [])].map((range) => (range instanceof Range ? range.toString() : '')),
        )
      await expect.poll(marked).toContain('nobody')
      expect(await marked()).not.toContain('gateway')
      await page.getByRole('checkbox', { name: 'Markdown source' }).check()
      await left.getByText('**five').waitFor()
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
      await column(page, 'B')
        .getByRole('button', { name: /^More actions for / })
        .click()
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
      await page.getByText(/is judging…$|judged/).waitFor()
      const fork = (await engineCalls(page, 'agents.fork')).at(-1) ?? ''
      const { answers, ...request } = JSON.parse(fork.slice('agents.fork '.length))
      expect(request).toEqual({ agentId: GPT, models: [], prompt: 'Which is best?', reason: 'judge' })
      // The answers with the letters of their columns, without the judge's own.
      expect(answers).toMatchObject([{ letter: 'A', agent: CLAUDE }, { letter: 'C' }])
      await page.close()
    })

    it('sends the result to the parent as a mail that names the events', async () => {
      const page = await compared()
      await column(page, 'A')
        .getByRole('button', { name: /^More actions for / })
        .click()
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
      await choice.getByRole('button', { name: /^All \d+ models$/ }).click()
      expect(await choice.getByRole('button', { name: 'Grok 4 grok-4', exact: true }).isDisabled()).toBe(true)
      await choice.getByRole('button', { name: '@smart' }).click()
      await expect.poll(() => engineCalls(page, 'agents.submit')).toHaveLength(1)
      expect((await engineCalls(page, 'agents.submit'))[0]).toContain('"/model @smart"')
      await page.keyboard.press('Control+i')
      await page.getByRole('tab', { name: 'Next request' }).click()
      await page.getByRole('button', { name: /^Request for its own/ }).click()
      const request = page.getByRole('dialog', { name: 'Choose a model for the request' })
      await request.getByText('Nothing is sent, so no key is needed').waitFor()
      await request.getByRole('searchbox').fill('grok')
      await request.getByRole('button', { name: 'Grok 4 grok-4', exact: true }).click()
      await page.getByRole('button', { name: 'Request for Grok 4 · med. Change' }).waitFor()
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
      await page.getByRole('button', { name: 'GPT-5 mini', exact: true }).click()
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
