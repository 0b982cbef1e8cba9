import { createPublicKey } from 'node:crypto'

import { compare } from 'semver'
import { z } from 'zod'

import type { UpdateChannel, UpdateRefusal } from '../../../shared/app-update.ts'
import { isSignedWith } from './signed-note.ts'
import { readUpdateFeed, type UpdateFile } from './update-feed.ts'
import { parseUpdateNote, rootOfFeed } from './update-note.ts'

/** A public key that signs updates. Several are known while one replaces another. */
export interface UpdateKey {
  /** PEM. */
  readonly key: string
  /** ISO time after which nothing of this key is taken; null: always. */
  readonly until: string | null
}

/** The newest list that was seen here, of one channel. */
export interface SeenFeed {
  /** As in its note. */
  readonly madeAt: number
  readonly root: string
}

/** What an offered update is compared with. */
export interface UpdateGround {
  readonly keys: readonly UpdateKey[]
  /** The version that runs. */
  readonly version: string
  readonly channel: UpdateChannel
  /** System and processor, such as `linux-x64`. */
  readonly machine: string
  /** How the name of the file ends that is installed here, such as `.AppImage`. */
  readonly ending: string
  /** Null: none was seen. */
  readonly seen: SeenFeed | null
  /** Ms since the epoch. */
  readonly now: number
}

/** What a decision says; `seen` is to be remembered. */
export type UpdateVerdict =
  | { readonly type: 'install'; readonly version: string; readonly file: UpdateFile; readonly seen: SeenFeed }
  | { readonly type: 'current'; readonly seen: SeenFeed }
  | { readonly type: 'refused'; readonly reason: UpdateRefusal }

/** How far the clock of the machine that signs may be ahead, ms. */
const CLOCK_TOLERANCE_MS = 86_400_000

/** Decides whether a list of updates is installed. Nothing in `feed` is read before its signature was found to be right. */
export function judgeUpdate(feed: Uint8Array, note: string, ground: UpdateGround): UpdateVerdict {
  if (ground.keys.length === 0) return refused('no_keys')
  const said = parseUpdateNote(note)
  if (said === null) return refused('unreadable_note')
  const keys = ground.keys.filter(({ until }) => until === null || ground.now <= Date.parse(until))
  if (!keys.some(({ key }) => isSignedWith(note, key))) return refused('foreign_signature')
  if (said.root !== rootOfFeed(feed)) return refused('changed_feed')
  if (said.channel !== ground.channel) return refused('other_channel')
  if (said.machine !== ground.machine) return refused('other_machine')
  if (said.madeAt * 1_000 > ground.now + CLOCK_TOLERANCE_MS) return refused('future')
  if (Date.parse(said.expires) < ground.now) return refused('expired')
  if (isOlder(said, ground.seen)) return refused('replayed')
  const read = readUpdateFeed(feed)
  if (read === null || read.version !== said.version) return refused('unreadable_feed')
  const order = compare(read.version, ground.version)
  if (order < 0) return refused('downgrade')
  const seen = { madeAt: said.madeAt, root: said.root }
  if (order === 0) return { type: 'current', seen }
  const [file, ...others] = read.files.filter(({ url }) => url.endsWith(ground.ending))
  return file === undefined || others.length > 0
    ? refused('no_file')
    : { type: 'install', version: read.version, file, seen }
}

function isOlder({ madeAt, root }: SeenFeed, seen: SeenFeed | null): boolean {
  return seen !== null && (madeAt < seen.madeAt || (madeAt === seen.madeAt && root !== seen.root))
}

function refused(reason: UpdateRefusal): UpdateVerdict {
  return { type: 'refused', reason }
}

const keysSchema = z.array(z.strictObject({ key: z.string().refine(isPublicKey), until: z.iso.datetime().nullable() }))

/** Reads the public keys of `resources/update-keys.json`. Throws if one is wrong: nothing is updated then. */
export function readUpdateKeys(keys: unknown): readonly UpdateKey[] {
  return keysSchema.parse(keys)
}

function isPublicKey(text: string): boolean {
  try {
    return !text.includes('PRIVATE') && createPublicKey(text).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}
