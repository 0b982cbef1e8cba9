import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ACCESSIBLE, checkAccessibility, engineCalls, previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('the folder in the prompt (skipped where no browser is installed)', () => {
  const preview = previewForTests(executablePath)

  it('is shown, offers where ikigai was started and recent folders, and is chosen in two acts', async () => {
    const page = await preview.page('?world=many')
    await page.getByRole('treeitem', { name: /^Agent number 0\b/ }).click()
    const chip = page.getByRole('button', { name: 'Folder: No folder. Change' }).first()
    // The header names a folder only where one was chosen.
    const header = page
      .getByRole('region', { name: /^Agent Agent number 0\b/ })
      .locator('header')
      .first()
    expect(await header.innerText()).not.toContain('ikigai')
    await chip.click()
    const menu = page.getByRole('menu', { name: 'Folder' })
    const offered = menu.getByRole('menuitem', { name: /^tidewatch ikigai was started here$/ })
    await offered.waitFor()
    for (const recent of ['shop', 'gateway', 'notes'])
      await menu.getByRole('menuitem', { name: new RegExp(`^${recent} /home/ada/code/${recent}$`) }).waitFor()
    expect(await engineCalls(page, 'agents.setFolder')).toEqual([])
    await offered.click()
    await expect.poll(async () => (await engineCalls(page, 'agents.setFolder')).join()).toContain('/home/ann/tidewatch')
    await page.getByRole('button', { name: 'Folder: tidewatch. Change' }).first().click()
    expect(await header.innerText()).toContain('tidewatch')
    await menu.getByRole('menuitem', { name: 'No folder' }).click()
    await page.getByRole('button', { name: 'Folder: No folder. Change' }).first().waitFor()
    await page.getByRole('button', { name: 'Folder: No folder. Change' }).first().click()
    await menu.getByRole('menuitem', { name: 'Other folder…' }).click()
    await page.getByRole('dialog', { name: /^Working folder of/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Folder: No folder. Change' }).first().click()
    await offered.waitFor()
    expect(await checkAccessibility(page, { only: '[role=menu]' })).toEqual(ACCESSIBLE)
    await page.close()
  })

  it('offers a worktree of its own to a new agent beside one that works there, in one act', async () => {
    const page = await preview.page('?world=beside')
    await page.getByRole('treeitem', { name: /^Opening hours\b/ }).click()
    const offer = page.getByRole('button', { name: /^Own worktree/ })
    await page
      .getByRole('button', { name: /^Folder: / })
      .first()
      .waitFor()
    expect(await offer.count()).toBe(0)
    await page.getByRole('treeitem', { name: /^Second thoughts\b/ }).click()
    await offer.first().waitFor()
    expect(await offer.first().getAttribute('title')).toContain('“Opening hours” works in tidewatch too.')
    await offer.first().click()
    await expect.poll(() => engineCalls(page, 'changes.makeWorktree')).toHaveLength(1)
    await page.getByText('The folder is in no git repository.').waitFor()
    await page.close()
  })

  it.each([340, 360, 390, 480, 1440])('and models stand at the left of the prompt at %d px', async (width) => {
    const page = await preview.page()
    await page.setViewportSize({ width, height: 800 })
    const prompt = page.getByRole('textbox', { name: /^Prompt to/ }).first()
    const chip = page.getByRole('button', { name: /^Model: / }).first()
    const places = async () => ({
      prompt: await prompt.evaluate((element) => element.getBoundingClientRect().left),
      chip: await chip.evaluate((element) => element.getBoundingClientRect().left),
      folder: await page
        .getByRole('button', { name: /^Folder: / })
        .first()
        .evaluate((element) => element.getBoundingClientRect().right),
    })
    await expect.poll(async () => (await places()).chip - (await places()).prompt).toBeLessThan(60)
    expect((await places()).folder).toBeLessThan(width)
    // What is cut of a name is said by an ellipsis.
    const beyond = await chip.evaluate(
      (element) => element.getBoundingClientRect().right - (element.parentElement?.getBoundingClientRect().right ?? 0),
    )
    expect(beyond).toBeLessThanOrEqual(1)
    await page.close()
  })
})
