import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ROOT } from '../preview/preview-world.ts'
import { engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()
const NAME = 'Tokens for the gateway'

const paneOf = (page: Page) => page.getByRole('region', { name: `Agent ${NAME}` })
const prompt = (page: Page) => page.getByRole('textbox', { name: `Prompt to ${NAME}` })
const price = (page: Page) =>
  paneOf(page)
    .getByText(/^Estimated cost/)
    .locator('..')
/** Returns the dollars of a text such as `≈ $0.02`. */
const amount = (text: string) => Number(/\$([\d.]+)/.exec(text)?.[1])

/** Chooses the cost above which the window asks. */
async function limitTo(page: Page, dollars: string): Promise<void> {
  await page.keyboard.press('Control+,')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Models' }).click()
  const limit = settings.getByRole('textbox', { name: 'Ask before sending above' })
  await limit.fill(dollars)
  await limit.press('Enter')
  await expect.poll(() => engineCalls(page, 'config.update').then((calls) => calls.at(-1))).toContain(dollars)
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'detached' })
}

describe.skipIf(executablePath === null)(
  'prices before sending, in a browser (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('shows what a prompt, a summary and another model would cost', async () => {
      const page = await preview.page()
      expect(await price(page).count()).toBe(0)
      await prompt(page).fill('Why?')
      await expect.poll(() => price(page).innerText()).toMatch(/^Estimated cost:\s≈ \$0\.0\d$/)
      const warm = amount(await price(page).innerText())
      await prompt(page).fill('/compress')
      await expect.poll(() => engineCalls(page, 'price.next').then((calls) => calls.at(-1))).toContain('compress')
      await prompt(page).fill('/model claude-opus-4-5/med')
      await expect.poll(() => price(page).innerText()).toMatch(/next prompt to this model:\s≈ \$0\.1\d per prompt$/)
      expect(amount(await price(page).innerText())).toBeGreaterThan(warm)
      await prompt(page).fill('/model gpt-4.1/none')
      await expect.poll(() => price(page).getAttribute('title')).toBe('No price known for this model')
      await prompt(page).fill('/mark HERE')
      await expect.poll(() => price(page).count()).toBe(0)
      await page.close()
    })

    it('puts the prompt of a template into the box, to be read before it is sent as text', async () => {
      const page = await preview.page()
      await prompt(page).pressSequentially('/ti')
      await page.getByRole('option', { name: '/tidy [file] Tidies a file.' }).waitFor()
      await page.keyboard.press('Enter')
      await prompt(page).pressSequentially('a.ts')
      await page.keyboard.press('Enter')
      const text = 'Tidy this file: a.ts\n/kill is only a word here.'
      await expect.poll(() => prompt(page).inputValue()).toBe(text)
      await paneOf(page).getByText('Sent as text.').waitFor()
      expect(await engineCalls(page, 'agents.submit')).toEqual([])
      await page.keyboard.press('Enter')
      await expect.poll(() => prompt(page).inputValue()).toBe('')
      expect(await engineCalls(page, 'agents.submit')).toEqual([
        `agents.submit ${JSON.stringify({ agentId: ROOT, text, asText: true, ifBusy: 'queue' })}`,
      ])
      await page.close()
    })

    it('puts the prompt of a template into the box of an edited prompt', async () => {
      const page = await preview.page()
      const text = 'Tidy this file: a.ts\n/kill is only a word here.'
      await page.keyboard.press('Control+Shift+E')
      const edited = page.getByRole('form', { name: 'Edit prompt' }).getByRole('textbox')
      await edited.fill('/tidy a.ts')
      await edited.press('Enter')
      await expect.poll(() => edited.inputValue()).toBe(text)
      expect(await engineCalls(page, 'agents.fork')).toEqual([])
      await edited.press('Enter')
      await expect.poll(() => engineCalls(page, 'agents.fork')).toHaveLength(1)
      expect((await engineCalls(page, 'agents.fork'))[0]).toContain(JSON.stringify(text))
      await page.close()
    })

    it('says that the cache is cold when its time is over, and raises the price', async () => {
      const page = await preview.ownPage()
      await page.clock.install()
      await prompt(page).fill('Why?')
      await page.clock.runFor(300)
      await expect.poll(() => price(page).innerText()).toMatch(/≈ \$0\.0\d$/)
      const warm = amount(await price(page).innerText())
      await page.clock.runFor('05:01')
      await expect.poll(() => price(page).innerText().then(amount)).toBeGreaterThan(2 * warm)
      await paneOf(page)
        .getByRole('button', { name: /^Context \d/ })
        .click()
      await page.clock.runFor(1_100)
      const details = page.getByRole('dialog', { name: 'Context and cost' })
      await details.getByText('cold', { exact: true }).waitFor()
      expect(await details.getByText(/^≈ \$0\.0\d$/).count()).toBe(1)
      await page.close()
    })

    describe('several models', () => {
      const chips = (page: Page) =>
        paneOf(page)
          .getByRole('group', { name: 'Models' })
          .getByRole('button', { name: /^(?!Thinking: )/ })
      async function addModel(page: Page, model: string): Promise<void> {
        const before = await chips(page).count()
        await paneOf(page).getByRole('button', { name: 'Ask another model' }).click()
        const picker = page.getByRole('dialog', { name: 'Choose another model' })
        await picker.getByRole('searchbox').fill(model)
        // A search shows ids beside names.
        await picker.getByRole('button', { name: new RegExp(`^${model} `) }).click()
        await expect.poll(() => chips(page).count()).toBe(before + 1)
        await expect.poll(() => prompt(page).evaluate((box) => box === document.activeElement)).toBe(true)
      }

      it('are asked at once and compared, at their prices together', async () => {
        const page = await preview.page()
        await prompt(page).fill('Why?')
        await expect.poll(() => price(page).innerText()).toMatch(/\$0\.0\d$/)
        const one = amount(await price(page).innerText())
        await addModel(page, 'GPT-5 mini')
        await addModel(page, 'Opus 4.5')
        await expect.poll(() => price(page).innerText().then(amount)).toBeGreaterThan(one + 0.1)
        await chips(page).nth(1).click()
        await page.getByRole('menuitemradio', { name: 'High' }).click()
        await chips(page).getByText('GPT-5 mini · high').waitFor()
        await paneOf(page).getByRole('button', { name: 'Ask all 3' }).click()
        await page.getByRole('region', { name: 'Comparison of 3 agents' }).waitFor()
        const models = ['gpt-5-mini/high', 'claude-opus-4-5/med']
        expect(await engineCalls(page, 'agents.ask')).toEqual([
          `agents.ask ${JSON.stringify({ agentId: ROOT, text: 'Why?', models })}`,
        ])
        await page.getByRole('button', { name: 'Close comparison' }).click()
        expect([await chips(page).count(), await prompt(page).inputValue()]).toEqual([1, ''])
        await page.close()
      })

      it('are all in view in a pane beside others', async () => {
        const page = await preview.page()
        await page.setViewportSize({ width: 1400, height: 900 })
        for (const model of ['GPT-5 mini', 'Opus 4.5', 'Haiku 4.5']) await addModel(page, model)
        await prompt(page).fill('Why?')
        const width = (await paneOf(page).boundingBox())?.width ?? 0
        expect(width).toBeLessThan(600)
        const hidden = await chips(page).evaluateAll((all) =>
          all.flatMap((chip) => {
            const { left, top, width, height } = chip.getBoundingClientRect()
            const end = document.elementFromPoint(left + width - 8, top + height / 2)
            return chip.contains(end) ? [] : [chip.textContent]
          }),
        )
        expect(hidden).toEqual([])
        await page.close()
      })

      it('are asked about above the limit of one prompt, all together', async () => {
        const page = await preview.page()
        await limitTo(page, '0.1')
        await addModel(page, 'Opus 4.5')
        await prompt(page).fill('Why?')
        await prompt(page).press('Enter')
        await page.getByRole('dialog', { name: 'Send this prompt to 2 agents?' }).waitFor()
        await page.keyboard.press('Escape')
        expect(await engineCalls(page, 'agents.ask')).toEqual([])
        expect(await prompt(page).inputValue()).toBe('Why?')
        await page.close()
      })

      it('are removed by key: the last one from an empty prompt', async () => {
        const page = await preview.page()
        await addModel(page, 'GPT-5 mini')
        await prompt(page).press('Backspace')
        await expect
          .poll(() =>
            chips(page)
              .nth(1)
              .evaluate((chip) => chip === document.activeElement),
          )
          .toBe(true)
        await page.keyboard.press('Delete')
        await expect.poll(() => chips(page).count()).toBe(1)
        await expect.poll(() => prompt(page).evaluate((box) => box === document.activeElement)).toBe(true)
        await page.close()
      })
    })

    it('shows in the picker what the next prompt to each model would cost', async () => {
      const page = await preview.page()
      await paneOf(page)
        .getByRole('button', { name: /^Model: / })
        .click()
      const picker = page.getByRole('dialog', { name: 'Choose a model' })
      for (const [model, price] of [
        ['Opus 4.5', '≈ $0.13'],
        ['GPT-5 mini', '≈ $0.0056'],
        ['GPT-4.1', '—'],
      ] as const) {
        await picker.getByRole('searchbox').fill(model)
        await picker.getByText(`this prompt ${price}`).waitFor()
      }
      expect(await picker.getByText('this prompt —').getAttribute('title')).toBe('No price known for this model')
      await page.close()
    })

    it('shows whole names and prices in a window of 380 px', async () => {
      const page = await preview.page()
      await page.setViewportSize({ width: 380, height: 800 })
      await paneOf(page)
        .getByRole('button', { name: /^Model: / })
        .click()
      const picker = page.getByRole('dialog', { name: 'Choose a model' })
      await picker.getByText(/^this prompt ≈/).waitFor()
      const cut = await picker.evaluate((element) => {
        const { right } = element.getBoundingClientRect()
        return [...element.querySelectorAll('button > span, [title*=million]')]
          .filter((each) => each.getBoundingClientRect().right > right || each.scrollWidth > each.clientWidth + 1)
          .filter((each) => each.getBoundingClientRect().width > 0 && getComputedStyle(each).display !== 'inline')
          .map(({ textContent }) => textContent)
      })
      expect(cut).toEqual([])
      await page.close()
    })

    it('sums the first answers of a fork, with a lower bound where a price is not known', async () => {
      const page = await preview.page()
      await page.keyboard.press('Control+Shift+N')
      const dialog = page.getByRole('dialog', { name: `Fork “${NAME}”` })
      await dialog.getByText(/^First answer: ≈ \$0\.0\d$/).waitFor()
      await dialog.getByRole('checkbox', { name: 'Opus 4.5' }).check()
      await dialog.getByRole('checkbox', { name: 'GPT-5 mini' }).check()
      await dialog.getByText('First answers together: ≈ $0.14').waitFor()
      const chosen = dialog.locator('[data-selected=true]').filter({ hasText: 'Opus 4.5' })
      expect(await chosen.evaluate((row) => getComputedStyle(row).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
      await dialog.getByRole('button', { name: /^All \d+ models$/ }).click()
      await dialog.getByRole('checkbox', { name: 'GPT-4.1' }).check()
      await expect.poll(() => dialog.getByText('First answers together: ≥ ≈ $0.14').count()).toBe(1)
      await page.close()
    })

    it('of a prompt to compared agents are summed, and asked about together', async () => {
      const page = await preview.page('?world=compare')
      await limitTo(page, '0.001')
      for (const name of [/aaaa00/, /bbbb00/, /cccc00/])
        await page.getByRole('treeitem', { name }).click({ modifiers: ['ControlOrMeta'] })
      await page.getByRole('button', { name: 'Compare 3 agents' }).click()
      const box = page.getByRole('textbox', { name: 'Prompt to all 3 agents' })
      await box.fill('Shorter still')
      await page.getByRole('button', { name: /^Ask all 3 · ≈ \$0\.\d+$/ }).waitFor()
      const question = page.getByRole('dialog', { name: 'Send this prompt to 3 agents?' })
      await box.press('Enter')
      await question.getByRole('button', { name: 'Cancel' }).click()
      expect([await box.inputValue(), await engineCalls(page, 'agents.submit')]).toEqual(['Shorter still', []])
      await box.press('Enter')
      await question.getByRole('button', { name: /^Send · / }).click()
      await expect.poll(() => engineCalls(page, 'agents.submit')).toHaveLength(3)
      await limitTo(page, '100')
      await box.fill('Once more')
      await page.getByText(/^Estimated cost:\s≈ \$0\.\d+ for 3 agents$/).waitFor()
      await page.close()
    })

    it('of a pane’s prompt to compared agents are asked about too', async () => {
      const page = await preview.page('?world=compare')
      await limitTo(page, '0.001')
      for (const name of [/aaaa00/, /bbbb00/, /cccc00/])
        await page.getByRole('treeitem', { name }).click({ modifiers: ['ControlOrMeta'] })
      await page.getByRole('button', { name: 'Compare 3 agents' }).click()
      await page.getByRole('textbox', { name: 'Prompt to all 3 agents' }).waitFor()
      await page.getByRole('button', { name: 'Close comparison' }).click()
      const box = page.getByRole('textbox', { name: /^Prompt to / }).last()
      await box.fill('Shorter still')
      await box.press('ControlOrMeta+Enter')
      const question = page.getByRole('dialog', { name: 'Send this prompt to 3 agents?' })
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'hidden' })
      expect([await box.inputValue(), await engineCalls(page, 'agents.submit')]).toEqual(['Shorter still', []])
      await box.press('ControlOrMeta+Enter')
      await question.getByRole('button', { name: /^Send · / }).click()
      await expect.poll(() => engineCalls(page, 'agents.submit')).toHaveLength(3)
      await page.close()
    })

    it('of a queued prompt are asked about when it is sent', async () => {
      const page = await preview.page()
      await page.evaluate((id) => window.preview.change(id, { activity: { type: 'streaming' } }), ROOT)
      await prompt(page).fill('Later')
      await prompt(page).press('Enter')
      const queue = paneOf(page).getByRole('region', { name: 'Queued prompts' })
      await queue.getByText('Later').waitFor()
      await page.evaluate((id) => window.preview.change(id, { activity: { type: 'idle' } }), ROOT)
      await limitTo(page, '0.01')
      await queue.getByRole('button', { name: 'Send now' }).click()
      const question = page.getByRole('dialog', { name: 'Send this prompt?' })
      await question.getByRole('button', { name: 'Cancel' }).click()
      expect(await engineCalls(page, 'queue.send')).toEqual([])
      await queue.getByRole('button', { name: 'Send now' }).click()
      await question.getByRole('button', { name: /^Send · / }).click()
      await expect.poll(() => engineCalls(page, 'queue.send')).toHaveLength(1)
      await page.close()
    })

    it('asks once before a prompt above the limit is sent', async () => {
      const page = await preview.page()
      await page.keyboard.press('Control+,')
      const settings = page.getByRole('dialog', { name: 'Settings' })
      await settings.getByRole('tab', { name: 'Models' }).click()
      const limit = settings.getByRole('textbox', { name: 'Ask before sending above' })
      await limit.fill('a lot')
      await limit.press('Enter')
      await settings.getByRole('alert').getByText('Enter an amount in dollars, such as 3 or $2.50.').waitFor()
      await limit.fill('0.01')
      await limit.press('Enter')
      await expect.poll(() => limit.inputValue()).toBe('$0.01')
      await page.keyboard.press('Escape')
      await prompt(page).fill('Why?')
      await paneOf(page)
        .getByRole('button', { name: /^Ask · ≈ \$0\.0\d$/ })
        .waitFor()
      const question = page.getByRole('dialog', { name: 'Send this prompt?' })
      await prompt(page).press('Enter')
      await question.getByText(/^It costs ≈ \$0\.0\d, which is above your limit of \$0\.01\./).waitFor()
      await question.getByRole('button', { name: 'Cancel' }).click()
      expect([await prompt(page).inputValue(), await engineCalls(page, 'agents.submit')]).toEqual(['Why?', []])
      await prompt(page).press('Enter')
      await question.getByRole('button', { name: /^Send · / }).click()
      await expect.poll(() => engineCalls(page, 'agents.submit')).toHaveLength(1)
      expect(await question.count()).toBe(0)
      await page.close()
    })

    it('has logged no error and broken no rule of the content policy in all of this', () => {
      expect(preview.problems).toEqual([])
    })
  },
)
