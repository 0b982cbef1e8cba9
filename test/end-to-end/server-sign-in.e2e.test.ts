import { expect, test } from '@playwright/test'

import { closeAll } from '../support/close-all.ts'
import { type LoginServer, startLoginServer } from '../support/login-server.ts'
import { serveWindow, type ServedWindow, typeCode } from '../support/served-window.ts'

let login: LoginServer
let served: ServedWindow

test.beforeAll(async ({ browser }) => {
  login = await startLoginServer()
  served = await serveWindow(browser, {}, { mcp_servers: { locked: { url: login.url } } })
})
test.afterAll(() => closeAll(served, login))

test('a server that demands a login is signed in to and out of in Settings', async () => {
  const page = await served.open()
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'MCP servers' }).click()
  const server = page.getByRole('region', { name: 'Server locked' })
  const offer = server.getByRole('group', { name: 'Sign in to locked' })
  const begin = async (): Promise<string> => {
    await server.getByRole('button', { name: 'Sign in…' }).click()
    if (await page.getByRole('dialog', { name: /code/i }).isVisible()) await typeCode(page, served.app)
    await expect(offer).toContainText(`asks you to sign in at ${login.issuer}`)
    return /https?:\/\/\S+authorize\S+/.exec(await offer.innerText())?.[0] ?? ''
  }

  await test.step('what is asked for is shown, and the browser ends the sign-in', async () => {
    await expect(server.getByRole('status')).toHaveText('sign-in needed')
    const address = await begin()
    await fetch(login.agree(address))
    await expect(offer).toHaveCount(0)
    await expect(server.getByRole('status')).toContainText('running')
  })

  await test.step('it is signed out again', async () => {
    await server.getByRole('button', { name: 'Sign out' }).click()
    await expect(server.getByRole('status')).toHaveText('sign-in needed')
  })

  await test.step('the address of the last page can be pasted, and a wrong one is refused with the reason', async () => {
    const address = await begin()
    const last = offer.getByRole('textbox', { name: 'Address of the last page' })
    await last.fill('http://127.0.0.1:1/nothing')
    await last.press('Enter')
    await expect(offer.getByRole('alert')).toContainText('not the address of the last page')
    await last.fill(login.agree(address))
    await last.press('Enter')
    await expect(server.getByRole('status')).toContainText('running')
  })
  await page.close()
})
