import { describe, expect, it } from 'vitest'

import { judgeUpdate, type UpdateGround } from '../../../src/main/adapters/proof/judge-update.ts'
import { publicKeyOf, signNote } from '../../../src/main/adapters/proof/signed-note.ts'
import { readUpdateFeed } from '../../../src/main/adapters/proof/update-feed.ts'
import type { UpdateRefusal } from '../../../src/shared/app-update.ts'
import { APP_FILE, feedOf, GROUND, MADE_AT, NEXT_KEY, noteOf, RELEASE_KEY } from '../../support/update-feed.ts'

const FEED = feedOf('1.3.0')
const DAY_MS = 86_400_000

function judge(feed: string, note: string, changes: Partial<UpdateGround> = {}) {
  return judgeUpdate(Buffer.from(feed), note, { ...GROUND, ...changes })
}

/** The reason; else what was decided. */
function reasonOf(...given: Parameters<typeof judge>): string {
  const verdict = judge(...given)
  return verdict.type === 'refused' ? verdict.reason : verdict.type
}

describe('a list of updates that is signed', () => {
  it('offers the file for this installation', () => {
    expect(judge(FEED, noteOf(FEED))).toEqual({
      type: 'install',
      version: '1.3.0',
      file: expect.objectContaining({ url: 'ikigai-linux-x64.AppImage', size: APP_FILE.length }),
      seen: { madeAt: MADE_AT, root: expect.stringMatching(/^[\w+/]{43}=$/) },
    })
    expect(judge(FEED, noteOf(FEED), { ending: '.deb' })).toMatchObject({ file: { url: 'ikigai_1.3.0_amd64.deb' } })
  })

  it('offers nothing when this version is the newest one', () => {
    expect(reasonOf(feedOf('1.2.3'), noteOf(feedOf('1.2.3')))).toBe('current')
  })

  it('offers a preview above a version, and the version above its previews', () => {
    const preview = feedOf('1.3.0-preview.2')
    const note = noteOf(preview, { channel: 'preview' })
    expect(reasonOf(preview, note, { channel: 'preview' })).toBe('install')
    expect(reasonOf(preview, note, { channel: 'preview', version: '1.3.0-preview.10' })).toBe('downgrade')
    expect(reasonOf(FEED, noteOf(FEED), { version: '1.3.0-preview.10' })).toBe('install')
  })

  it('is taken with each key that is known, as long as it is', () => {
    const [old, next] = [publicKeyOf(RELEASE_KEY), publicKeyOf(NEXT_KEY)]
    const until = new Date(GROUND.now + DAY_MS).toISOString()
    const keys = [
      { key: old, until },
      { key: next, until: null },
    ]
    expect(reasonOf(FEED, noteOf(FEED), { keys })).toBe('install')
    expect(reasonOf(FEED, noteOf(FEED, {}, NEXT_KEY), { keys })).toBe('install')
    expect(reasonOf(FEED, noteOf(FEED), { keys, now: GROUND.now + 2 * DAY_MS })).toBe('foreign_signature')
    expect(reasonOf(FEED, noteOf(FEED, {}, NEXT_KEY), { keys, now: GROUND.now + 2 * DAY_MS })).toBe('install')
    expect(reasonOf(FEED, noteOf(FEED), { keys: [] })).toBe('no_keys')
  })
})

const NOTE = noteOf(FEED)
const seen = { madeAt: MADE_AT + 1, root: 'another' }

const REFUSED: readonly (readonly [
  name: string,
  UpdateRefusal,
  feed: string,
  note: string,
  changes?: Partial<UpdateGround>,
])[] = [
  ['without a note', 'unreadable_note', FEED, ''],
  ['with a note that has a line more', 'unreadable_note', FEED, `${NOTE}x\n`],
  [
    'with a note about something else',
    'unreadable_note',
    FEED,
    signNote(`o\n1\n${'A'.repeat(43)}=\n`, 'o', RELEASE_KEY),
  ],
  ['with the signature of another key', 'foreign_signature', FEED, noteOf(FEED, {}, NEXT_KEY)],
  ['with a note whose version was changed', 'foreign_signature', FEED, NOTE.replace('version 1.3.0', 'version 1.4.0')],
  [
    'with a note that was made to expire later',
    'foreign_signature',
    FEED,
    NOTE.replace(/expires 20../, 'expires 2099'),
  ],
  ['that was changed', 'changed_feed', FEED.replace('size: 1', 'size: 2'), NOTE],
  ['of a newer version with an old note', 'changed_feed', feedOf('9.0.0'), NOTE],
  ['for another channel', 'other_channel', FEED, noteOf(FEED, { channel: 'preview' })],
  ['for another processor', 'other_machine', FEED, noteOf(FEED, { machine: 'linux-arm64' })],
  ['for another system', 'other_machine', FEED, noteOf(FEED, { machine: 'win32-x64' })],
  ['that has expired', 'expired', FEED, NOTE, { now: GROUND.now + 101 * DAY_MS }],
  ['from the future', 'future', FEED, NOTE, { now: GROUND.now - 2 * DAY_MS }],
  ['older than one that was seen', 'replayed', FEED, NOTE, { seen }],
  ['as old as one that was seen, and different', 'replayed', FEED, NOTE, { seen: { ...seen, madeAt: MADE_AT } }],
  ['of an older version', 'downgrade', feedOf('1.2.2'), noteOf(feedOf('1.2.2'))],
  ['whose note names another version', 'unreadable_feed', FEED, noteOf(FEED, { version: '1.4.0' })],
  ['without a file for this installation', 'no_file', FEED, NOTE, { ending: '.exe' }],
]

for (const [name, reason, feed, note, changes] of REFUSED) {
  it(`a list of updates ${name} is refused: ${reason}`, () => {
    expect(reasonOf(feed, note, changes)).toBe(reason)
  })
}

const [FIRST = '', ...REST] = FEED.split('\n')
const UNREADABLE: readonly (readonly [string, string])[] = [
  ['a path in place of a name', FEED.replaceAll('ikigai-linux', '../ikigai-linux')],
  ['an address in place of a name', FEED.replaceAll('ikigai-linux', 'http://evil.example/ikigai-linux')],
  ['a hidden name', FEED.replaceAll('ikigai-linux', '.ikigai-linux')],
  ['an unknown key', `${FEED}minimumSystemVersion: '99'\n`],
  ['a key twice', `${FEED}version: 9.0.0\n`],
  ['an anchor and an alias', `version: &v 1.3.0\n${REST.join('\n')}stagingPercentage: *v\n`],
  ['a tag', `version: !!str 1.3.0\n${REST.join('\n')}`],
  ['a merge key', `${FEED}<<: {version: 9.0.0}\n`],
  ['a prototype', `${FEED}__proto__: {version: 9.0.0}\n`],
  ['two documents', `${FEED}---\nversion: 9.0.0\n`],
  ['a number as its version', `version: 1.3\n${REST.join('\n')}`],
  ['no size', FEED.replace(/ {4}size: \d+\n/, '')],
  ['a size below 1', FEED.replace(/size: \d+/, 'size: 0')],
  ['a larger size than an update has', FEED.replace(/size: \d+/, 'size: 99000000000')],
  ['a size in another base', FEED.replace(/size: \d+/, 'size: 0x10')],
  ['a shorter hash', FEED.replace(/sha512: .{8}/, 'sha512: ')],
  ['no file', `${FIRST}\nfiles: []\n`],
  ['bytes that are no text', '\xFF'],
  ['nothing', ''],
]

it.each(UNREADABLE)('a list of updates with %s is none, also with a signature', (_name, feed) => {
  expect(readUpdateFeed(Buffer.from(feed, 'latin1'))).toBeNull()
  expect(reasonOf(feed, noteOf(feed, { version: '1.3.0' }))).toBe('unreadable_feed')
})
