import { createServer } from 'node:http'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { prepareElectronApp, scriptedOpening, windowOf } from '../../support/fake-electron/run-electron-app.ts'
import type { FakeOptions } from '../../support/fake-electron/fake-electron.ts'

const { start } = prepareElectronApp()

/** Stands in for the server of electron-vite: answers with what it was asked for. */
const server = createServer((request, response) => response.end(`compiled ${request.url ?? ''}`))
let address = ''
beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

/** What the page's files are, in an app that was started with this variable. */
async function served(rendererUrl: string, path: string, options: FakeOptions = {}): Promise<string> {
  vi.stubEnv('ELECTRON_RENDERER_URL', rendererUrl)
  const electron = await start(scriptedOpening().openEngine, options)
  await windowOf(electron)
  return (await electron.fake.fetch(`app://ikigai${path}`)).text()
}

it('a window under development gets its files from the server that compiles them, under its own origin', async () => {
  expect(await served(address, '/main.tsx?t=1')).toBe('compiled /main.tsx?t=1')
})

it('never from another machine, and never once it is packaged', async () => {
  const built = '<!doctype html><title>window</title>'

  expect(await served('http://evil.example/', '/')).toBe(built)
  expect(await served(address, '/', { packaged: true })).toBe(built)
})

it('nothing but its own origin is asked there', async () => {
  vi.stubEnv('ELECTRON_RENDERER_URL', address)
  const electron = await start(scriptedOpening().openEngine)
  await windowOf(electron)
  const answers = await Promise.all([
    electron.fake.fetch('app://elsewhere/'),
    electron.fake.fetch('app://ikigai/', 'POST'),
  ])

  expect(answers.map(({ status }) => status)).toEqual([404, 404])
})
