import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { BackgroundCommands } from '../../../src/main/adapters/tools/background/background-commands.ts'
import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import { linuxSandbox } from '../../../src/main/adapters/tools/sandbox/linux-sandbox.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { OUTSIDE_SECRET, protectedPlaces, randomSequence } from '../../support/sandbox/random-sequences.ts'
import { prepared } from './tool-folder.ts'
import { fileFacts } from '../../support/tool-options.ts'

/** nobody; as root, its folder makes the command run as that user. */
const ORDINARY_USER = 65_534
const ownUid = process.getuid?.() ?? 0
const USERS = ownUid === 0 ? [0, ORDINARY_USER] : [ownUid]
/** The long run: IKIGAI_SANDBOX_SEQUENCES=1000. A run is repeated with the printed seed. */
const COUNT = Number(process.env['IKIGAI_SANDBOX_SEQUENCES'] ?? 50 / USERS.length)
const FIRST_SEED = Number(process.env['IKIGAI_SANDBOX_SEED'] ?? Date.now() % 1_000_000)
const PATH = '/usr/local/bin:/usr/bin:/bin'
const OUTSIDE = ['home/.ssh/id', 'home/notes', 'settings/keys', 'outside']
/** The last one can be read, and not written. */
const textOf = (name: string): string => (name === 'outside' ? 'before' : OUTSIDE_SECRET)

let room: string
beforeAll(async () => {
  room = await mkdtemp('/var/tmp/ikigai-random-')
  await chmod(room, 0o755)
  for (const name of OUTSIDE) {
    await mkdir(dirname(join(room, name)), { recursive: true })
    await writeFile(join(room, name), textOf(name))
  }
})
afterAll(() => {
  execFileSync('chmod', ['-R', 'u+rwX', room])
  execFileSync('rm', ['-rf', room])
})

/** Returns what a sequence read or changed that it must not; empty: nothing. */
async function broken(seed: number, uid: number): Promise<readonly string[]> {
  const folder = join(room, `agent-${uid}-${seed}`)
  await mkdir(folder)
  const { first, second, isAtOnce, secrets } = randomSequence(seed, folder)
  if (ownUid === 0) execFileSync('chown', ['-R', `${uid}:${uid}`, folder, room])
  const places = {
    homeDirectory: join(room, 'home'),
    ownFolders: [join(room, 'settings')],
    openFolder: join(room, 'none'),
  }
  const tool = bashTool({
    folderOf: () => Promise.resolve({ ok: true, value: folder }),
    rootOf: (agentId) => agentId,
    environment: { PATH, LC_ALL: 'C' },
    maxOutputSize: 1_000_000,
    outputDirectory: join(room, 'none'),
    places,
    outsideLine: (line) => line,
    background: new BackgroundCommands(),
    ...fileFacts(),
    sandboxing: {
      sandbox: linuxSandbox({ places, path: PATH, tmpBytes: 4 * 1024 ** 2 }),
      levelOf: () => Promise.resolve({ ok: true, value: 'workspace' }),
      asksForHosts: () => false,
    },
  })
  const run = async (line: string): Promise<string> => {
    const call = await prepared(tool, { command: `ROOM='${room}'\n${line}`, timeout_seconds: 60 })
    if (call.sandbox?.inside !== true) {
      // Nothing may run outside: as root it would reach this machine. The user is asked about this one.
      const reason = call.sandbox === undefined || call.sandbox.inside ? '' : call.sandbox.reason
      if (!reason.includes('.git of the folder is a link')) throw new Error(`not inside: ${reason}`)
      return ''
    }
    return (await call.run({ signal: new AbortController().signal, onOutput: () => {} })).content
  }
  const before = protectedPlaces(folder)
  const texts: string[] = []
  let between = before
  if (isAtOnce) texts.push(...(await Promise.all([run(first), run(second), run(second)])))
  else {
    texts.push(await run(first))
    between = protectedPlaces(folder)
    texts.push(await run(second))
  }
  const after = new Set(protectedPlaces(folder))
  const outside = await Promise.all(OUTSIDE.map((name) => readFile(join(room, name), 'utf8').catch(String)))
  const shown = texts.join('\n')
  const kept = (places: readonly string[]): readonly string[] =>
    places.filter((place) => !after.has(place)).map((place) => `changed: ${JSON.stringify(place)}`)
  const found = [
    ...secrets.filter((secret) => shown.includes(secret)).map((secret) => `read: ${secret}`),
    ...(shown.includes('root:') ? ['read: /etc/shadow'] : []),
    ...kept(before),
    ...kept(between),
    ...outside.filter((text, index) => text !== textOf(OUTSIDE[index] ?? '')).map((text) => `outside: ${text}`),
  ]
  // Node cannot remove names that are no text.
  execFileSync('rm', ['-rf', folder])
  return found.length === 0
    ? []
    : [...found, `first: ${first}`, `second: ${second}`, `output: ${shown.slice(0, 2_000)}`]
}

describe.runIf(HAS_SANDBOX).each(USERS)('as user %i, random sequences of two commands', (uid) => {
  it(
    `read and change nothing that is protected: ${COUNT} from the seed ${FIRST_SEED}`,
    { timeout: 60_000 + COUNT * 10_000, retry: 0 },
    async () => {
      const faults: Record<number, readonly string[]> = {}
      for (let seed = FIRST_SEED; seed < FIRST_SEED + COUNT; seed++) {
        const found = await broken(seed, uid)
        if (found.length > 0) faults[seed] = found
        if (Object.keys(faults).length >= 3) break
      }
      expect(faults).toEqual({})
    },
  )
})
