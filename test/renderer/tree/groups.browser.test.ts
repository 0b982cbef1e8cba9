import type { Page } from '@playwright/test'
import { beforeAll, describe, expect, it, vi } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ACCESSIBLE, checkAccessibility, previewForTests } from '../support/open-preview.ts'

const SLOW_START_MS = 120_000
vi.setConfig({ testTimeout: 60_000 })
const executablePath = findBrowser()

const rows = (page: Page) => page.getByRole('tree', { name: 'Agents' }).getByRole('treeitem')
const heading = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) })
const focusedRow = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

async function groupBy(page: Page, choice: string): Promise<void> {
  await page.getByRole('button', { name: 'Group agents' }).click()
  await page.getByRole('menuitemradio', { name: choice }).click()
}

describe.skipIf(executablePath === null)(
  'groups in the tree (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)
    let page: Page
    beforeAll(async () => {
      page = await preview.page('?world=many')
    }, SLOW_START_MS)
    it('groups by folder, opens and closes groups by mouse and by keys, and is accessible', async () => {
      await groupBy(page, 'By folder')
      await heading(page, 'shop').click()
      await heading(page, 'gateway').waitFor()
      expect(await heading(page, 'shop').getAttribute('aria-expanded')).toBe('false')
      await page.keyboard.press('ArrowDown')
      expect(await focusedRow(page)).toMatch(/^gateway/)
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowDown')
      expect(await focusedRow(page)).toMatch(/^notes/)
      await page.keyboard.press('ArrowRight')
      expect(await focusedRow(page)).toMatch(/Agent number 20/)
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      expect(await focusedRow(page)).toMatch(/^notes/)
      await page.keyboard.press('ArrowLeft')
      await expect.poll(() => rows(page).count()).toBe(3)
      expect(await checkAccessibility(page, { only: 'nav[aria-label="Agents"]' })).toEqual(ACCESSIBLE)
    })

    it('opens the group of an agent that is shown', async () => {
      await page.evaluate(() => window.show('001e0000-0000-4000-8000-000000000000'))
      await page.getByRole('treeitem', { name: 'Agent number 30', exact: false, selected: true }).waitFor()
      expect(await heading(page, 'shop').getAttribute('aria-expanded')).toBe('true')
    })

    it('groups by date, and shows no headings without groups', async () => {
      await groupBy(page, 'By date')
      await rows(page).first().focus()
      await page.keyboard.press('Home')
      await expect.poll(() => focusedRow(page)).toMatch(/^Older/)
      await groupBy(page, 'No groups')
      await heading(page, 'Older').waitFor({ state: 'detached' })
    })

    it('suggests how the filter goes on, by mouse and by keys', async () => {
      const filter = page.getByRole('searchbox', { name: 'Filter agents' })
      await filter.fill('pro')
      const suggestions = page.getByRole('group', { name: 'Filter suggestions' }).getByRole('button')
      await expect.poll(() => suggestions.allTextContents()).toEqual(['provider:', 'project:'])
      await suggestions.last().click()
      await expect.poll(() => suggestions.allTextContents()).toContain('project:shop')
      await page.keyboard.type('sh')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      expect(await filter.inputValue()).toBe('project:shop ')
      await filter.and(page.locator(':focus')).waitFor()
      await filter.fill('')
    })

    it('saves a filter, sets and clears it again, and removes it', async () => {
      const filter = page.getByRole('searchbox', { name: 'Filter agents' })
      await filter.fill('project:shop number 30')
      await page.getByRole('button', { name: 'Save filter' }).click()
      const saved = page
        .getByRole('list', { name: 'Saved filters' })
        .getByRole('button', { name: 'project:shop number 30', exact: true })
      expect(await saved.getAttribute('aria-pressed')).toBe('true')
      await saved.click()
      expect(await filter.inputValue()).toBe('')
      await saved.click()
      expect(await filter.inputValue()).toBe('project:shop number 30')
      await page
        .getByRole('status')
        .filter({ hasText: /^11 matches$/ })
        .waitFor()
      await page.getByRole('button', { name: 'Remove filter project:shop number 30' }).click()
      await saved.waitFor({ state: 'detached' })
    })
  },
)
