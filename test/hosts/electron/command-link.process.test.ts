import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import {
  type CommandSurroundings,
  commandFiles,
  type CommandPlace,
  commandPlaces,
  decideCommandOffer,
  installCommand,
  pathLine,
  removeCommand,
} from '../../../src/main/hosts/electron/command-link.ts'

let home = ''
let command = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'ikigai-command-'))
  const folder = join(home, 'app', 'resources', 'app.asar.unpacked', 'command-line')
  mkdirSync(folder, { recursive: true })
  command = join(folder, 'ikigai')
  writeFileSync(command, '#!/bin/sh\necho "ran: $*"\nexit 7\n', { mode: 0o755 })
})
afterEach(() => rmSync(home, { recursive: true }))

const factsOf = (changes: Partial<CommandSurroundings> = {}): CommandSurroundings => ({
  platform: 'linux',
  home,
  path: ['/usr/bin', join(home, '.local', 'bin')],
  command,
  appImage: null,
  ...changes,
})
const place = (file: string, changes: Partial<CommandPlace> = {}): CommandPlace => ({
  file,
  found: 'nothing',
  isWritable: true,
  isOnPath: false,
  ...changes,
})

describe('what is offered', () => {
  const mac = (changes: Partial<CommandSurroundings> = {}) => factsOf({ platform: 'darwin', ...changes })
  const [SHARED, OWN] = ['/usr/local/bin/ikigai', '/home/ann/.local/bin/ikigai']

  it.each([
    [
      'the place on PATH',
      [place(OWN), place(SHARED, { isOnPath: true })],
      { type: 'install', place: { file: SHARED } },
    ],
    [
      'one that may be written',
      [place(SHARED, { isWritable: false }), place(OWN)],
      { type: 'install', place: { file: OWN } },
    ],
    [
      'to remove it where it is',
      [place(SHARED), place(OWN, { found: 'own' })],
      { type: 'installed', place: { file: OWN } },
    ],
    [
      'a free place beside a foreign file',
      [place(SHARED, { found: 'foreign' }), place(OWN)],
      { type: 'install', place: { file: OWN } },
    ],
    [
      'nothing over foreign files',
      [place(SHARED, { found: 'foreign' }), place(OWN, { found: 'foreign' })],
      { type: 'taken', file: SHARED },
    ],
    [
      'nothing where nothing may be written',
      [place(SHARED, { isWritable: false })],
      { type: 'none', reason: '/usr/local/bin cannot be written to.' },
    ],
  ])('is %s', (_name, places, offer) => {
    expect(decideCommandOffer(mac(), places)).toMatchObject(offer)
  })

  it.each([
    ['Windows, whose installer adds it', { platform: 'win32' }, /installer for Windows/],
    ['a checkout', { command: null }, /npm link/],
    ['an image of macOS', { platform: 'darwin', command: '/Volumes/ikigai/x/command-line/ikigai' }, /Applications/],
    [
      'an app that macOS runs elsewhere',
      { platform: 'darwin', command: '/private/var/AppTranslocation/1/x' },
      /Applications/,
    ],
  ] as const)('is a reason on %s', (_name, changes, reason) => {
    expect(decideCommandOffer(factsOf(changes), [place(OWN)])).toEqual({
      type: 'none',
      reason: expect.stringMatching(reason),
    })
  })

  it('is nothing where the package has made the command', () => {
    const offer = decideCommandOffer(factsOf(), [
      place('/usr/bin/ikigai', { found: 'own', isWritable: false }),
      place(OWN),
    ])

    expect(offer).toEqual({ type: 'none', reason: expect.stringContaining('/usr/bin/ikigai') })
  })

  it('looks where each system has commands', () => {
    expect(commandFiles(factsOf({ platform: 'darwin', home: '/Users/ann' }))).toEqual([
      SHARED,
      '/Users/ann/.local/bin/ikigai',
    ])
    expect(commandFiles(factsOf({ home: '/home/ann' }))).toEqual(['/usr/bin/ikigai', OWN])
    expect(commandFiles(factsOf({ home: '/home/ann', appImage: '/a.AppImage' }))).toEqual([OWN])
  })

  it('is named for a start file of the shell', () => {
    expect(pathLine('/home/ann/.local/bin/ikigai', '/home/ann')).toBe('export PATH="$HOME/.local/bin:$PATH"')
    expect(pathLine('/usr/local/bin/ikigai', '/home/ann')).toBe('export PATH="/usr/local/bin:$PATH"')
  })
})

describe.skipIf(process.platform === 'win32')('in a home', () => {
  const file = () => join(home, '.local', 'bin', 'ikigai')
  const own = (facts: CommandSurroundings) => commandPlaces(facts).find((each) => each.file === file())

  it('is a link into the app, found again and removed', () => {
    const facts = factsOf()
    expect(own(facts)).toEqual({ file: file(), found: 'nothing', isWritable: true, isOnPath: true })
    installCommand(file(), facts)

    expect(readlinkSync(file())).toBe(command)
    expect(own(facts)?.found).toBe('own')
    expect(removeCommand(file())).toBe(true)
    expect(own(facts)?.found).toBe('nothing')
  })

  it.each([
    ['a program of the user', () => writeFileSync(file(), '#!/bin/sh\n# mine\n')],
    ['a link to another program', () => symlinkSync('/usr/bin/true', file())],
    ['a link that leads nowhere', () => symlinkSync('/nowhere', file())],
    ['a folder', () => mkdirSync(file())],
  ])('never replaces or removes %s', (_name, make) => {
    mkdirSync(join(home, '.local', 'bin'), { recursive: true })
    make()
    const before = lstatSync(file()).ino

    for (const facts of [factsOf(), factsOf({ appImage: '/a.AppImage' })]) {
      expect(own(facts)?.found).toBe('foreign')
      expect(() => installCommand(file(), facts)).toThrow(/EEXIST|EISDIR/)
    }
    expect(removeCommand(file())).toBe(false)
    expect(lstatSync(file()).ino).toBe(before)
  })

  it('of an AppImage is a script that mounts it while the command runs', async () => {
    const appImage = join(home, "Ann's apps.AppImage")
    const ended = join(home, 'ended')
    // As the runtime of an AppImage: prints where it is mounted, until it is ended.
    const lines = [
      '#!/bin/sh',
      `trap 'touch "${ended}"; exit 0' TERM`,
      `echo "${join(home, 'app')}"`,
      'while :; do sleep 0.1; done',
    ]
    writeFileSync(appImage, lines.join('\n'), { mode: 0o755 })
    installCommand(file(), factsOf({ appImage }))
    expect(own(factsOf({ appImage }))?.found).toBe('own')

    const ran = spawnSync(file(), ['agents', '--json', 'a b'], { encoding: 'utf8' })
    expect(ran).toMatchObject({ stdout: 'ran: agents --json a b\n', stderr: '', status: 7 })
    await vi.waitUntil(() => existsSync(ended), { timeout: 20_000 })
  })

  it.each([
    ['was moved', 0o644, 127, /install the command again/],
    ['cannot be mounted', 0o755, 126, /FUSE/],
  ])('of an AppImage that %s says so', (_name, mode, status, words) => {
    const appImage = join(home, 'gone.AppImage')
    installCommand(file(), factsOf({ appImage }))
    writeFileSync(appImage, '#!/bin/sh\nexit 1\n')
    chmodSync(appImage, mode)

    const ran = spawnSync(file(), ['agents'], { encoding: 'utf8' })
    expect(ran.status).toBe(status)
    expect(ran.stderr).toMatch(words)
    expect(readFileSync(file(), 'utf8')).toContain('gone.AppImage')
  })
})
