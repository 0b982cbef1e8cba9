import { expect, test } from '@playwright/test'

import { pasteFiles } from '../support/attach-in-window.ts'
import { samplePng } from '../support/sample-files.ts'
import { serveApp } from '../support/serve-app.ts'
import { ask, newAgent, pane, promptTo, serveWindow } from '../support/served-window.ts'

test('a file that is attached while the engine is away is uploaded when it is back', async ({ browser }) => {
  const served = await serveWindow(browser)
  const page = await served.open()
  const name = await newAgent(page)
  const chips = pane(page, name).getByRole('list', { name: 'Attachments' })
  await pasteFiles(promptTo(page, name), [{ name: 'before.png', type: 'image/png', bytes: samplePng(20, 20) }])
  await expect(chips.getByRole('button', { name: /^before\.png image/ })).toBeVisible()

  await served.app.stop()
  await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible()
  await expect(chips.getByRole('button', { name: /^before\.png image/ })).toBeVisible()
  await pasteFiles(promptTo(page, name), [{ name: 'during.png', type: 'image/png', bytes: samplePng(21, 20) }])
  await expect(chips).toContainText('Uploads when the window is connected')

  const again = await serveApp(served.workspace, Number(new URL(served.app.url).port))
  await expect(chips.getByRole('button', { name: /^during\.png image/ })).toBeVisible()
  await ask(page, name, 'Which is newer?')
  await expect(pane(page, name).getByRole('log').locator('img')).toHaveCount(2)

  await again.stop()
  await served.close()
})
