import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { newAgent, pane, promptTo, serveWindow, type ServedWindow } from '../support/served-window.ts'

const EVERYTHING = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js')

let served: ServedWindow

test.beforeAll(async ({ browser }) => {
  const every = { command: process.execPath, args: [EVERYTHING] }
  served = await serveWindow(browser, {}, { mcp_servers: { every } })
})
test.afterAll(() => served.close())

test('a prompt of a server is completed, read, and sent with a resource of the server', async () => {
  const page = await served.open()
  const name = await newAgent(page)
  const box = promptTo(page, name)
  const option = (text: RegExp) => page.getByRole('option', { name: text })

  await test.step('the prompt is completed with its arguments, and put into the box', async () => {
    // The server may still be starting: typing the slash asks again.
    await expect(async () => {
      await box.fill('')
      await box.pressSequentially('/every:ar')
      await expect(option(/^\/every:args-prompt/)).toContainText('<city> [state]', { timeout: 1_000 })
    }).toPass()
    await page.keyboard.press('Tab')
    await page.keyboard.type('Berlin')
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue("What's weather in Berlin?")
  })

  await test.step('a resource is found by the name of its server, and attached', async () => {
    await page.keyboard.type(' See @eve')
    await expect(option(/^every:/)).toContainText('MCP server')
    await page.keyboard.press('Tab')
    await page.keyboard.type('archi')
    await expect(option(/architecture/)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(pane(page, name).getByRole('list', { name: 'Attachments' })).toContainText('architecture')
  })

  await test.step('the model gets both', async () => {
    await box.press('Enter')
    await expect.poll(() => JSON.stringify(served.simulator.requests)).toContain("What's weather in Berlin?")
    expect(JSON.stringify(served.simulator.requests)).toContain('architecture')
  })
  await page.close()
})
