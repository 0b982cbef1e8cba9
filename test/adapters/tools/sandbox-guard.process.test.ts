import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { type EscapeRoom, makeEscapeRoom, SECRET } from '../../support/sandbox/escape-room.ts'
import { prepared, runTool } from './tool-folder.ts'

let room: EscapeRoom
afterEach(() => room.remove())

const inside = async (command: string): Promise<string> =>
  (await runTool(bashTool(room.context), { command, timeout_seconds: 60 })).content

const at = (name: string): string => join(room.folder, name)

/** How editors and other programs save a file. */
const SAVES: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'a new file is renamed to it': async (path) => {
    await writeFile(`${path}~`, SECRET)
    await rename(`${path}~`, path)
  },
  'it is removed and made again': async (path) => {
    await rm(path)
    await writeFile(path, SECRET)
  },
  'the old one is kept under another name': async (path) => {
    await rename(path, `${path}.bak`)
    await writeFile(path, SECRET)
  },
  'a file of another folder is renamed to it': async (path) => {
    await writeFile(join(room.folder, '..', 'new'), SECRET)
    await rename(join(room.folder, '..', 'new'), path)
  },
  'it is replaced twice': async (path) => {
    for (const name of ['1', '2']) {
      await writeFile(path + name, SECRET)
      await rename(path + name, path)
    }
  },
}
const NAMES = ['.env', 'packages/one/.env.local']
const CASES = Object.keys(SAVES).flatMap((how) => NAMES.map((name) => ({ how, name })))

describe.runIf(HAS_SANDBOX)('a protected file that is saved while a command runs', { timeout: 60_000 }, () => {
  it.each(CASES)('ends the command, which says why: $name, $how', async ({ how, name }) => {
    room = await makeEscapeRoom(process.getuid?.() ?? 0)
    // The new text must come after the search for the marker: what is printed then was read from the file.
    const call = await prepared(bashTool(room.context), {
      command: `touch waiting; echo up; while sleep 0.2; do grep -s ${SECRET} ${name} && break; done; sleep 60`,
      timeout_seconds: 20,
    })
    let save: Promise<void> | undefined
    const onOutput = (): void => {
      if (existsSync(at('waiting'))) save ??= SAVES[how]?.(at(name))
    }
    const { content } = await call.run({ signal: new AbortController().signal, onOutput })
    await save
    expect(content).toContain(`${at(name)} was replaced outside the sandbox while this ran`)
    expect(content).toContain('[Ended: it could have read or changed what is protected.]')
  })

  it('goes on when it is written in place, where it stays hidden', async () => {
    room = await makeEscapeRoom(process.getuid?.() ?? 0)
    const call = await prepared(bashTool(room.context), { command: 'echo up; sleep 0.5; cat .env; echo on' })
    let save: Promise<void> | undefined
    const { content } = await call.run({
      signal: new AbortController().signal,
      onOutput: () => {
        save ??= writeFile(at('.env'), `${SECRET}-new`)
      },
    })
    await save
    expect(content).not.toContain(SECRET)
    expect(content).toMatch(/on\n\[exit code 0\]/)
  })
})

describe.runIf(HAS_SANDBOX)('what a command changed in protected places', { timeout: 60_000 }, () => {
  it.each([
    ['git init -q new', 'new/.git was made'],
    ['mkdir -p a/b && git init -q a/b/c', 'a/b/c/.git was made'],
    ['mkdir -p x/.git/hooks', 'x/.git was made'],
    ['echo "gitdir: ../evil" > packages/.git', 'packages/.git was made'],
    ['git clone -q . copy 2>/dev/null; git init -q copy', 'copy/.git was made'],
    ["mkdir $'w\\xff' && git init -q $'w\\xff'", 'w\\xff/.git was made'],
    ['mkdir -p .git2 && ln -s ../.git2 packages/.git', '.git2 was made'],
    ['echo x > .bashrc', '.bashrc was made'],
    ['mkdir -p home; echo x > home/.profile; echo x > home/.zshrc', 'home/.zshrc was made'],
    ['echo "[core] pager = x" > packages/.gitconfig', 'packages/.gitconfig was made'],
    ['mkdir -p node_modules/p && git init -q node_modules/p', 'node_modules/p/.git was made'],
  ])('is said: %s', async (command, said) => {
    room = await makeEscapeRoom(process.getuid?.() ?? 0)
    const content = await inside(command)
    expect(content).toContain('[While this ran: ')
    expect(content).toContain(said)
  })

  it('is not said where nothing changed', async () => {
    room = await makeEscapeRoom(process.getuid?.() ?? 0)
    expect(await inside('git status --short >/dev/null; echo A > file; mkdir d; echo ok')).toBe('ok\n[exit code 0]')
  })
})

describe.runIf(HAS_SANDBOX)('limits inside the sandbox', { timeout: 60_000 }, () => {
  it('are set for memory, the size of a file and the address space', async () => {
    room = await makeEscapeRoom(process.getuid?.() ?? 0)
    const content = await inside(
      'ulimit -d; ulimit -f; ulimit -v; ulimit -Hd; ulimit -d unlimited; ulimit -f unlimited',
    )
    expect(content).not.toMatch(/^unlimited/m)
    expect(content).toMatch(/cannot modify limit[^]*cannot modify limit/)
  })
})
