import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import { type EscapeRoom, makeEscapeRoom } from '../../support/sandbox/escape-room.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { prepared } from './tool-folder.ts'

/** nobody; as root, its folder makes the command run as that user. */
const ORDINARY_USER = 65_534
const ownUid = process.getuid?.() ?? 0
const USERS = ownUid === 0 ? [0, ORDINARY_USER] : [ownUid]

const MB = 1024 ** 2
const LIMITS = { memory: 256 * MB, written: 64 * MB }

let room: EscapeRoom

/** The result of a command; it must run inside. */
async function inside(command: string): Promise<string> {
  const { context } = room
  if (context.sandboxing === null) throw new Error('There is no sandbox.')
  const tool = bashTool({ ...context, sandboxing: { ...context.sandboxing, limits: LIMITS } })
  const call = await prepared(tool, { command, timeout_seconds: 60 })
  expect(call.sandbox?.inside).toBe(true)
  return (await call.run({ signal: new AbortController().signal, onOutput: () => {} })).content
}

/** Bytes of the largest file that a command made in the folder. */
function largest(): number {
  const sizes = readdirSync(room.folder).map((name) => statSync(join(room.folder, name)))
  return Math.max(0, ...sizes.filter((found) => found.isFile()).map(({ size }) => size))
}

describe.runIf(HAS_SANDBOX).each(USERS)('limits of a command as user %i', { timeout: 120_000 }, (uid) => {
  beforeEach(async () => {
    room = await makeEscapeRoom(uid)
  })
  afterEach(() => room.remove())

  it.each([
    'head -c 400M /dev/zero | tail -c 400M >/dev/null; echo "ended with ${PIPESTATUS[1]}"',
    'ulimit -d unlimited 2>/dev/null; head -c 400M /dev/zero | tail -c 400M >/dev/null; echo "ended with ${PIPESTATUS[1]}"',
  ])('one process gets no more memory: %s', async (command) => {
    const content = await inside(command)
    expect(content).not.toContain('ended with 0')
    expect(content).toMatch(/ended with [1-9]|used more than/)
  })

  it.each([
    'for i in 1 2 3 4; do (head -c 100M /dev/zero; sleep 50) | tail -c 100M >/dev/null & done; wait; echo all',
    'for i in 1 2 3 4; do (head -c 100M /dev/zero; sleep 50) | setsid tail -c 100M >/dev/null & done; sleep 50; echo all',
  ])('several get no more together: %s', async (command) => {
    const content = await inside(command)
    expect(content).toContain('GB of memory.]')
    expect(content).not.toMatch(/^all$/m)
  })

  it.each([
    'head -c 100M /dev/zero > big; echo "ended with $?"',
    'ulimit -f unlimited 2>/dev/null; head -c 100M /dev/zero > big; echo "ended with $?"',
    'truncate -s 10G big; echo "ended with $?"',
    'head -c 40M /dev/zero > big; head -c 40M /dev/zero >> big; echo "ended with $?"',
    'dd if=/dev/zero of=big bs=1M seek=500 count=1 2>/dev/null; echo "ended with $?"',
  ])('no file becomes larger: %s', async (command) => {
    const content = await inside(command)
    expect(content).not.toContain('ended with 0')
    expect(largest()).toBeLessThanOrEqual(LIMITS.written)
  })

  it('many files are written until the disk shrank by the limit', async () => {
    const content = await inside(
      'for i in $(seq 60); do head -c 40M /dev/urandom > "f$i"; sync "f$i"; sleep 0.1; done; echo all',
    )
    expect(content).toContain('the free space of the disk shrank')
    expect(content).not.toMatch(/^all$/m)
  })

  it('more processes than the limit end it', async () => {
    const content = await inside('for i in $(seq 700); do sleep 50 & done 2>/dev/null; wait; echo all')
    expect(content).toMatch(/processes at once|Resource temporarily unavailable/)
    expect(content).not.toMatch(/^all$/m)
  })
})
