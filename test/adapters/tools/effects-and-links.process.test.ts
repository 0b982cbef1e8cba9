import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import type { ToolContext } from '../../../src/main/adapters/tools/tool-context.ts'
import type { SandboxLevel } from '../../../src/shared/sandbox.ts'
import { type EscapeRoom, makeEscapeRoom, SECRET } from '../../support/sandbox/escape-room.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { prepared } from './tool-folder.ts'

let room: EscapeRoom
let context: ToolContext
let level: SandboxLevel
/** Called when a program is to be confined. */
let onConfine: () => void

beforeEach(async () => {
  room = await makeEscapeRoom(process.getuid?.() ?? 0)
  const { sandboxing } = room.context
  if (sandboxing === null) throw new Error('No sandbox')
  level = 'workspace'
  onConfine = () => undefined
  const { sandbox } = sandboxing
  context = {
    ...room.context,
    copiesFolder: join(dirname(room.folder), 'settings', 'copies'),
    sandboxing: {
      ...sandboxing,
      levelOf: async () => ({ ok: true, value: level }),
      sandbox: {
        ...sandbox,
        confine: (program, confinement) => {
          onConfine()
          return sandbox.confine(program, confinement)
        },
      },
    },
  }
})
afterEach(async () => {
  await context.background.close()
  await room.remove()
})

/** What a command in the background does in the folder, while another one runs in its copy. */
const EXCHANGES: readonly (readonly [name: string, exchange: string])[] = [
  ['a file by a link to a key', 'mv code.txt old; ln -s ../home/.ssh/id_ed25519 code.txt'],
  ['a file by a link to a hidden file', 'mv code.txt old; ln -s .env code.txt'],
  ['a file by a link through another one', 'mv code.txt old; ln -s ../home l; ln -s l/notes.txt code.txt'],
  ['its folder by a link to that of keys', 'mv d old; ln -s ../home/.ssh d'],
  ['its folder by one with a link', 'mv d old; mkdir d; ln -s ../../home/.ssh/id_ed25519 d/id_ed25519'],
]

async function makeFiles(): Promise<void> {
  await mkdir(join(room.folder, 'd'))
  await writeFile(join(room.folder, 'd', 'id_ed25519'), 'before\n')
  await writeFile(join(room.folder, 'code.txt'), 'before\n')
  await writeFile(join(room.folder, 'gone.txt'), 'before\n')
}

/** Waits until a file is there. */
const until = (path: string): string => `for i in $(seq 600); do [ -e ${path} ] && break; sleep 0.05; done`
const CHANGE = 'echo after >> code.txt; echo after >> d/id_ed25519; rm gone.txt'

/** Runs the command in a copy, of which the folder differs when it ends. Returns what a model and the user read. */
async function run(args: { readonly dry_run: boolean }): Promise<string> {
  const asked: (string | undefined)[] = []
  const approve = async ({ preview }: { readonly preview?: string }) => {
    asked.push(preview)
    return { type: 'denied', message: 'No.' } as const
  }
  // The copy is not the folder: only the files that it shares with this process are seen there.
  const call = await prepared(bashTool(context), { command: `sleep 3; ${CHANGE}`, timeout_seconds: 60, ...args })
  const { content } = await call.run({ signal: new AbortController().signal, onOutput: () => undefined, approve })
  return [content, ...asked].join('\n')
}

describe.runIf(HAS_SANDBOX)('what a command changed in its copy', { timeout: 120_000 }, () => {
  it.each(EXCHANGES.flatMap(([name, exchange]) => [true, false].map((dry_run) => ({ name, exchange, dry_run }))))(
    'is shown without what the folder leads to by then: $name, dry run: $dry_run',
    async ({ exchange, dry_run }) => {
      await makeFiles()
      // Another command of the agent, or one of an agent in the same folder, waits for the copy and exchanges the file.
      const line = `${until('begin')}; ${exchange}; touch done; sleep 60`
      const background = await prepared(bashTool(context), { command: line, background: true })
      await background.run({ signal: new AbortController().signal, onOutput: () => undefined })
      level = dry_run ? 'workspace' : 'effects-first'
      onConfine = () => execFileSync('touch', [join(room.folder, 'begin')])
      const said = await run({ dry_run })
      expect(existsSync(join(room.folder, 'done'))).toBe(true)
      expect(said).not.toContain(SECRET)
      expect(said).toContain('gone.txt')
    },
  )

  it('does not wait for a pipe that was put in the place of a file', async () => {
    await makeFiles()
    onConfine = () => execFileSync('bash', ['-c', 'rm code.txt; mkfifo code.txt'], { cwd: room.folder })
    expect(await run({ dry_run: true })).toContain('code.txt')
  })
})

describe.runIf(HAS_SANDBOX)('the copy of a folder', { timeout: 120_000 }, () => {
  it.each([
    ['the folder', 'mv agent old; ln -s home agent', 'rm agent; mv old agent'],
    [
      'the one above it',
      'mkdir x; ln -s ../home x/agent; mv agent y; ln -s x/agent agent',
      'rm -r agent x; mv y agent',
    ],
  ])('contains nothing of another one that is in its place meanwhile: %s', async (_name, exchange, restore) => {
    const above = dirname(room.folder)
    const bash = (line: string) => execFileSync('bash', ['-ec', line], { cwd: above })
    level = 'effects-first'
    // What is protected in the folder has to be at the same place in the other one.
    bash('rm -r agent/.env agent/packages agent/nested agent/.git; rm -r home/.aws home/.gnupg')
    const command = 'cat notes.txt .ssh/* 2>&1; ls'
    const call = await prepared(bashTool(context), { command })
    // An agent of a folder above can do this at any moment.
    bash(exchange)
    onConfine = () => bash(restore)
    const { content } = await call.run({ signal: new AbortController().signal, onOutput: () => undefined })
    expect(content).not.toContain(SECRET)
    expect(content).toMatch(/was not run/)
    expect(await readFile(join(above, 'home', 'notes.txt'), 'utf8')).toBe(SECRET)
  })
})
