import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { DIALOG_HELP, VIEW_HELP } from '../../src/renderer/store/help-places.ts'
import { ERROR_CATEGORIES, ERRORS } from '../../src/shared/app-error.ts'
import { helpTargetText } from '../../src/shared/help-pages.ts'
import { errorHelp, SETTINGS_HELP } from '../../src/shared/help-places.ts'
import { SETTINGS_PAGES } from '../../src/shared/settings-pages.ts'
import { findBrowser } from '../support/find-browser.ts'
import { DIALOG_VIEWS } from './preview/dialog-views.ts'
import { LONG, ROOT } from './preview/preview-world.ts'
import { previewForTests } from './support/open-preview.ts'

const executablePath = findBrowser()

/** The dialogs by the section that is about each; of Settings, one for each page. */
const PLACES = DIALOG_VIEWS.flatMap((view) => {
  const ofSettings = SETTINGS_PAGES.find((name) => view.name === `settings-${name}`)
  const ofDialog = Object.entries(DIALOG_HELP).find(([type]) => type === view.dialog)?.[1]
  const target = ofSettings === undefined ? ofDialog : SETTINGS_HELP[ofSettings]
  return target === undefined ? [] : [{ ...view, target }]
})

const help = (page: Page) => page.getByRole('dialog', { name: 'Help', exact: true })

async function showChanges(page: Page): Promise<void> {
  await page.evaluate((id) => window.show(id), LONG)
  await page.keyboard.press('Control+Shift+D')
  await page.getByRole('button', { name: 'Undo all' }).waitFor()
}

/** Returns what the help shows, as `helpTargetText` writes it; the section has to be in view. */
function shownIn(page: Page): Promise<string> {
  return help(page)
    .getByRole('article')
    .evaluate((article) => {
      const name = article.getAttribute('data-page') ?? ''
      const section = article.querySelector('[data-shown="true"]')
      if (section === null) return article.scrollTop === 0 ? name : ''
      const around = article.getBoundingClientRect()
      const { top } = section.getBoundingClientRect()
      const isInView = top >= around.top - 4 && top < around.bottom && section.querySelector('h1, h2, h3, h4') !== null
      return isInView ? `${name}#${section.getAttribute('data-section') ?? ''}` : ''
    })
}

describe.skipIf(executablePath === null)('the help (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  it('has a place in every dialog', () => {
    const types = new Set(PLACES.map(({ dialog }) => dialog))
    expect(Object.keys(DIALOG_HELP).filter((type) => !types.has(type))).toEqual([])
    expect(PLACES.filter(({ dialog }) => dialog === 'settings')).toHaveLength(SETTINGS_PAGES.length)
  })

  it.each(PLACES)('is one act from $name', async ({ open, query, target }) => {
    const page = await preview.page(query)
    await open(page)
    const type = await page.evaluate(() => window.dialogType())
    // Exactly one button: the one of the dialog in front.
    await page.getByRole('dialog').last().getByRole('button', { name: 'Help', exact: true }).click()
    await expect.poll(() => shownIn(page)).toBe(helpTargetText(target))
    await page.keyboard.press('Escape')
    await help(page).waitFor({ state: 'detached' })
    // What was behind it is as it was.
    expect(await page.evaluate(() => window.dialogType())).toBe(type)
    await page.close()
  })

  it('is one act from each error', async () => {
    const page = await preview.page()
    for (const category of ERROR_CATEGORIES) {
      const data = { category, message: 'It failed.', retryable: false }
      const event = { agentId: ROOT, turnId: `failed-${category}`, kind: 'error', content: 'It failed.', data }
      await page.evaluate(`window.preview.record(${JSON.stringify(event)})`)
      await page
        .getByRole('button', { name: `Help: ${ERRORS[category].title}` })
        .last()
        .click()
      await expect.poll(() => shownIn(page)).toBe(helpTargetText(errorHelp(category)))
      await page.keyboard.press('Escape')
      await help(page).waitFor({ state: 'detached' })
    }
    await page.close()
  })

  it.each([
    ['the panes', '', async () => undefined, VIEW_HELP.panes],
    [
      'the tree',
      '',
      (page: Page) => page.keyboard.press('Control+Shift+L'),
      { page: 'window', anchor: 'the-tree-of-agents' },
    ],
    ['the map', '?world=map', (page: Page) => page.keyboard.press('Control+Shift+G'), VIEW_HELP.map],
    ['the changes', '?pane=long', showChanges, VIEW_HELP.changes],
    ['the race', '?world=six-attempts', (page: Page) => page.keyboard.press('Control+Shift+Y'), VIEW_HELP.race],
    ['the first page', '?world=empty', async () => undefined, { page: 'first-steps', anchor: null }],
  ] as const)('is opened by F1 about %s', async (_what, query, go, target) => {
    const page = await preview.page(query)
    await go(page)
    await page.keyboard.press('F1')
    await expect.poll(() => shownIn(page)).toBe(helpTargetText(target))
    await page.close()
  })

  it('is opened by F1 over a dialog, which keeps what was typed', async () => {
    const page = await preview.page()
    await page.keyboard.press('Control+Shift+F')
    await page.keyboard.type('token')
    await page.keyboard.press('F1')
    await expect.poll(() => shownIn(page)).toBe(helpTargetText(DIALOG_HELP.search))
    await page.keyboard.press('Escape')
    await help(page).waitFor({ state: 'detached' })
    expect(
      await page.evaluate(() => document.activeElement instanceof HTMLInputElement && document.activeElement.value),
    ).toBe('token')
    await page.close()
  })

  it('follows links inside of it, and goes back by a button and by keys', async () => {
    const page = await preview.page()
    await page.keyboard.press('F1')
    const article = help(page).getByRole('article')
    await article.getByRole('link', { name: 'the changes' }).first().click()
    await expect.poll(() => shownIn(page)).toBe(helpTargetText({ page: 'behaviour/changes', anchor: 'review' }))
    await help(page).getByRole('button', { name: 'Back', exact: true }).click()
    await help(page).getByRole('article', { name: 'The window' }).waitFor()
    await article.getByRole('link', { name: 'the map' }).first().click()
    await expect.poll(() => shownIn(page)).toBe(helpTargetText({ page: 'window', anchor: 'the-map' }))
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(() => shownIn(page)).toBe(helpTargetText(VIEW_HELP.panes))
    await page.close()
  })

  it('finds sections by words, and headings are in the palette', async () => {
    const page = await preview.page()
    await page.keyboard.press('F1')
    await help(page).getByRole('article').waitFor()
    await page.keyboard.press('Control+f')
    await page.keyboard.type('flight recorder')
    await help(page).getByRole('list', { name: 'Results' }).getByRole('button').first().click()
    await expect.poll(() => shownIn(page)).toBe(helpTargetText({ page: 'window', anchor: 'the-flight-recorder' }))
    await page.keyboard.press('Escape')
    await help(page).waitFor({ state: 'detached' })
    await page.keyboard.press('F1')
    expect(await help(page).getByRole('searchbox').inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await help(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('signed heads')
    await page.getByRole('group', { name: 'Help' }).getByRole('option').first().click()
    await expect.poll(() => shownIn(page)).toBe(helpTargetText({ page: 'verifying', anchor: 'signed-heads' }))
    await page.close()
  })
})
