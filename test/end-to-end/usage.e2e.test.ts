import { readFile } from 'node:fs/promises'

import { expect, test } from '@playwright/test'

import { ask, newAgent, pane, serveWindow } from '../support/served-window.ts'

test('the usage page counts each answer as it is recorded, and its sums agree with the foot of the tree and the export', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const served = await serveWindow(browser)
  const page = await served.open()
  const today = page.getByRole('region', { name: 'Status' }).getByRole('button', { name: / today$/ })
  const usage = page.getByRole('region', { name: 'Usage', exact: true })
  const costOf = (row: RegExp | string) => usage.getByRole('row', { name: row }).getByRole('cell').last()
  const name = await newAgent(page)

  await test.step('nothing was spent yet', async () => {
    await expect(today).toHaveText('$0.00 today')
    await today.click()
    await expect(usage).toContainText('No requests yet. Their costs appear here.')
  })

  const costs: string[] = []
  await test.step('each answer counts', async () => {
    for (const prompt of ['First question', 'Second question']) {
      const before = costs.at(-1) ?? '$0.00 today'
      await ask(page, name, prompt)
      await expect(today).not.toHaveText(before)
      costs.push((await today.textContent()) ?? '')
    }
    expect(costs.every((cost) => /^\$0\.\d+ today$/.test(cost))).toBe(true)
    await expect(
      usage
        .getByRole('row', { name: /^Total/ })
        .getByRole('cell')
        .first(),
    ).toHaveText('2')
  })

  await test.step('each grouping has the same sum', async () => {
    for (const by of ['Model', 'Agent', 'Pool', 'Folder', 'Day']) {
      await usage.getByRole('radio', { name: by }).check({ force: true })
      await expect(usage.getByRole('table', { name: `Usage by ${by.toLowerCase()}` })).toBeVisible()
      await expect(costOf(/^Total/)).toHaveText((costs.at(-1) ?? '').replace(' today', ''))
    }
  })

  await test.step('the exported rows are the rows of the table', async () => {
    await usage.getByRole('radio', { name: 'Agent' }).check({ force: true })
    await expect(usage.getByRole('table', { name: 'Usage by agent' })).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      usage.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const [head = '', row = '', ...others] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(others).toEqual([])
    const fields = Object.fromEntries(head.split(',').map((column, index) => [column, row.split(',')[index]]))
    expect(fields).toMatchObject({ label: name, responses: '2', unpriced_responses: '0' })
    const sum = Number(fields['cost_usd']).toFixed(4)
    expect(costs.at(-1)).toBe(`$${sum} today`)
  })

  await test.step('a row of the table opens its agent', async () => {
    await pane(page, name).getByRole('button', { name: 'Close pane' }).click()
    await usage.getByRole('button', { name, exact: true }).click()
    await expect(pane(page, name)).toBeVisible()
  })

  await test.step('a reload keeps the page open and the focus in the prompt', async () => {
    await page.reload()
    await expect(usage.getByRole('table', { name: 'Usage by agent' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: `Prompt to ${name}` })).toBeFocused()
  })

  await served.close()
})
