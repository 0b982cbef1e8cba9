import { expect, test } from '@playwright/test'

import { PromptCache } from '../support/provider-simulator/cache/prompt-cache.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { ask, newAgent, pane, promptTo, serveWindow } from '../support/served-window.ts'

test('an answer whose input was cold says why and what it cost, shows the first difference, and is summed by its cause', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const caching = await startSimulator({ cache: new PromptCache(Date.now) })
  const served = await serveWindow(browser, caching.environment())
  const page = await served.open()
  const name = await newAgent(page)
  const cold = pane(page, name).getByText(/^Cold: /)

  await ask(page, name, `Read this: ${'lorem ipsum dolor '.repeat(1_200)}`)
  await ask(page, name, 'And now?')
  await expect(cold).toHaveCount(0)

  await promptTo(page, name).fill('/system edit')
  await promptTo(page, name).press('Enter')
  const dialog = page.getByRole('dialog', { name: `System prompt of “${name}”` })
  await dialog.getByRole('textbox').fill('Answer in one word.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await ask(page, name, 'Why?')
  await expect(cold).toHaveText(
    /^Cold: System prompt changed: part 1, line 1 · [\d,]+ tokens not from the cache · \$0\.\d+ more$/,
  )
  await cold.click()
  await expect(pane(page, name)).toContainText('The provider says: system_changed')
  await expect(pane(page, name)).toContainText(/First difference: line 1, column \d+ of this part \(byte \d+\)/)
  await expect(page.getByRole('figure', { name: 'First difference of the two requests' })).toContainText(
    '+Answer in one word.',
  )

  await page
    .getByRole('region', { name: 'Status' })
    .getByRole('button', { name: / today$/ })
    .click()
  const usage = page.getByRole('region', { name: 'Usage', exact: true })
  await usage.getByRole('radio', { name: 'Cold because' }).check({ force: true })
  const row = usage.getByRole('row', { name: /^System prompt changed/ })
  await expect(row.getByRole('cell').first()).toHaveText('1')
  await expect(row.getByRole('cell').last()).toHaveText(/^\$0\.\d+$/)
  await page.close()
  await served.close()
  await caching.close()
})
