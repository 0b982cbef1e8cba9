import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { createTerminals } from '../../src/main/adapters/start-terminal.ts'
import { noProcessIn } from '../support/processes-in.ts'
import { valueOf } from '../support/drive-agent.ts'

const ENVIRONMENT = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  SHELL: '/bin/sh',
  PS1: '$ ',
  ANTHROPIC_API_KEY: 'secret',
  SSH_AUTH_SOCK: '/agent',
}
const SIZE = { columns: 100, rows: 30 }

let folder: string
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-terminal-')))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function start(environment: Readonly<Record<string, string | undefined>> = ENVIRONMENT, cwd = folder) {
  let text = ''
  const ended = Promise.withResolvers<number | null>()
  const startTerminal = createTerminals(environment, [], join(folder, 'workspace'))
  const started = await startTerminal({
    folder: cwd,
    size: SIZE,
    onText: (part) => (text += part),
    onEnd: ended.resolve,
  })
  return { terminal: valueOf(started), text: () => text, ended: ended.promise }
}

it('runs the shell of the user in the folder, with the size of the window and without keys', async () => {
  const { terminal, text, ended } = await start()
  terminal.write('tty; pwd; stty size; env; exit 7\n')
  expect(await ended).toBe(7)
  expect(text()).toMatch(/\/dev\/pts\/\d+/)
  expect(text()).toContain(`\r\n${folder}\r\n30 100\r\n`)
  expect(text()).toContain('TERM=xterm-256color')
  expect(text()).toContain('SSH_AUTH_SOCK=/agent')
  expect(text()).not.toMatch(/secret|NO_COLOR|TERM=dumb/)
})

it('passes on a new size and the keys of signals', async () => {
  const { terminal, text, ended } = await start()
  terminal.resize({ columns: 50, rows: 20 })
  terminal.write("stty size; echo wa''it; sleep 600\n")
  await expect.poll(text).toContain('20 50\r\nwait')
  terminal.write('\u0003')
  terminal.write('exit 0\n')
  expect(await ended).toBe(0)
})

it('lets programs wait while it is paused, and loses nothing', async () => {
  const { terminal, text, ended } = await start()
  terminal.write("stty -echo; echo rea''dy\n")
  await expect.poll(text).toContain('ready')
  terminal.pause()
  const before = text().length
  // The first part fits into the buffers of the system, the second does not.
  terminal.write('seq 1 9; : > begun; seq 1 50000; : > done; exit 0\n')
  await expect.poll(() => existsSync(join(folder, 'begun'))).toBe(true)
  expect(text().length).toBe(before)
  expect(existsSync(join(folder, 'done'))).toBe(false)
  terminal.resume()
  expect(await ended).toBe(0)
  expect(text()).toContain('\r\n50000\r\n')
})

it.each(['sleep 600', 'trap "" HUP TERM INT; while :; do sleep 1; done'])(
  'ends the shell and its programs: %s',
  async (command) => {
    const { terminal, text, ended } = await start()
    // The shell joins the two parts, unlike the echo of the line.
    terminal.write(`echo be''gun; ${command}\n`)
    await expect.poll(text).toContain('begun')
    terminal.end()
    expect(await ended).toBeNull()
    await noProcessIn(folder)
  },
)

it('says which shell did not start', async () => {
  const { ended, text } = await start({ ...ENVIRONMENT, SHELL: '/nonexistent/shell' })
  expect(await ended).not.toBe(0)
  expect(text()).toContain('No such file')
})

it('creates the workspace, and no other folder', async () => {
  const { terminal, ended } = await start(ENVIRONMENT, join(folder, 'workspace'))
  terminal.write('exit 0\n')
  expect(await ended).toBe(0)
  await expect(start(ENVIRONMENT, join(folder, 'gone'))).rejects.toThrow(/does not exist/)
})

it.each([
  ["Cannot find package '@lydell/node-pty' imported from /app/index.js", ''],
  ['The package could not find the binary package: @lydell/node-pty-linux-x64/pty.node', '\n\nThis can happen if npm'],
  ["/app/pty.node: version `GLIBC_2.28' not found", ''],
])('says what to do where the native library does not load: %s', async (reason, more) => {
  vi.doMock('@lydell/node-pty', () => ({
    get spawn() {
      throw new Error(reason + more)
    },
  }))
  try {
    const started = createTerminals(
      ENVIRONMENT,
      [],
      folder,
    )({
      folder,
      size: SIZE,
      onText: () => undefined,
      onEnd: () => undefined,
    })
    const message =
      'ikigai cannot open terminals on this machine, because @lydell/node-pty does not load. ' +
      `Install ikigai again (with npm: without --omit=optional), or open a terminal of your own in ${folder}. (${reason})`
    expect(await started).toMatchObject({ ok: false, error: { category: 'REFUSED', message } })
  } finally {
    vi.doUnmock('@lydell/node-pty')
  }
})
