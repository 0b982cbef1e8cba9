import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it, vi } from 'vitest'

import { PreventableEvent } from '../../support/fake-electron/fake-contents.ts'
import { scriptedOpening, prepareElectronApp, windowOf } from '../../support/fake-electron/run-electron-app.ts'

const { start } = prepareElectronApp()

const PREVIEW = `http://port-${'0123456789abcdef'.repeat(2)}.localhost:40001/page`

describe('the window’s page', () => {
  it('gets its files under the policy, and nothing from outside', async () => {
    const electron = await start(scriptedOpening().openEngine)
    await windowOf(electron)
    const page = await electron.fake.fetch('app://ikigai/')
    const others = await Promise.all(
      [
        'app://ikigai/..%2fsecret.txt',
        'app://ikigai/%2e%2e%2fsecret.txt',
        'app://elsewhere/',
        'app://ikigai/nothing.js',
      ].map((url) => electron.fake.fetch(url)),
    )

    expect([page.status, await page.text()]).toEqual([200, '<!doctype html><title>window</title>'])
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(others.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await electron.fake.fetch('app://ikigai/', 'POST')).status).toBe(404)
    expect(electron.fake.privileged).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    ])
  })

  it('has a page without network and with an opaque origin for documents that may be hostile', async () => {
    const electron = await start(scriptedOpening().openEngine)
    await windowOf(electron)
    const page = await electron.fake.fetch('app://ikigai/sandbox')

    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none';.*frame-ancestors 'self'; sandbox allow-scripts$/)
    expect(policy).not.toMatch(/allow-same-origin|connect-src|https?:|\*/)
  })

  it.each([
    ['app://ikigai/', true, false],
    ['app://ikigai/', false, true],
    ['app://ikigai/sandbox', false, false],
    ['app://ikigai/sandbox?leak', false, true],
    ['https://example.com/', false, true],
    ['app://ikigai.evil/', true, true],
    ['app://ikigai@evil/', true, true],
    ['https://example.com/', true, true],
    ['file:///etc/passwd', true, true],
    ['javascript:alert(1)', true, true],
    ['about:blank', false, true],
    [PREVIEW, false, false],
    [PREVIEW, true, true],
    ['http://port-1.localhost:4000/', false, true],
    ['http://localhost:4000/', false, true],
    [PREVIEW.replace('http:', 'https:'), false, true],
    [PREVIEW.replace('localhost', 'localhost.evil.example'), false, true],
    [PREVIEW.replace('port-', 'a:b@port-'), false, true],
    ['not a url', true, true],
  ])('navigates only to itself: %s (main frame: %s) prevented: %s', async (url, isMainFrame, prevented) => {
    const electron = await start(scriptedOpening().openEngine)
    const { webContents } = await windowOf(electron)
    const event = new PreventableEvent({ url, isMainFrame })
    webContents.emit('will-frame-navigate', event)

    expect(event.prevented).toBe(prevented)
  })

  it('takes no redirect away from itself and no webview', async () => {
    const electron = await start(scriptedOpening().openEngine)
    const { webContents } = await windowOf(electron)
    const redirects = [
      { url: 'https://example.com/' },
      { url: PREVIEW },
      { url: PREVIEW, isMainFrame: true },
      { url: 'https://example.com/', isMainFrame: false },
      { url: PREVIEW, isMainFrame: false },
    ].map((redirect) => new PreventableEvent(redirect))
    for (const redirect of redirects) webContents.emit('will-redirect', redirect)
    const webview = new PreventableEvent()
    webContents.emit('will-attach-webview', webview)

    expect([...redirects, webview].map(({ prevented }) => prevented)).toEqual([true, true, true, true, false, true])
  })

  const AGENT = '00000001-0000-4000-8000-00000000abcd'

  it('opens a window of its own for agents of the app, as locked down as the first, whose place it leaves', async () => {
    const electron = await start(scriptedOpening().openEngine)
    const first = await windowOf(electron)
    const action = first.webContents.windowOpenHandler?.({ url: `app://ikigai/?show=${AGENT}` }).action
    const own = electron.fake.windows[1]

    expect([action, electron.fake.windows.length, electron.fake.opened]).toEqual(['deny', 2, []])
    await vi.waitUntil(() => own?.webContents.url !== '', { interval: 1 })
    expect(own?.webContents.url).toBe(`app://ikigai/?show=${AGENT}`)
    expect(own?.options.webPreferences).toEqual(first.options.webPreferences)
    // It can open one itself, and nothing else.
    const urls = [`app://ikigai/?show=${AGENT}`, 'app://ikigai/', 'file:///etc/passwd']
    expect(urls.map((url) => own?.webContents.windowOpenHandler?.({ url }).action)).toEqual(['deny', 'deny', 'deny'])
    expect(electron.fake.windows).toHaveLength(3)
    own?.emit('close')
    await expect(stat(join(electron.app.getPath('userData'), 'window-state.json'))).rejects.toThrow('ENOENT')
    first.emit('close')
    expect((await stat(join(electron.app.getPath('userData'), 'window-state.json'))).isFile()).toBe(true)
  })

  it.each([
    ['no agents', 'app://ikigai/'],
    ['something else than ids', 'app://ikigai/?show=javascript:alert(1)'],
    ['another path', `app://ikigai/sandbox?show=${AGENT}`],
    ['a fragment', `app://ikigai/?show=${AGENT}#token=x`],
    ['another host', `app://other/?show=${AGENT}`],
    ['a file', `file:///ikigai/?show=${AGENT}`],
  ])('opens no window for an address with %s', async (_name, url) => {
    const electron = await start(scriptedOpening().openEngine)
    const { webContents } = await windowOf(electron)
    expect(webContents.windowOpenHandler?.({ url }).action).toBe('deny')
    expect([electron.fake.windows.length, electron.fake.opened]).toEqual([1, []])
  })

  it('opens no other window, and hands only web addresses to the system', async () => {
    const electron = await start(scriptedOpening().openEngine)
    const { webContents } = await windowOf(electron)
    const urls = [
      'https://example.com/a?b#c',
      'http://example.com',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'smb://host/share',
      'ms-settings:',
      'https://bank.example@evil.example/',
      'app://ikigai/',
      'not a url',
    ]
    const actions = urls.map((url) => webContents.windowOpenHandler?.({ url }).action)

    expect(new Set(actions)).toEqual(new Set(['deny']))
    expect(electron.fake.opened).toEqual(['https://example.com/a?b#c', 'http://example.com/'])
  })

  it('may write to the clipboard and notify, and nothing else', async () => {
    const electron = await start(scriptedOpening().openEngine)
    const { webContents } = await windowOf(electron)
    const { request, check, device } = electron.fake.permissions
    const asked = [
      'clipboard-sanitized-write',
      'notifications',
      'media',
      'geolocation',
      'clipboard-read',
      'openExternal',
    ]
    const grantedTo = (isMainFrame: boolean) =>
      asked.filter((permission) => {
        let answer = false
        const take = (given: boolean): void => {
          answer = given
        }
        request?.(webContents, permission, take, { isMainFrame })
        return answer
      })
    const checks = asked.filter((permission) => check?.(null, permission, 'app://ikigai'))
    const foreign = asked.filter((permission) => check?.(null, permission, 'https://example.com'))

    expect([grantedTo(true), grantedTo(false)]).toEqual([asked.slice(0, 2), []])
    expect([checks, foreign, device?.()]).toEqual([asked.slice(0, 2), [], false])
  })
})
