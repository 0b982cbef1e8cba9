import { expect, type Page, test } from '@playwright/test'

import type { HeldStream } from '../support/provider-simulator/simulator.ts'
import { ANSWER, newAgent, pane, promptTo, windowForTests } from '../support/served-window.ts'

/** Prompts that are typed while a turn runs, and text that is pasted. One app serves all tests. */
test.describe.configure({ mode: 'default' })

const served = windowForTests()
let page: Page

test.beforeEach(async () => {
  page = await served.open()
})
test.afterEach(() => page.close())

/**
 * Stops the next answer in its middle; answers how to wait for that. Streams of tests before this one are passed over.
 */
function holdNextAnswer(): () => Promise<HeldStream> {
  const name = crypto.randomUUID()
  const blocks = [
    { type: 'text', text: 'The first half' },
    { type: 'hold', name },
    { type: 'text', text: ' and the second half.' },
  ] as const
  served.simulator.enqueue('anthropic', { type: 'script', blocks })
  return async () => {
    let stream = await served.simulator.streamHeld()
    while (stream.name !== name) stream = await served.simulator.streamHeld()
    return stream
  }
}

test('while a turn runs prompts are queued, edited, and sent when it ends', async () => {
  const name = await newAgent(page)
  const box = promptTo(page, name)
  const queue = pane(page, name).getByRole('region', { name: 'Queued prompts' })
  const held = holdNextAnswer()
  await box.fill('First')
  await box.press('Enter')
  const stream = await held()
  for (const text of ['Second', 'Third', 'Never']) {
    await box.fill(text)
    await box.press('Enter')
    // The box is empty when the prompt is recorded, not before.
    await expect(box).toHaveValue('')
  }
  await expect(queue.getByRole('listitem')).toHaveText([/^Second/, 'Third', 'Never'])
  await queue.getByRole('button', { name: 'Remove' }).last().press('Enter')
  // The list is the engine's: the row goes when it is removed there, not before.
  await expect(queue.getByRole('listitem')).toHaveText([/^Second/, 'Third'])
  await queue.getByRole('button', { name: 'Edit' }).last().press('Enter')
  await expect(box).toHaveValue('Third')
  await box.fill('Third, in other words')
  await box.press('Enter')
  await expect(box).toHaveValue('')
  await page.reload()
  await expect(queue.getByRole('listitem')).toHaveText([/^Second/, 'Third, in other words'])
  stream.release()
  await expect(pane(page, name).getByText(ANSWER)).toHaveCount(2)
  await expect(queue).toBeHidden()
  await expect(pane(page, name)).toContainText(/First.*second half.*Second.*Third, in other words/s)
})

test('a queued prompt is sent with no window open', async () => {
  const name = await newAgent(page)
  const box = promptTo(page, name)
  const held = holdNextAnswer()
  await box.fill('First')
  await box.press('Enter')
  const stream = await held()
  await box.fill('Second')
  await box.press('Enter')
  await expect(box).toHaveValue('')
  const requests = served.simulator.requests.length
  await page.close()
  stream.release()
  await expect.poll(() => served.simulator.requests.length).toBe(requests + 1)
  page = await served.open()
  await page.getByRole('treeitem', { name: new RegExp(name) }).click()
  await expect(pane(page, name)).toContainText(/First.*second half.*Second/s)
  await expect(pane(page, name).getByText(ANSWER)).toHaveCount(1)
})

test('pasted lines are sent as text, whatever they begin with', async () => {
  const name = await newAgent(page)
  const box = promptTo(page, name)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('/kill\n/mark PASTED'))
  await box.focus()
  await page.keyboard.press('Control+v')
  await expect(box).toHaveValue('/kill\n/mark PASTED')
  await expect(page.getByText('Sent as text. To run a command, type it.')).toBeVisible()
  await box.blur()
  await page.reload()
  await expect(page.getByText('Sent as text. To run a command, type it.')).toBeVisible()
  await box.press('Enter')
  await expect(pane(page, name).getByText(ANSWER)).toHaveCount(1)
  await expect(pane(page, name)).toContainText('/mark PASTED')
  await box.pressSequentially('/mark TYPED')
  await box.press('Enter')
  await expect(box).toHaveValue('')
  await expect(pane(page, name)).toContainText('TYPED')
})

test('a stopped turn sends nothing of the queue by itself', async () => {
  const name = await newAgent(page)
  const box = promptTo(page, name)
  const queue = pane(page, name).getByRole('region', { name: 'Queued prompts' })
  holdNextAnswer()
  await box.fill('First')
  await box.press('Enter')
  await expect(pane(page, name)).toContainText('The first half')
  await box.fill('Second')
  await box.press('Enter')
  await page.keyboard.press('Escape')
  await expect(queue).toContainText('Waiting for you')
  await queue.getByRole('button', { name: 'Send now' }).press('Enter')
  await expect(pane(page, name).getByText(ANSWER)).toHaveCount(1)
})
