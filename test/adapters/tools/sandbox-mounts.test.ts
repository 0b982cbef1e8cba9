import { describe, expect, it } from 'vitest'

import { readablePath } from '../../../src/main/adapters/tools/sandbox/byte-paths.ts'
import { expectedMounts, parseMountTable } from '../../../src/main/adapters/tools/sandbox/mount-table.ts'
import { type FileView, type Mount, mountProblem, mountsOf } from '../../../src/main/adapters/tools/sandbox/mounts.ts'

const bytes = (path: string): Buffer => Buffer.from(path, 'latin1')
const file = (path: string) => ({ path: bytes(path), isFolder: false })
const folder = (path: string) => ({ path: bytes(path), isFolder: true })
const writable = (path: string): Mount => ({ type: 'write', at: bytes(path), from: bytes(path) })

const VIEW: FileView = {
  writable: [bytes('/home/ann/work')],
  hiddenOutside: [folder('/home'), file('/etc/shadow')],
  shown: [folder('/home/ann/.cargo/bin')],
  hidden: [file('/home/ann/work/.env'), file('/home/ann/work/w\xff/app/.env.local')],
  readOnly: [folder('/home/ann/work/.git'), folder('/home/ann/work/vendor/lib/.git')],
}

const pathsOf = (mounts: readonly Mount[], type: Mount['type']): readonly string[] =>
  mounts.filter((mount) => mount.type === type).map(({ at }) => at.toString('latin1'))

describe('the mounts of a view', () => {
  const mounts = mountsOf(VIEW, 1)

  it('mount every folder above a protected place on itself, the outer ones first, and no other', () => {
    expect(pathsOf(mounts, 'write')).toEqual([
      '/home/ann/work',
      '/home/ann/work/w\xff',
      '/home/ann/work/vendor',
      '/home/ann/work/w\xff/app',
      '/home/ann/work/vendor/lib',
    ])
  })

  it('also above a writable folder that is inside another one', () => {
    const view = { ...VIEW, writable: [bytes('/w'), bytes('/w/trees/one')], hidden: [], readOnly: [] }
    expect(pathsOf(mountsOf(view, 1), 'write')).toEqual(['/w', '/w/trees', '/w/trees/one'])
  })

  it.each([
    ['/srv', '/srv/home'],
    ['/', '/root'],
    ['/home', '/home/ann'],
    ['/', '/etc/shadow'],
    ['/data/tools', '/data/tools/home/ann'],
  ])('hide once, and after it, what is in the shown folder %s', (shown, secret) => {
    const hidden = [secret === '/etc/shadow' ? file(secret) : folder(secret)]
    const view = { writable: [], hiddenOutside: hidden, shown: [folder(shown)], hidden, readOnly: [] }
    const made = mountsOf(view, 1)
    expect(mountProblem(made, view)).toBeNull()
    expect(made.at(-1)?.at.toString('latin1')).toBe(secret)
  })

  it('are what the view allows', () => {
    expect(mountProblem(mounts, VIEW)).toBeNull()
  })

  it('show a copy of a writable folder in its place, and what is protected as it is', () => {
    const copy = { folder: bytes('/home/ann/work'), path: bytes('/data/copies/1') }
    const made = mountsOf(VIEW, 1, copy)
    const sources = made.flatMap((mount) => (mount.type === 'write' ? [mount.from.toString('latin1')] : []))
    expect(sources).toEqual(
      ['', '/w\xff', '/vendor', '/w\xff/app', '/vendor/lib'].map((rest) => `/data/copies/1${rest}`),
    )
    expect(mountProblem(made, VIEW, copy)).toBeNull()
    expect(mountProblem(made, VIEW)).toMatch(/would be another place/)
    expect(mountProblem(mounts, VIEW, copy)).toMatch(/would be another place/)
    const lines = expectedMounts(made, parseMountTable(Buffer.from('1 0 8:1 / / rw\n2 1 8:2 / /data rw\n'))).toString(
      'latin1',
    )
    expect(lines).toContain('/home/ann/work /copies/1\n')
    expect(lines).toContain('/home/ann/work/.git /home/ann/work/.git\n')
  })

  it.each<readonly [string, (made: readonly Mount[]) => readonly Mount[], RegExp]>([
    ['a writable place outside', (made) => [...made, writable('/etc')], /\/etc would be writable/],
    ['the root writable', (made) => [...made, writable('/')], /\/ would be writable/],
    ['a writable folder beside', (made) => [...made, writable('/home/ann/work2')], /work2 would be w/],
    ['a place of the home', (made) => [...made, { type: 'read', at: bytes('/home/ann/.ssh') }], /\.ssh would be shown/],
    ['a hidden file of the system', (made) => [...made, { type: 'read', at: bytes('/etc/shadow') }], /would be shown/],
    [
      'a hidden file after all',
      (made) => [...made, { type: 'read', at: bytes('/home/ann/work/.env') }],
      /be mounted twice/,
    ],
    [
      'what hides before what shows',
      (made) => made.toSorted((a, b) => Number(b.type === 'empty-file') - Number(a.type === 'empty-file')),
      /would be readable/,
    ],
    [
      'a folder that can be moved',
      (made) => made.filter(({ at }) => !at.equals(bytes('/home/ann/work/vendor'))),
      /vendor could be moved/,
    ],
    [
      'no hidden file',
      (made) => made.filter(({ at }) => !at.equals(bytes('/home/ann/work/.env'))),
      /\.env would be readable/,
    ],
    [
      'no file with odd bytes',
      (made) => made.filter(({ at }) => !at.includes('.env.local')),
      /w\\xff\/app\/\.env\.local would be/,
    ],
    ['no hidden home', (made) => made.filter(({ at }) => !at.equals(bytes('/home'))), /\/home would be readable/],
    [
      'no read-only .git',
      (made) => made.filter(({ type, at }) => type !== 'read' || !at.includes('.git')),
      /\.git would be writable/,
    ],
    ['a relative path', (made) => [...made, { type: 'read', at: bytes('home/ann/work/x') }], /is not an absolute path/],
    [
      'a path with a zero byte',
      (made) => [...made, { type: 'read', at: bytes('/home/ann/work/\0/x') }],
      /is not an absolute path/,
    ],
  ])('are refused with %s', (_, change, reason) => {
    expect(mountProblem(change(mounts), VIEW)).toMatch(reason)
  })
})

describe('the expected table of mounts', () => {
  const TABLE = parseMountTable(
    bytes(
      [
        '1 0 8:1 / / rw - ext4 /dev/sda1 rw',
        '2 1 0:5 / /dev rw - devtmpfs none rw',
        '3 1 8:2 /@home /home rw - btrfs /dev/sda2 rw',
        '4 3 8:3 / /home/ann/my\\040disk rw - ext4 /dev/sda3 rw',
        '5 1 8:4 / /srv rw - ext4 /dev/sda4 rw',
        '6 5 8:5 / /srv/old rw - ext4 /dev/sda5 rw',
        '7 5 8:6 /sub /srv rw - ext4 /dev/sda6 rw',
        '',
      ].join('\n'),
    ),
  )
  it.each([
    ['/var/lib/x', '/var/lib/x /var/lib/x'],
    ['/home', '/home /@home'],
    ['/home/ann/work', '/home/ann/work /@home/ann/work'],
    ['/home/ann/my disk/a\\b', '/home/ann/my\\040disk/a\\134b /a\\134b'],
    ['/home/ann/w\xff\n', '/home/ann/w\xff\\012 /@home/ann/w\xff\\012'],
    ['/homework', '/homework /homework'],
    ['/', '/ /'],
    // A mount that a later one covers.
    ['/srv/old', '/srv/old /sub/old'],
  ])('has for %j the folder of its file system', (at, line) => {
    expect(expectedMounts([{ type: 'read', at: bytes(at) }], TABLE).toString('latin1')).toBe(`${line}\n`)
  })

  it('has the empty folder and the device of hidden places', () => {
    const hidden: readonly Mount[] = [
      { type: 'empty-folder', at: bytes('/home/ann/.ssh'), bytes: 1 },
      { type: 'empty-file', at: bytes('/home/ann/.env') },
    ]
    expect(expectedMounts(hidden, TABLE).toString()).toBe('/home/ann/.ssh /\n/home/ann/.env /null\n')
  })
})

it('shows bytes that are no text, and control characters, as escapes', () => {
  expect([readablePath(bytes('/w\xff/a\n')), readablePath(Buffer.from('/ü\n'))]).toEqual(['/w\\xff/a\\x0a', '/ü\\x0a'])
})
