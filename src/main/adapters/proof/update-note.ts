import { hash } from 'node:crypto'

import { UPDATE_CHANNELS, type UpdateChannel } from '../../../shared/app-update.ts'
import { hexToBase64 } from '../../../shared/base64.ts'
import { parseSignedNote } from '../../../shared/signed-head.ts'
import { signNote } from './signed-note.ts'

/** Who signs lists of updates, for a signed note of C2SP. */
const ORIGIN = 'ikigai/updates'

/** What of a list of updates is signed (docs/packaging.md#signed-updates). */
interface UpdateMark {
  /** Seconds since the epoch: later notes have larger ones. */
  readonly madeAt: number
  readonly channel: UpdateChannel
  /** System and processor, such as `linux-x64`. */
  readonly machine: string
  readonly version: string
  /** ISO time after which the note is not taken any more. */
  readonly expires: string
}

/** What a signed note about a list of updates says. */
interface UpdateNote extends UpdateMark {
  /** Base64 of the SHA-256 of the list. */
  readonly root: string
}

const LINES = /\nchannel (\w+)\nmachine ([a-z0-9]+-[a-z0-9]+)\nversion (\S+)\nexpires (\S+)\n$/

/** Returns the note about a list of updates. Throws if the key is none. */
export function signUpdate(feed: Uint8Array, mark: UpdateMark, signingKey: string): string {
  const { madeAt, channel, machine, version, expires } = mark
  const lines = [`channel ${channel}`, `machine ${machine}`, `version ${version}`, `expires ${expires}`]
  const text = [ORIGIN, madeAt, rootOfFeed(feed), ...lines].map((line) => `${line}\n`).join('')
  return signNote(text, ORIGIN, signingKey)
}

/** Returns what a note says, without judging its signature. Null: it is not a note about a list of updates. */
export function parseUpdateNote(note: string): UpdateNote | null {
  const said = parseSignedNote(note)
  const [, name, machine = '', version = '', expires = ''] = LINES.exec(said?.text ?? '') ?? []
  const channel = UPDATE_CHANNELS.find((known) => known === name)
  if (said === null || said.origin !== ORIGIN || channel === undefined || Number.isNaN(Date.parse(expires))) return null
  return { madeAt: said.size, root: said.root, channel, machine, version, expires }
}

/** Base64 of the SHA-256 of a list of updates. */
export function rootOfFeed(feed: Uint8Array): string {
  return hexToBase64(hash('sha256', feed))
}
