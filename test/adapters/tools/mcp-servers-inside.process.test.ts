import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createMcpServers } from '../../../src/main/adapters/tools/mcp/create-mcp-servers.ts'
import type { ToolServers } from '../../../src/main/core/ports/tool-server-ports.ts'
import { type EscapeRoom, makeEscapeRoom, SECRET } from '../../support/sandbox/escape-room.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { runTool } from './tool-folder.ts'

const SERVER = join(import.meta.dirname, '..', '..', 'support', 'tool-server.ts')
const inputSchema = { type: 'object', properties: { line: { type: 'string' } } }

/** What a hostile server of config.json does in two calls. */
const WAYS: readonly (readonly [name: string, first: string, second: string])[] = [
  ['a link to a file', 'ln -s "$OUT/target" l', 'echo after > l; echo after > "$OUT/target"'],
  ['a link to a folder', 'ln -s "$OUT" d', 'echo x > d/new; rm -f d/target d/executable'],
  ['a link to a link', 'ln -s "$ROOM" a; ln -s a/outside b', 'echo x > b/new; mv b/target b/moved'],
  [
    'a repository that was moved',
    'mv nested moved; mv .git g',
    'for g in .git g nested/.git moved/.git; do echo x > $g/hooks/evil; echo x > $g/config; done',
  ],
  [
    'links to keys',
    'ln -s ../home keys; ln -s ../settings s',
    'cat keys/.ssh/* keys/notes.txt s/* "$ROOM"/home/.aws/*',
  ],
  [
    'a hidden file that was moved',
    'mv .env plain; mv packages p',
    'cat plain .env p/one/.env.local packages/one/.env.local',
  ],
  [
    'a process that stays',
    '(sleep 1; echo after > "$OUT/target"; cat .env > seen) > /dev/null 2>&1 &',
    'sleep 2; cat seen',
  ],
]

let room: EscapeRoom
let servers: ToolServers
beforeEach(async () => {
  room = await makeEscapeRoom(process.getuid?.() ?? 0)
  const { context, folder } = room
  await copyFile(SERVER, join(folder, 'server.ts'))
  await writeFile(join(folder, 'tools.json'), JSON.stringify([{ name: 'sh', description: '', inputSchema }]))
  const env = { OUT: room.targets['OUT'] ?? '', ROOM: room.targets['ROOM'] ?? '' }
  const args = ['server.ts', 'tools.json']
  servers = createMcpServers(
    { one: { transport: 'stdio', command: process.execPath, args, env, cwd: folder } },
    { ...context, clientVersion: '0', sandbox: () => context.sandboxing?.sandbox ?? null, readyWithinMs: 60_000 },
  )
})
afterEach(async () => {
  await servers.close()
  await room.remove()
})

const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true })).toSorted()

describe.runIf(HAS_SANDBOX)('a tool server inside the sandbox', { timeout: 120_000 }, () => {
  it.each(WAYS)('gets nowhere in two calls: %s', async (_name, first, second) => {
    const out = room.targets['OUT'] ?? ''
    const before = await filesIn(out)
    servers.start()
    await servers.ready(new AbortController().signal)
    const call = async (line: string): Promise<string> => {
      const [sh] = servers.tools()
      return sh === undefined ? 'no tool' : (await runTool(sh, { line })).content
    }
    expect(await call('echo it works; echo x > own')).toContain('it works')
    const said = [await call(first), await call(second)].join('\n')
    expect(said).not.toContain(SECRET)
    expect(await filesIn(out)).toEqual(before)
    expect(await readFile(join(out, 'target'), 'utf8')).toBe('before')
    const hooks = (await filesIn(room.folder)).filter((path) => path.endsWith('hooks/evil'))
    expect(hooks).toEqual([])
    expect(await readFile(join(room.folder, 'own'), 'utf8')).toBe('x\n')
  })
})
