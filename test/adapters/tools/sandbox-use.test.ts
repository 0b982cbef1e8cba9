import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import { commandConfinement } from '../../../src/main/adapters/tools/sandbox/command-confinement.ts'
import { linuxSandbox } from '../../../src/main/adapters/tools/sandbox/linux-sandbox.ts'
import { sandboxNote } from '../../../src/main/adapters/tools/sandbox/sandbox-use.ts'
import type { Sandbox } from '../../../src/main/core/ports/sandbox-ports.ts'
import { refuse } from '../../../src/shared/result.ts'
import type { SandboxLevel } from '../../../src/shared/sandbox.ts'
import { makeToolFolder, prepared, runTool, type ToolFolder } from './tool-folder.ts'

let space: ToolFolder
beforeEach(async () => {
  space = await makeToolFolder()
})
afterEach(() => space.remove())

/** A sandbox that answers so, and cannot run anything. */
const sandboxWith = (problem: string | null): Sandbox => ({
  problem: async () => problem,
  confine: async () => refuse('The sandbox could not be prepared: gone'),
})

function bashWith(sandbox: Sandbox, level: SandboxLevel) {
  return bashTool({
    ...space.context,
    sandboxing: { sandbox, levelOf: async () => ({ ok: true, value: level }), asksForHosts: () => false },
  })
}

describe('where a command runs', () => {
  it.each([
    ['workspace', null, {}, { inside: true, level: 'workspace' }],
    ['read-only', null, {}, { inside: true, level: 'read-only' }],
    ['off', null, {}, { inside: false, reason: 'The sandbox is off for this agent.', level: 'off' }],
    ['workspace', 'There is none.', {}, { inside: false, reason: 'There is none.', level: 'workspace' }],
    [
      'workspace',
      null,
      { outside_sandbox: 'it installs packages' },
      { inside: false, reason: 'The agent’s reason: it installs packages', level: 'workspace' },
    ],
  ] as const)('level %s, problem %s, arguments %o', async (level, problem, more, use) => {
    const call = await prepared(bashWith(sandboxWith(problem), level), { command: 'ls', ...more })
    expect(call.sandbox).toEqual(use)
  })

  it.each(['workspace', 'read-only'] as const)(
    'asks about every folder of its confinement at the level %s',
    async (level) => {
      const asked: (readonly string[])[] = []
      const noting: Sandbox = {
        ...sandboxWith(null),
        problem: async (folders) => {
          asked.push(folders)
          return null
        },
      }
      await prepared(bashWith(noting, level), { command: 'ls' })
      const { readable, writable } = commandConfinement(space.folder, level)
      expect(asked).toEqual([readable])
      expect(writable.filter((folder) => !readable.includes(folder))).toEqual([])
    },
  )

  it('runs nothing if the sandbox is gone by then', async () => {
    const outcome = await runTool(bashWith(sandboxWith(null), 'workspace'), { command: 'echo escaped > new' })
    expect(outcome).toEqual({ content: 'The sandbox could not be prepared: gone', isError: true })
  })

  it('is outside in a home directory and in the root of the file system', async () => {
    const { places } = space.context
    const sandbox = linuxSandbox({ places: { ...places, homeDirectory: space.folder }, path: '' })
    expect(await sandbox.problem([space.folder])).toMatch(/home directory/)
    expect(await sandbox.problem(['/'])).toMatch(/home directory or the root/)
  })
})

describe('the note under a failed command', () => {
  const inside = { inside: true, level: 'workspace' } as const
  it('tells how to ask for more, if the sandbox may be the cause', () => {
    expect(sandboxNote('touch: /x: Read-only file system', inside, false)).toContain('outside_sandbox')
    expect(sandboxNote('npm error code EAI_AGAIN', inside, false)).toContain('no network. ')
    expect(sandboxNote('npm error code EAI_AGAIN', inside, true)).toContain('no network but through the proxy')
  })
  it('is missing for other failures, and outside', () => {
    expect(sandboxNote('2 tests failed', inside, false)).toBeNull()
    expect(sandboxNote('Read-only file system', { inside: false, reason: '' }, false)).toBeNull()
    expect(sandboxNote('Read-only file system', undefined, false)).toBeNull()
  })
})
