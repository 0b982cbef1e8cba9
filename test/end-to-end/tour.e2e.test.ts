import { expect, test } from '@playwright/test'

import { tickModel } from '../support/model-pickers.ts'
import { ask, newAgent, pane, panes, promptTo, windowForTests } from '../support/served-window.ts'

const served = windowForTests()

test('the tour goes on with what is done in the window, by the keyboard too, and is taken up again', async () => {
  const page = await served.open()
  const tour = page.getByRole('region', { name: 'Tour' })
  const status = tour.getByRole('status')
  const done = tour.getByRole('listitem').filter({ hasText: '(done)' })

  await test.step('it is offered where no pane is open, and blocks nothing', async () => {
    await page.getByRole('button', { name: 'Take the tour' }).press('Enter')
    await expect(status).toHaveText(/^Write something in the prompt box/)
    await expect(done).toHaveCount(0)
  })

  const name = await newAgent(page)
  await test.step('a prompt', async () => {
    await ask(page, name, 'OAuth 2 or JWT?')
    await expect(done).toHaveText([/^Send a prompt/])
    await expect(status).toHaveText(/^Press Fork/)
  })

  await test.step('a mark, and back to it, before its turn', async () => {
    await promptTo(page, name).fill('/mark start')
    await promptTo(page, name).press('Enter')
    await expect(pane(page, name).getByRole('log')).toContainText('start')
    await ask(page, name, 'And for phones?')
    await promptTo(page, name).fill('/clear start')
    await promptTo(page, name).press('Enter')
    await expect(done).toHaveText([/^Send a prompt/, /^Mark and go back/])
  })

  await test.step('it is left, and taken up again after a reload', async () => {
    await tour.getByRole('button', { name: 'Close tour' }).click()
    await expect(tour).toBeHidden()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('tour')
    await page.keyboard.press('Enter')
    await expect(done).toHaveCount(2)
    // What changes is stored a moment later.
    await expect(async () => {
      await page.reload()
      await expect(done).toHaveCount(2, { timeout: 3_000 })
    }).toPass()
  })

  await test.step('a fork with another model, whose comparison opens', async () => {
    await pane(page, name).getByRole('button', { name: 'Fork…' }).first().click()
    const dialog = page.getByRole('dialog')
    await tickModel(dialog, 'gpt-5-mini')
    await dialog.getByRole('searchbox', { name: 'Search models' }).fill('claude-sonnet-5-5')
    await dialog.getByRole('checkbox', { name: /claude-sonnet-5-5/ }).check()
    await dialog
      .getByRole('textbox', { name: /prompt/i })
      .last()
      .fill('And you?')
    await dialog.getByRole('button', { name: /^Fork/ }).last().click()
    await expect(done).toHaveCount(4)
    await expect(status).toHaveText(/^In a comparison/)
  })

  await test.step('an answer is adopted, and the tour is done', async () => {
    await page
      .getByRole('button', { name: /^Adopt/ })
      .first()
      .click()
    await expect(status).toHaveText(/^All five are done/)
    await tour.getByRole('button', { name: 'More' }).click()
    await expect(
      page.getByRole('dialog', { name: 'Help', exact: true }).getByRole('article', { name: 'First steps' }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panes(page).first()).toBeVisible()
  })
})
