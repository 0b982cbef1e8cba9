import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../support/find-browser.ts'
import { COMPARISONS, LONG_FILE, ROLLOVER, TIMETABLE } from './preview/review-world.ts'
import { engineCalls, previewForTests } from './support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('the review of a folder (skipped where no Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  async function openReview() {
    const page = await preview.page('?world=review')
    await page.evaluate((id) => window.show(id), ROLLOVER)
    await page.keyboard.press('Control+Shift+D')
    const view = page.getByRole('region', { name: 'Changes in tidewatch' })
    await view.getByText('34 unchanged lines').waitFor()
    return { page, view }
  }

  const files = (page: Page, whose: string) =>
    page
      .getByRole('list', { name: `Files: ${whose}` })
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('title')))

  it('takes the place of the panes at full width, and the same key leads back to the prompt', async () => {
    const { page, view } = await openReview()
    expect((await view.boundingBox())?.width).toBe(page.viewportSize()?.width)
    expect(await page.getByRole('navigation', { name: 'Agents' }).count()).toBe(0)
    await page.keyboard.press('Control+Shift+D')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    await page.close()
  })

  it('says beside its name in the title bar how many files it has, and nothing where there is none', async () => {
    const { page, view } = await openReview()
    const inSwitch = page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: /^Changes/ })
    await expect.poll(() => inSwitch.innerText()).toMatch(/^Changes\s6$/)
    await view.getByText('of 6 reviewed').waitFor()
    await view.press('Escape')
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: 'Tree and views' }).click()
    await page.getByRole('menuitemradio', { name: 'Changes 6' }).waitFor()
    await page.keyboard.press('Escape')
    await page.evaluate(() => window.preview.setConnection('lost'))
    await page.setViewportSize({ width: 1440, height: 900 })
    // What cannot be asked for is not known.
    await expect.poll(() => inSwitch.innerText()).toBe('Changes')
    await page.close()
  })

  it('groups the files by agent, never claims the file of another one, and says last what is not certain and why', async () => {
    const { page, view } = await openReview()
    expect(await view.getByRole('navigation').getByRole('heading').allInnerTexts()).toEqual([
      'Midnight rollover\n4 files',
      'Find every date comparison\n1 file',
      'Not certain whose\n1 file',
    ])
    expect(await files(page, 'Find every date comparison')).toEqual(['notes/date-comparisons.txt'])
    expect(await files(page, 'Midnight rollover')).not.toContain('notes/date-comparisons.txt')
    await view
      .getByText('Changed while “Midnight rollover” ran a command. “Nightly timetable import” writes here too.')
      .waitFor()
    await page.close()
  })

  it('says of each part who wrote it, with model and prompt, and what changed outside', async () => {
    const { page, view } = await openReview()
    const part = (index: number) => view.getByRole('group', { name: `Part ${index} of 3` })
    await part(1).getByText('“The board is empty between midnight and 00:30. Find out why.”').waitFor()
    await part(1).getByText('Sonnet 5.5').waitFor()
    expect(await part(3).getByText('Changed outside').count()).toBe(1)
    await page.close()
  })

  it('names the model once where the agent is called by it', async () => {
    const { page, view } = await openReview()
    const part = view.getByRole('group', { name: 'Part 1 of 3' })
    await part.getByText('Sonnet 5.5').waitFor()
    await page.evaluate((id) => window.preview.change(id, { name: 'Sonnet 5.5 · 2' }), ROLLOVER)
    await part.getByText('Sonnet 5.5 · 2').waitFor()
    expect(await part.getByText('Sonnet 5.5').allInnerTexts()).toEqual(['Sonnet 5.5 · 2'])
    await page.close()
  })

  it('shows two columns, one column, and wrapped lines by key', async () => {
    const { page, view } = await openReview()
    const before = view.getByRole('group', { name: 'Before' }).first()
    await before.getByText("import { boardTime } from './time'").waitFor()
    expect(await before.getByText('serviceMinutes').count()).toBe(0)
    expect(await view.getByText('12', { exact: true }).evaluateAll((all) => all.map((each) => each.tagName))).toEqual([
      'MARK',
    ])
    await page.keyboard.press('s')
    await before.waitFor({ state: 'detached' })
    await view.getByText('serviceMinutes').first().waitFor()
    await page.keyboard.press('w')
    await expect.poll(() => view.locator('[data-wrap="true"]').count()).toBe(3)
    await page.keyboard.press('w')
    await view.getByText('Split', { exact: true }).click()
    await before.waitFor()
    await page.close()
  })

  it('asks whose changes are taken back where several agents changed files', async () => {
    const { page, view } = await openReview()
    await view.getByRole('button', { name: 'Undo all…' }).click()
    await page.getByRole('menuitem', { name: 'Undo all of “Find every date comparison”' }).click()
    await expect.poll(() => engineCalls(page, 'changes.undo')).toHaveLength(1)
    const [undone] = await engineCalls(page, 'changes.undo')
    expect(undone).toContain(COMPARISONS)
    await page.close()
  })

  it.each(['the whole file', 'a part'])(
    'asks before it takes back %s that is not certainly this agent’s, and names whose it may be',
    async (what) => {
      const { page, view } = await openReview()
      await view.getByRole('button', { name: /timetable\.json/ }).click()
      await view.getByRole('heading', { name: 'data/timetable.json' }).waitFor()
      if (what === 'a part') await page.keyboard.press('u')
      else await view.getByRole('button', { name: 'Undo file' }).click()
      const dialog = page.getByRole('dialog', { name: 'Undo this file anyway?' })
      await dialog.getByText('“Nightly timetable import” may have written it.').waitFor()
      expect(await engineCalls(page, 'changes.undo')).toEqual([])
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      expect(await engineCalls(page, 'changes.undo')).toEqual([])
      await view.getByRole('button', { name: 'Undo file' }).click()
      await dialog.getByRole('button', { name: 'Undo it anyway' }).click()
      await expect.poll(() => engineCalls(page, 'changes.undo')).toHaveLength(1)
      await page.close()
    },
  )

  it('sends comments to the agent whose lines they are on, and asks to whom where that is not certain', async () => {
    const { page, view } = await openReview()
    const comment = async (text: string): Promise<void> => {
      await page.keyboard.press('c')
      const field = view.getByRole('textbox', { name: 'Comment' })
      await field.fill(text)
      await field.press('Control+Enter')
    }
    await comment('Why a full import?')
    await view.getByRole('article', { name: 'Comment on src/board/departures.ts:2' }).waitFor()
    await view.getByText('for “Midnight rollover”', { exact: true }).waitFor()
    await view.getByRole('button', { name: /timetable\.json/ }).click()
    await view.getByRole('heading', { name: 'data/timetable.json' }).waitFor()
    await comment('Is this yours?')
    const [, uncertain] = await view.getByRole('group', { name: 'Comments' }).all()
    if (uncertain === undefined) throw new Error('No line asks to whom')
    expect(await uncertain.getByRole('button', { name: 'Send 1 comment' }).isDisabled()).toBe(true)
    await uncertain.getByRole('combobox', { name: 'To whom?' }).selectOption('Nightly timetable import')
    await uncertain.getByRole('button', { name: 'Send 1 comment' }).click()
    await expect.poll(() => engineCalls(page, 'changes.comment')).toHaveLength(1)
    const [sent] = await engineCalls(page, 'changes.comment')
    expect(sent).toContain(TIMETABLE)
    await view.getByRole('button', { name: 'Add to its prompt' }).click()
    await page.keyboard.press('Escape')
    const prompt = page.getByRole('textbox', { name: 'Prompt to Midnight rollover' })
    await expect.poll(() => prompt.inputValue()).toContain('src/board/departures.ts, line 2')
    expect(await prompt.inputValue()).toContain('Why a full import?')
    await page.close()
  })

  it('changes a comment that is written', async () => {
    const { page, view } = await openReview()
    await page.keyboard.press('c')
    const field = view.getByRole('textbox', { name: 'Comment' })
    await field.fill('First')
    await view.getByRole('button', { name: 'Add comment' }).click()
    await view.getByRole('article').getByRole('button', { name: 'Edit' }).click()
    await field.fill('Second')
    await field.press('Control+Enter')
    await view.getByText('Second', { exact: true }).waitFor()
    expect(await view.getByRole('article').count()).toBe(1)
    await page.close()
  })

  it('keeps of 20,000 changed lines only those near the view in the page', async () => {
    const { page, view } = await openReview()
    await view.getByRole('button', { name: /tides\.json/ }).click()
    await view.getByRole('heading', { name: LONG_FILE }).waitFor()
    await view.getByText('"minute": 1,').first().waitFor()
    const nodes = () => view.evaluate((element) => element.querySelectorAll('*').length)
    expect(await nodes()).toBeLessThan(20_000)
    await view.getByRole('region', { name: 'Differences' }).evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await view.getByText('"minute": 39985,').first().waitFor()
    expect(await nodes()).toBeLessThan(20_000)
    await page.close()
  })
})
