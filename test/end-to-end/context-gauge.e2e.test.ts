import { expect, test, type Page } from '@playwright/test'

import { textAnswer } from '../support/provider-simulator/answer.ts'
import { ANSWER, ask, newAgent, pane, promptTo, windowForTests } from '../support/served-window.ts'

const served = windowForTests()
let page: Page

test.beforeEach(async () => {
  page = await served.open()
})

test.afterEach(() => page.close())

test('the gauge has the reported context and the cost by the list prices, and an estimate after /compress', async () => {
  const name = await newAgent(page)
  const usage = { inputTokens: 100_000, cachedTokens: 80_000, outputTokens: 10_000 }
  served.simulator.enqueue('anthropic', { ...textAnswer(ANSWER), usage })
  await ask(page, name, 'Hello')
  // claude-haiku-4-5: $1 per million input, $0.10 cached, $5 output.
  const gauge = pane(page, name).getByRole('button', { name: /^Context / })
  await expect(gauge).toHaveAccessibleName('Context 110,000 of 200,000 tokens, 55 percent, 8 cents')
  await expect(gauge).toContainText('$0.08')

  await promptTo(page, name).fill('And now?')
  await expect(pane(page, name).getByText(/^Estimated cost: ≈ \$0\.\d+$/)).toBeVisible()
  await promptTo(page, name).fill('/compress')
  await promptTo(page, name).press('Enter')
  await expect(gauge).toHaveAccessibleName(/^Context about [\d,]+ of 200,000 tokens/)

  served.simulator.enqueue('anthropic', { ...textAnswer(ANSWER), usage: { ...usage, inputTokens: 81_000 } })
  await ask(page, name, 'Hello again')
  await expect(gauge).toHaveAccessibleName(/^Context 91,000 of 200,000 tokens, 46 percent/)
})
