import { access, chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createHookPrograms } from '../../../src/main/adapters/tools/hook-program.ts'
import type { HookEnd } from '../../../src/main/core/ports/hook-ports.ts'
import { defined } from '../../../src/shared/defined.ts'
import type { ConfinedLevel } from '../../../src/shared/sandbox.ts'
import { type EscapeRoom, makeEscapeRoom } from '../../support/sandbox/escape-room.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'

/** What a model writes, by path, and the command of a hook that runs it. `EVIL` leaves a file outside the folder. */
const FORMS: readonly (readonly [name: string, files: Readonly<Record<string, string>>, command: readonly string[]])[] =
  [
    ['npx', { 'node_modules/.bin/prettier': '#!/bin/sh\nEVIL' }, ['npx', '--no-install', 'prettier', '--check', '.']],
    ['npx in a shell', { 'node_modules/.bin/x': '#!/bin/sh\nEVIL' }, ['bash', '-c', 'npx --no-install x . >&2']],
    ['npm', { 'package.json': '{"scripts":{"test":"EVIL"}}' }, ['npm', 'test']],
    [
      'npm with a shell of the folder',
      { '.npmrc': 'script-shell=./evil', 'package.json': '{"scripts":{"test":"x"}}', evil: '#!/bin/sh\nEVIL' },
      ['npm', 'test'],
    ],
    ['make', { Makefile: 'check:\n\tEVIL\n' }, ['make', 'check']],
    ['a script of the folder', { check: '#!/bin/sh\nEVIL' }, ['bash', '-c', './check']],
    ['a path of the folder', { 'bin/check': '#!/bin/sh\nEVIL' }, ['bash', '-c', 'PATH="$PWD/bin:$PATH" check']],
    [
      'a module of node',
      { 'node_modules/x/index.js': 'require("child_process").execSync("EVIL")' },
      ['node', '-e', 'require("x")'],
    ],
    [
      'settings of node',
      { 'evil.js': 'require("child_process").execSync("EVIL")' },
      ['node', '-r', './evil.js', '-e', '0'],
    ],
    ['an alias of git', { settings: '[alias]\nx = !EVIL\n' }, ['bash', '-c', 'git -c include.path="$PWD/settings" x']],
    [
      'a text conversion of git',
      { settings: '[diff]\nexternal = EVIL #\n', 'code.txt': 'after' },
      ['bash', '-c', 'git -c include.path="$PWD/settings" diff --no-index code.txt settings'],
    ],
    ['find', { x: '#!/bin/sh\nEVIL' }, ['find', '.', '-name', 'x', '-exec', '{}', ';']],
  ]

let room: EscapeRoom
beforeEach(async () => {
  room = await makeEscapeRoom(process.getuid?.() ?? 0)
})
afterEach(() => room.remove())

const marker = (): string => join(room.targets['OUT'] ?? '', 'ran')
const ran = (): Promise<boolean> =>
  access(marker()).then(
    () => true,
    () => false,
  )

async function runHook(command: readonly string[], level?: ConfinedLevel): Promise<HookEnd> {
  const { context, folder } = room
  const sandbox = context.sandboxing?.sandbox ?? null
  const signal = new AbortController().signal
  const hook = { command, folder, input: {}, ...defined({ level }), timeoutMs: 60_000, signal }
  return createHookPrograms(context.environment, sandbox).run(hook)
}

describe.runIf(HAS_SANDBOX)('a hook inside the sandbox', () => {
  it.each(FORMS)('that uses %s reaches nothing outside', async (_name, files, command) => {
    for (const [name, text] of Object.entries(files)) {
      const path = join(room.folder, name)
      await mkdir(join(path, '..'), { recursive: true })
      await writeFile(path, text.replace('EVIL', `touch ${marker()}`))
      await chmod(path, 0o755)
    }
    await runHook(command, 'workspace')
    expect(await ran()).toBe(false)
    await runHook(command)
    expect(await ran()).toBe(true)
    await rm(marker())
  })

  it('reads its input, and its answer and its files are taken', async () => {
    const end = await runHook(['bash', '-c', 'cat; echo new > new.txt; echo no >&2; exit 2'], 'workspace')
    expect(end).toEqual({ type: 'exited', code: 2, stdout: '{}', stderr: 'no\n' })
    await access(join(room.folder, 'new.txt'))
  })

  it.each<ConfinedLevel>(['effects-first', 'read-only'])('writes nowhere at the level %s', async (level) => {
    const end = await runHook(['bash', '-c', 'cat; echo new > new.txt || exit 2'], level)
    expect(end).toMatchObject({ type: 'exited', code: 2, stdout: '{}' })
    await expect(access(join(room.folder, 'new.txt'))).rejects.toThrow('ENOENT')
  })
})

it('fails where there is no sandbox', async () => {
  const hook = { command: ['true'], folder: '/', input: {}, timeoutMs: 60_000, signal: new AbortController().signal }
  const end = await createHookPrograms({ PATH: process.env['PATH'] ?? '' }).run({ ...hook, level: 'workspace' })
  expect(end).toEqual({ type: 'failed', message: 'It was to run inside the sandbox. There is none.' })
})
