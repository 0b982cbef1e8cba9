import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import { toolEnvironment } from '../../../src/main/adapters/environment/tool-environment.ts'
import { outsideLine } from '../../../src/main/core/approvals/read-only-git.ts'
import { noProcessIn, processEnded } from '../../support/processes-in.ts'
import { makeToolFolder, prepare, prepared, runTool, type ToolFolder } from './tool-folder.ts'

let space: ToolFolder
beforeEach(async () => {
  space = await makeToolFolder()
})
afterEach(() => space.remove())

const bash = (args: { command: string; timeout_seconds?: number }, run?: Parameters<typeof runTool>[2]) =>
  runTool(bashTool(space.context), args, run)

/** Resolves with the pid that a command writes to a file of its folder. */
async function pidIn(name: string): Promise<number> {
  for (;;) {
    const text = await readFile(join(space.folder, name), 'utf8').catch(() => '')
    if (text.endsWith('\n')) return Number(text)
    await new Promise(setImmediate)
  }
}

/** They start programs, which takes its time on a busy machine. */
const TIMEOUT_MS = 120_000

describe('bash', { timeout: TIMEOUT_MS }, () => {
  it("runs in the agent's folder and gives both streams in their order, then the exit code", async () => {
    const outcome = await bash({ command: 'pwd; echo wrong >&2; echo right; exit 3' })
    expect(outcome).toEqual({ content: `${space.folder}\nwrong\nright\n[exit code 3]`, isError: true })
  })

  it('shows what is printed while the command still runs', async () => {
    const shown: string[] = []
    const abort = new AbortController()
    const outcome = await bash(
      { command: 'echo first; sleep 60' },
      {
        signal: abort.signal,
        onOutput: (text) => {
          shown.push(text)
          abort.abort()
        },
      },
    )
    expect({ shown, outcome }).toEqual({
      shown: ['first\n'],
      outcome: { content: 'first\n[Cancelled: the command and everything it started was ended.]', isError: true },
    })
  })

  it('gets no key, no setting of ours and no database address', async () => {
    const environment = toolEnvironment(
      {
        PATH: process.env['PATH'],
        ANTHROPIC_API_KEY: 'sk-a',
        GITHUB_TOKEN: 'sk-b',
        DATABASE_URL: 'postgres://u:p@h/d',
        IKIGAI_DATA_DIR: '/data',
        LC_ALL: 'C.UTF-8',
        NAMED: 'yes',
      },
      ['NAMED'],
    )
    const outcome = await runTool(bashTool({ ...space.context, environment }), { command: 'env | sort' })
    expect(outcome.content).toMatch(/^LC_ALL=C.UTF-8\n(.*\n)*NAMED=yes$/m)
    expect(outcome.content).not.toMatch(/sk-|postgres:|IKIGAI|DATABASE_URL|API_KEY|GITHUB/)
  })

  it('ends a command that ignores the polite signal, and its children', async () => {
    const outcome = await bash({
      command: `trap '' TERM; (trap '' TERM; echo $BASHPID > child; while :; do sleep 0.1; done) & while :; do sleep 0.1; done`,
      timeout_seconds: 1,
    })
    expect({ outcome, isChildGone: await processEnded(await pidIn('child')) }).toEqual({
      outcome: {
        content:
          '[Timed out after 1 s: the command and everything it started was ended. A longer timeout_seconds, up to 3600, is possible.]',
        isError: true,
      },
      isChildGone: true,
    })
  })

  it('leaves nothing running behind the back of a user', async () => {
    const outcome = await bash({ command: 'sleep 60 & echo $! > child; echo done' })
    expect({ outcome, isChildGone: await processEnded(await pidIn('child')) }).toEqual({
      outcome: { content: 'done\n[exit code 0]', isError: false },
      isChildGone: true,
    })
  })

  it('is not in the way of what a command itself waits for', async () => {
    expect((await bash({ command: 'sleep 0.01 & wait; jobs; echo "$(jobs -p | wc -l) $?"' })).content).toBe(
      '0 0\n[exit code 0]',
    )
  })

  it('stops a command that starts more and more processes', async () => {
    const outcome = await bash({
      command: 'for i in $(seq 900); do sleep 60 & done; wait',
      timeout_seconds: 60,
    })
    expect(outcome.isError).toBe(true)
    expect(outcome.content).toMatch(
      /\[Ended: it ran more than 512 processes at once\.|fork: .*Resource temporarily unavailable/,
    )
    await noProcessIn(space.folder)
  })

  it('keeps a gigabyte out of the memory and whole in a file', async () => {
    const before = process.memoryUsage().rss
    let most = before
    const measure = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
    const outcome = await bash({ command: `yes 0123456789abcde | head -c ${2 ** 30}; echo end` })
    clearInterval(measure)
    const size = 2 ** 30 + 4
    expect(outcome.fullOutput === undefined ? null : (await stat(outcome.fullOutput)).size).toBe(size)
    expect(outcome.content.length).toBeLessThan(space.context.maxOutputSize + 1_000)
    expect(outcome.content).toMatch(/^0123456789abcde\n/)
    expect(outcome.content).toContain(
      `of ${size} bytes are left out here. The whole output is in ${outcome.fullOutput}`,
    )
    expect(outcome.content).toMatch(/\nend\n\[exit code 0\]$/)
    expect(most - before).toBeLessThan(200 * 1024 ** 2)
  }, 120_000)

  it('says that output is binary instead of showing it', async () => {
    expect(await bash({ command: 'head -c 300 /dev/zero' })).toEqual({
      content:
        '[The output is binary, 300 bytes; it is not shown. Redirect it to a file, or pipe it through a program that makes text of it.]\n[exit code 0]',
      isError: false,
    })
  })

  it('shows bytes that are not UTF-8 as U+FFFD', async () => {
    expect((await bash({ command: String.raw`printf 'a\xff\xfeb\xc3'` })).content).toBe(
      'a\uFFFD\uFFFDb\uFFFD\n[exit code 0]',
    )
  })

  it('never cuts a character in two', async () => {
    const context = { ...space.context, maxOutputSize: 10 }
    const outcome = await runTool(bashTool(context), { command: `printf 'ééééééééééé'` })
    expect(outcome.content).toBe(
      `éé\n\n[… 12 of 22 bytes are left out here. The whole output is in ${outcome.fullOutput} …]\n\néé\n[exit code 0]`,
    )
  })

  it('gives end of file to a command that asks something', async () => {
    expect((await bash({ command: 'read answer; echo "status $?"' })).content).toBe('status 1\n[exit code 0]')
  })

  it('says what is wrong with the arguments', async () => {
    const tool = bashTool(space.context)
    expect([
      await prepare(tool, { run: 'ls' }),
      await prepare(tool, { command: 'ls', timeout_seconds: 99_999 }),
    ]).toEqual([
      {
        ok: false,
        message: "Give either 'command' or 'process'. [Ignored: Not an argument of bash: run.]",
      },
      {
        ok: false,
        message: 'The arguments of bash are not valid. timeout_seconds: Too big: expected number to be <=3600',
      },
    ])
  })

  it('asks about the command itself and claims the whole folder', async () => {
    const { run: _, ...facts } = await prepared(bashTool(space.context), { command: 'make' })
    expect(facts).toEqual({ subject: 'make', access: 'execute', paths: [space.folder], isInFolder: true })
  })
})

it('runs read-only git without the hooks, the monitor and the pager of the repository', async () => {
  const { folder, context, remove } = await makeToolFolder()
  try {
    const quiet = { ...context, environment: { ...context.environment, HOME: folder, GIT_PAGER: '' } }
    const guarded = bashTool({ ...quiet, outsideLine })
    const made = join(folder, 'made')
    const program = `#!/bin/sh\necho x >> '${made}'\n`
    await writeFile(join(folder, 'program'), program, { mode: 0o755 })
    await mkdir(join(folder, 'hooks'))
    await writeFile(join(folder, 'hooks', 'post-index-change'), program, { mode: 0o755 })
    const setup = [
      'git init -q',
      'git config core.fsmonitor ./program',
      'git config core.hooksPath hooks',
      'git config core.pager ./program',
      'echo a > a; echo b > b',
      'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor GIT_CONFIG_VALUE_0=false git add a',
      'touch -d 2001-01-01 a',
    ]
    await runTool(bashTool(quiet), { command: setup.join('\n') })
    await rm(made, { force: true })
    for (const command of ['git status', 'git diff | head -5', 'git ls-files; git log']) {
      await runTool(guarded, { command })
    }
    expect(existsSync(made)).toBe(false)
    await runTool(bashTool(quiet), { command: 'git status' })
    expect(existsSync(made)).toBe(true)
  } finally {
    await remove()
  }
})

it.each([
  ['git status', true],
  ['git log --oneline | head -5 && git diff', true],
  ['git status && git commit -m x', true],
  ['ls; git status', true],
  ['GIT_EXTERNAL_DIFF=./x git diff', true],
  ['git commit -m x', false],
  ['git -C a status', false],
  ['ls', false],
  ['git $(x) status', false],
])('%j reads with git: %s', (command, reads) => {
  expect(outsideLine(command) !== command).toBe(reads)
  expect(outsideLine(command).endsWith(command)).toBe(true)
})
