import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { judgeUpdate, readUpdateKeys } from '../src/main/adapters/proof/judge-update.ts'
import { createSigningKey, publicKeyOf } from '../src/main/adapters/proof/signed-note.ts'
import { readUpdateFeed } from '../src/main/adapters/proof/update-feed.ts'
import { signUpdate } from '../src/main/adapters/proof/update-note.ts'
import { UPDATE_CHANNELS } from '../src/shared/app-update.ts'
import { errorMessage } from '../src/shared/result.ts'
import { ROOT } from './project.ts'
import { scriptArguments } from './script-arguments.ts'

const USAGE = `Signs a list of updates (docs/packaging.md#signed-updates), on a machine without a network: the key is used nowhere else.

npm run sign-update -- --new-key FILE [--keys resources/update-keys.json]
                                           makes a key, which is never put in the repository, and adds the public one to the
                                           keys of the app
npm run sign-update -- FEED --key FILE --machine SYSTEM-ARCH [--channel stable|preview] [--days 180]
                                           writes FEED.note, and checks it as the app does

SYSTEM-ARCH: linux-x64, linux-arm64, darwin-x64, darwin-arm64 or win32-x64`

/** The public keys that the app is built with. */
const KEYS = join(ROOT, 'resources', 'update-keys.json')

const MACHINES = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']
const ENDINGS: Readonly<Record<string, string>> = { linux: '.AppImage', darwin: '.zip', win32: '.exe' }

const { values, positionals } = scriptArguments(USAGE, {
  values: ['new-key', 'keys', 'key', 'machine', 'channel', 'days'],
  positionals: 1,
})
process.exitCode = run()

function run(): number {
  const newKey = values.get('new-key')
  const [feed] = positionals
  const key = values.get('key')
  try {
    if (newKey !== undefined) return makeKey(newKey)
    if (feed === undefined || key === undefined) return fail(USAGE, 2)
    return sign(feed, readFileSync(key, 'utf8').trim())
  } catch (error) {
    return fail(errorMessage(error), 1)
  }
}

function makeKey(path: string): number {
  if (existsSync(path)) return fail(`${path} exists. Nothing was changed; choose another name.`, 1)
  const list = values.get('keys') ?? KEYS
  const known = readUpdateKeys(JSON.parse(readFileSync(list, 'utf8')))
  const key = createSigningKey()
  writeFileSync(path, `${key}\n`, { flag: 'wx', mode: 0o600 })
  const added = { key: publicKeyOf(key), until: null }
  writeFileSync(list, `${JSON.stringify([...known, added], null, 2)}\n`)
  console.log(`${list}: ${JSON.stringify(added)}`)
  return 0
}

function sign(path: string, key: string): number {
  const machine = values.get('machine') ?? ''
  const channel = UPDATE_CHANNELS.find((name) => name === (values.get('channel') ?? 'stable'))
  const days = Number(values.get('days') ?? 180)
  if (!MACHINES.includes(machine) || channel === undefined || !(days > 0 && days <= 400)) return fail(USAGE, 2)
  const feed = readFileSync(path)
  const read = readUpdateFeed(feed)
  if (read === null) return fail(`${path} is not a list of updates as the app reads it. Nothing was signed.`, 1)
  const now = Date.now()
  const expires = new Date(now + days * 86_400_000).toISOString()
  const mark = { madeAt: Math.floor(now / 1_000), channel, machine, version: read.version, expires }
  const note = signUpdate(feed, mark, key)
  const verdict = judgeUpdate(feed, note, {
    keys: [{ key: publicKeyOf(key), until: null }],
    version: '0.0.0',
    channel,
    machine,
    ending: ENDINGS[machine.split('-')[0] ?? ''] ?? '',
    seen: null,
    now,
  })
  if (verdict.type !== 'install') {
    return fail(`The app would not install it: ${verdict.type === 'refused' ? verdict.reason : verdict.type}.`, 1)
  }
  writeFileSync(`${path}.note`, note)
  console.log(`${path}.note: ${read.version} for ${machine}, ${channel}, until ${expires}`)
  return 0
}

function fail(text: string, code: number): number {
  console.error(text)
  return code
}
