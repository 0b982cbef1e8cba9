import { hash } from 'node:crypto'

import type { UpdateGround } from '../../src/main/adapters/proof/judge-update.ts'
import { createSigningKey, publicKeyOf } from '../../src/main/adapters/proof/signed-note.ts'
import { signUpdate } from '../../src/main/adapters/proof/update-note.ts'

export const RELEASE_KEY = createSigningKey()
export const NEXT_KEY = createSigningKey()

/** When the lists of the tests are made, s since the epoch. */
export const MADE_AT = 1_790_000_000

const DAY_S = 86_400

/** The contents of the app's file in the lists of the tests. */
export const APP_FILE = Buffer.from('#!/bin/sh\nexit 0\n'.repeat(100))

/** A list of updates as electron-builder writes it. */
export function feedOf(version: string, name = `ikigai-linux-x64.AppImage`, content = APP_FILE): string {
  const sha512 = hash('sha512', content, 'base64')
  return `version: ${version}
files:
  - url: ${name}
    sha512: ${sha512}
    size: ${content.length}
    blockMapSize: 1234
  - url: ikigai_${version}_amd64.deb
    sha512: ${sha512}
    size: ${content.length}
path: ${name}
sha512: ${sha512}
releaseDate: '2026-09-21T13:33:20.000Z'
`
}

/** The note about a list; `changes` replaces what it says. */
export function noteOf(
  feed: string,
  changes: Partial<Parameters<typeof signUpdate>[1]> = {},
  key = RELEASE_KEY,
): string {
  const version = /^version: (.*)$/m.exec(feed)?.[1] ?? ''
  const madeAt = changes.madeAt ?? MADE_AT
  const expires = new Date((madeAt + 100 * DAY_S) * 1_000).toISOString()
  return signUpdate(
    Buffer.from(feed),
    { channel: 'stable', machine: 'linux-x64', version, expires, ...changes, madeAt },
    key,
  )
}

/** An app of version 1.2.3 that trusts the key, an hour after the list was made. */
export const GROUND: UpdateGround = {
  keys: [{ key: publicKeyOf(RELEASE_KEY), until: null }],
  version: '1.2.3',
  channel: 'stable',
  machine: 'linux-x64',
  ending: '.AppImage',
  seen: null,
  now: (MADE_AT + 3_600) * 1_000,
}
