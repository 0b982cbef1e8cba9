import { expect, test } from '@playwright/test'

import { failedAnswer } from '../support/provider-simulator/answer.ts'
import { ANSWER, newAgent, pane, promptTo, windowForTests } from '../support/served-window.ts'

const served = windowForTests()

/** The time, or the day and the time, at which the limit resets. */
const GOES_ON = /^Go on by itself when the limit resets: .*\d\d:\d\d/

test('an agent at a limit waits for its reset when it is told to, in the pane and in the inbox alike', async () => {
  const page = await served.open()
  const name = await newAgent(page)
  served.simulator.enqueue('anthropic', failedAnswer({ kind: 'rate_limit', retryAfterSeconds: 3_600 }))
  await promptTo(page, name).fill('Hello')
  await promptTo(page, name).press('Enter')
  const goesOn = pane(page, name).getByRole('checkbox', { name: GOES_ON })
  await expect(goesOn).not.toBeChecked()
  await goesOn.click()
  await expect(goesOn).toBeChecked()
  await page.keyboard.press('Control+j')
  const inbox = page.getByRole('dialog', { name: 'Approval inbox' })
  const same = inbox.getByRole('article', { name: new RegExp(name) }).getByRole('checkbox', { name: GOES_ON })
  await expect(same).toBeChecked()
  await same.click()
  await expect(same).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(goesOn).not.toBeChecked()
  await goesOn.click()
  await expect(goesOn).toBeChecked()
  // An act of the user ends the wait.
  await promptTo(page, name).fill('Now, please')
  await promptTo(page, name).press('Enter')
  await expect(pane(page, name).getByText(ANSWER)).toHaveCount(1)
  await expect(goesOn).toHaveCount(0)
  await page.close()
})
