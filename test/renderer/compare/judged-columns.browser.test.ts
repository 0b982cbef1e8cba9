import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('judged columns (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  async function opened(): Promise<Page> {
    const page = await preview.page('?world=judged')
    await page.getByRole('region', { name: /^A: Sonnet/ }).waitFor()
    return page
  }

  it('shows figures as a whole at any width and at 200 % text', async () => {
    const page = await opened()
    // Wide enough for all columns beside each other with text of twice the size.
    await page.setViewportSize({ width: 2880, height: 900 })
    const column = page.getByRole('region', { name: /^C: / })
    const list = column.locator('dl').first()
    await list.getByText('best').first().waitFor()
    for (const size of ['100%', '200%']) {
      await page.evaluate((wanted) => (document.documentElement.style.fontSize = wanted), size)
      for (const width of [420, 340, 320, 300, 260, 220, 180]) {
        await column.evaluate((element, wanted) => (element.style.width = `${wanted}px`), width)
        const figures = list.locator('div:visible')
        const isCut = await figures.evaluateAll((all) => all.map((each) => each.scrollWidth > each.clientWidth))
        expect([size, width, isCut]).toEqual([size, width, isCut.map(() => false)])
        const isWithin = await list.evaluate((element) => element.scrollWidth <= element.clientWidth)
        expect([size, width, isWithin]).toEqual([size, width, true])
      }
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.close()
  })

  it('let the level yield before the name', async () => {
    const page = await opened()
    const heads = page.getByRole('region', { name: /^[ABC]: / }).locator('header')
    const [names, levels] = [heads.locator('h3'), heads.getByText(/^· \w+$/)]
    const isCut = () => names.evaluateAll((all) => all.some((each) => each.scrollWidth > each.clientWidth))
    const areSeen = () =>
      levels.evaluateAll((all) =>
        all.map((each) => {
          const box = each.parentElement?.getBoundingClientRect()
          return box !== undefined && each.getBoundingClientRect().top < box.bottom
        }),
      )
    await expect.poll(areSeen).toEqual([true, true, true])
    expect(await isCut()).toBe(false)
    await page.setViewportSize({ width: 1260, height: 900 })
    await expect.poll(areSeen).toEqual([true, true, false])
    expect(await isCut()).toBe(false)
    await page.close()
  })

  it('begin their answers at one height, also below reasons of one line and of two', async () => {
    const page = await opened()
    const columns = page.getByRole('region', { name: /^[ABC]: / })
    const heights = () =>
      columns.evaluateAll((all) => all.map((each) => each.querySelector('p')?.getBoundingClientRect().height))
    await page.setViewportSize({ width: 1260, height: 900 })
    await expect.poll(async () => new Set(await heights()).size).toBeGreaterThan(1)
    const tops = () =>
      columns
        .locator('[data-agent-stream]')
        .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)))
    expect(await tops()).toHaveLength(3)
    expect(new Set(await tops()).size).toBe(1)
    await page.close()
  })

  it('have their ranks in the tabs, unless names are hidden', async () => {
    const page = await opened()
    const tabs = page.getByRole('tablist', { name: 'Answers' }).getByRole('tab')
    await page.setViewportSize({ width: 800, height: 800 })
    await expect.poll(() => tabs.allInnerTexts()).toEqual(['A\n1st', 'B\n2nd', 'C\n3rd'])
    expect(await tabs.first().getAttribute('aria-label')).toMatch(/, 1st$/)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('switch', { name: 'Hide names' }).click()
    await page.setViewportSize({ width: 800, height: 800 })
    await expect.poll(() => tabs.allInnerTexts()).toEqual(['A\nidle', 'B\nidle', 'C\nidle'])
    await page.close()
  })
})
