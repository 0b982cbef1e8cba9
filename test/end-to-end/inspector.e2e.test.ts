import { expect, test } from '@playwright/test'

import { ask, newAgent, pane, promptTo, serveWindow } from '../support/served-window.ts'
import { foundModel } from '../support/model-pickers.ts'

test('Mod+I shows what is in the context and what any model would be sent of it', async ({ browser }) => {
  test.setTimeout(120_000)
  const served = await serveWindow(browser)
  const page = await served.open()
  const name = await newAgent(page)
  const inspector = page.getByRole('complementary', { name: 'Context inspector' })
  const ledger = inspector.getByRole('list', { name: 'Context, oldest first' })
  const parts = ledger.getByRole('listitem')

  await test.step('the ledger grows with the conversation', async () => {
    await page.keyboard.press('Control+i')
    await ask(page, name, 'First question')
    await promptTo(page, name).fill('/mark HERE')
    await promptTo(page, name).press('Enter')
    await ask(page, name, 'Second question')
    await expect(parts.filter({ hasText: 'First question' })).toHaveCount(1)
    await expect(parts.filter({ hasText: /HERE/ })).toHaveCount(1)
    await expect(parts.filter({ hasText: /Answer.*\d+ tokens/s })).toHaveCount(2)
    await expect(inspector).toContainText(/[\d,]+ tokens at the last answer/)
  })

  await test.step('a part leads to its event', async () => {
    const first = parts.filter({ hasText: 'First question' })
    await first.getByRole('button', { name: /^Show event/ }).click()
    await expect(pane(page, name).getByText('First question')).toBeInViewport()
  })

  await test.step('what would be sent is the request itself', async () => {
    await page.getByRole('tab', { name: 'Next request' }).click()
    await expect(inspector).toContainText('Anthropic · messages')
    await inspector.getByRole('button', { name: 'Copy request as JSON' }).click()
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(clipboard).toContain('"model"')
    const copied: unknown = JSON.parse(await clipboard())
    const sent = served.simulator.requests.at(-1)?.body
    expect(copied).toMatchObject({ model: sent?.['model'], system: sent?.['system'], tools: sent?.['tools'] })
  })

  await test.step('another provider is rendered without being asked or chosen', async () => {
    const before = served.simulator.requests.length
    await inspector.getByRole('button', { name: /^Request for its own/ }).click()
    await page.getByPlaceholder('Search models, or type any name').fill('gpt-5-mini')
    await page
      .getByRole('dialog', { name: 'Choose a model for the request' })
      .getByRole('button', { name: foundModel('gpt-5-mini') })
      .click()
    await expect(inspector).toContainText('OpenAI · responses')
    await expect(inspector.getByRole('list', { name: 'Added' })).toContainText('a prompt after the last answer')
    await expect(inspector.getByRole('figure', { name: 'Code, json' })).toContainText('"model": "gpt-5-mini"')
    await inspector.getByRole('button', { name: 'Its own' }).click()
    await expect(inspector).toContainText('Anthropic · messages')
    expect(served.simulator.requests.length).toBe(before)
    await expect(pane(page, name).getByRole('button', { name: 'Model: Haiku 4.5. Change' })).toBeVisible()
  })

  await test.step('a rewind takes parts out of the ledger, and a reload keeps the inspector open', async () => {
    await page.getByRole('tab', { name: 'In context' }).click()
    await promptTo(page, name).fill('/clear HERE')
    await promptTo(page, name).press('Enter')
    await expect(parts.filter({ hasText: 'Second question' })).toHaveCount(0)
    await expect(inspector).toContainText('/clear --undo would undo the last rewind')
    await page.reload()
    await expect(parts.filter({ hasText: 'First question' })).toHaveCount(1)
  })

  await served.close()
})
