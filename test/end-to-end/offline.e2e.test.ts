import { expect, test } from '@playwright/test'

import { serveApp } from '../support/serve-app.ts'
import { ask, newAgent, pane, promptTo, serveWindow } from '../support/served-window.ts'

test('a window outlives its engine: it says so, keeps what is on the screen and in the box, and goes on by itself', async ({
  browser,
}) => {
  const served = await serveWindow(browser)
  const page = await served.open()
  const name = await newAgent(page)
  await ask(page, name, 'Before the engine stopped')
  await promptTo(page, name).fill('A draft')

  await served.app.stop()
  const banner = page.getByRole('status').filter({ hasText: 'Offline: the engine can’t be reached.' })
  await expect(banner).toBeVisible()
  await expect(pane(page, name)).toContainText('Before the engine stopped')
  await promptTo(page, name).pressSequentially(', written on while offline')

  const again = await serveApp(served.workspace, Number(new URL(served.app.url).port))
  await expect(banner).toHaveCount(0)
  await expect(promptTo(page, name)).toHaveValue('A draft, written on while offline')
  await promptTo(page, name).press('Enter')
  await expect(pane(page, name).getByText('Hello from the provider simulator.')).toHaveCount(2)
  await promptTo(page, name).fill('Another draft')
  await promptTo(page, name).blur()
  await page.reload()
  await expect(promptTo(page, name)).toHaveValue('Another draft')
  await expect(pane(page, name).getByText('A draft, written on while offline')).toHaveCount(1)

  await again.stop()
  await served.close()
})
