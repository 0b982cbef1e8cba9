import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { gt } from 'semver'

import packageJson from '../../package.json' with { type: 'json' }
import updateKeys from '../../resources/update-keys.json' with { type: 'json' }
import type {
  UpdateChannel,
  UpdateNews,
  UpdateRefusal,
  UpdateSetting,
  UpdateState,
  UpdateWay,
} from '../shared/app-update.ts'
import { err, ok, type Result } from '../shared/result.ts'
import { whatIsNew } from '../shared/whats-new.ts'
import { fetchBytes, fetchFile } from './adapters/network/fetch-update.ts'
import { newestVersion } from './adapters/network/newest-version.ts'
import { packedUpdateAddress, updateFeedName } from './adapters/network/read-update-place.ts'
import { judgeUpdate, readUpdateKeys, type UpdateKey, type UpdateVerdict } from './adapters/proof/judge-update.ts'
import { createSeenFeeds } from './adapters/proof/seen-feeds.ts'
import type { Logger } from './core/ports/system-ports.ts'
import type { LoadedUpdate, ReplaceApp, Updates } from './core/ports/update-ports.ts'
import { systemClock } from './system-ports.ts'

/** Bytes of the longest list of updates and the longest note. */
const LONGEST_FEED = 64_000
const LONGEST_NOTE = 4_000

/** Where and what the app is that updates replace. */
export interface InstalledApp {
  readonly way: Exclude<UpdateWay, 'npm'>
  readonly platform: string
  readonly arch: string
  /** How the name of its file ends, such as `.AppImage`. */
  readonly ending: string
  /** Of the folder with updates with which it was packed; null: none. */
  readonly address: string | null
  readonly keys: readonly UpdateKey[]
  readonly replace: ReplaceApp
}

/** Its part of config.json, which may change. */
interface UpdateSettings {
  readonly updates: UpdateSetting
  readonly updateFeed: string | null
  readonly updateRegistry: string | null
}

interface UpdatePlace {
  readonly config: UpdateSettings
  readonly version: string
  /** Loaded versions and what was seen. */
  readonly folder: string
  readonly clock: { now(): number }
  readonly logger: Logger
  /** Null: installed by npm, or a checkout. */
  readonly app: InstalledApp | null
}

type Install = Extract<UpdateVerdict, { type: 'install' }>
type UpdateProgress = Omit<UpdateState, 'version' | 'channel' | 'way'>

const UNKNOWN: UpdateProgress = { phase: 'idle', newest: null, checkedAt: null, refusal: null, command: null }

/** Newer versions of this ikigai. A composition root, as create-engine.ts is. */
export function createUpdates(place: UpdatePlace): Updates {
  const { config, version, app, clock, logger } = place
  const seen = createSeenFeeds(join(place.folder, 'seen.json'))
  let facts = UNKNOWN
  let offered: Install | null = null
  let loaded: LoadedUpdate | null = null
  let busy: Promise<unknown> = Promise.resolve()

  const state = (): UpdateState => ({ version, channel: config.updates, way: app?.way ?? 'npm', ...facts })
  const refuse = (refusal: UpdateRefusal): Result<never, UpdateRefusal> => {
    logger.info('An update was refused', { reason: refusal })
    facts = { ...facts, phase: 'idle', refusal }
    return err(refusal)
  }
  /** One after another: two windows may ask at the same time. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const next = busy.then(work)
    busy = next.catch(() => undefined)
    return next
  }

  async function ask(signal: AbortSignal): Promise<Result<Install | null, UpdateRefusal>> {
    const channel = config.updates
    if (channel === 'off') return err('off')
    return app === null ? askRegistry() : askFeed(app, { ...place, seen }, channel, signal)
  }

  async function askRegistry(): Promise<Result<null, UpdateRefusal>> {
    if (config.updateRegistry === null) return err('off')
    const found = await newestVersion(config.updateRegistry, config.updates === 'preview' ? 'preview' : 'stable')
    if (!found.ok) return err('unreachable')
    const isNewer = gt(found.value, version)
    facts = { ...facts, newest: isNewer ? found.value : null }
    facts = { ...facts, command: isNewer ? `npm install -g ikigai@${found.value}` : null }
    return ok(null)
  }

  async function check(signal: AbortSignal): Promise<UpdateState> {
    facts = { ...facts, phase: 'checking' }
    const found = await ask(signal).catch((): Result<null, UpdateRefusal> => err('not_stored'))
    facts = { ...facts, phase: 'idle', checkedAt: clock.now(), refusal: null }
    if (!found.ok) refuse(found.error)
    if (app !== null) {
      offered = found.ok ? found.value : null
      facts = { ...facts, newest: offered?.version ?? null, command: null }
    }
    return state()
  }

  async function load(signal: AbortSignal): Promise<Result<null, UpdateRefusal>> {
    if (app === null) return refuse('no_place')
    // A list that was replaced meanwhile, or a version that was withdrawn, is not installed.
    await check(signal)
    if (offered === null) return err(facts.refusal ?? 'no_file')
    const base = config.updateFeed ?? app.address ?? ''
    const { file, version: next } = offered
    const path = join(place.folder, file.url)
    facts = { ...facts, phase: 'downloading' }
    const fetched = await fetchFile(new URL(file.url, withSlash(base)), file, { path, signal })
    if (!fetched.ok) return refuse(fetched.error)
    loaded = { version: next, path, name: file.url, size: file.size, sha512: file.sha512 }
    facts = { ...facts, phase: 'idle', command: app.way === 'package' ? `sudo apt install '${path}'` : null }
    return ok(null)
  }

  return {
    state,
    check: (signal) => alone(() => check(signal)),
    load: (signal) => alone(() => load(signal)),
    restart() {
      if (app === null || loaded === null) return
      facts = { ...facts, phase: 'installing' }
      app.replace(loaded, refuse)
    },
    news: readNews,
  }
}

/** Reads and judges the list of updates of a channel. Null: there is no newer version. */
async function askFeed(
  app: InstalledApp,
  { config, version, clock, seen }: UpdatePlace & { readonly seen: ReturnType<typeof createSeenFeeds> },
  channel: UpdateChannel,
  signal: AbortSignal,
): Promise<Result<Install | null, UpdateRefusal>> {
  const { keys, ending, platform, arch } = app
  const base = config.updateFeed ?? app.address
  if (base === null) return err('no_place')
  if (keys.length === 0) return err('no_keys')
  const feedAt = new URL(updateFeedName(channel, platform, arch), withSlash(base))
  const note = await fetchBytes(new URL(`${feedAt.href}.note`), { most: LONGEST_NOTE, signal })
  if (!note.ok) return note
  if (note.value === null) return err('no_signature')
  const feed = await fetchBytes(feedAt, { most: LONGEST_FEED, signal })
  if (!feed.ok) return feed
  if (feed.value === null) return err('unreachable')
  const ground = { keys, ending, machine: `${platform}-${arch}`, version, channel, now: clock.now() }
  const verdict = judgeUpdate(feed.value, note.value.toString('utf8'), { ...ground, seen: await seen.find(channel) })
  if (verdict.type === 'refused') return err(verdict.reason)
  await seen.keep(channel, verdict.seen)
  return ok(verdict.type === 'install' ? verdict : null)
}

/** The changelog that comes with this code: above the bundle's folder in a package, above the sources in a checkout. */
const CHANGELOG = join(import.meta.dirname, '..', '..', 'CHANGELOG.md')

/** Returns what is new in this version; without lines if the changelog cannot be read. */
export async function readNews(): Promise<UpdateNews> {
  const text = await readFile(CHANGELOG, 'utf8').catch(() => '')
  return { version: packageJson.version, lines: whatIsNew(text, packageJson.version) }
}

/** The newer versions of an engine of this machine. `replace`: missing: it is not the app. */
export function updatesHere({
  config,
  dataDirectory,
  logger,
  replace,
}: {
  readonly config: UpdateSettings
  readonly dataDirectory: string
  readonly logger: Logger
  readonly replace?: ReplaceApp
}): Updates {
  const { platform, arch } = process
  const isPackage = platform === 'linux' && process.env['APPIMAGE'] === undefined
  const ending = isPackage ? '.deb' : (ENDINGS[platform] ?? '.none')
  const address = packedUpdateAddress(resourcesFolder())
  const way = isPackage ? 'package' : 'app'
  const app =
    replace === undefined
      ? null
      : ({ way, platform, arch, ending, address, keys: readUpdateKeys(updateKeys), replace } as const)
  return createUpdates({
    config,
    version: packageJson.version,
    folder: join(dataDirectory, 'updates'),
    clock: systemClock,
    logger,
    app,
  })
}

/** Electron's; Node has none. */
function resourcesFolder(): string {
  return 'resourcesPath' in process ? process.resourcesPath : ''
}

/** What replaces the app on each system. */
const ENDINGS: Readonly<Record<string, string>> = { linux: '.AppImage', darwin: '.zip', win32: '.exe' }

function withSlash(address: string): string {
  return address.endsWith('/') ? address : `${address}/`
}
