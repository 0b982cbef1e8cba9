import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  COMPLETION_SCRIPTS,
  listedCommand,
  manPage,
  type Shell,
  SHELLS,
} from '../../src/main/command-line/completion-command.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

const run = promisify(execFile)

let workspace: Workspace
beforeAll(async () => {
  workspace = await makeWorkspace()
})
afterAll(() => workspace.remove())

/** Returns what bash completes the last word to. */
async function completed(script: string, ...words: readonly string[]): Promise<readonly string[]> {
  const asked = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ikigai; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await run('bash', ['--norc', '-c', asked, script, ...words])
  return stdout.split('\n').filter((line) => line !== '')
}

it('completes commands, their subcommands and options in bash', async () => {
  const printed = await runIkigai(['completion', 'bash'], workspace.environment)
  expect(printed).toMatchObject({ code: 0, stderr: '' })
  const script = join(workspace.directory, 'completion.bash')
  await writeFile(script, printed.stdout)
  expect(await completed(script, 'ikigai', 'ru')).toEqual(['run'])
  expect(await completed(script, 'ikigai', '--v')).toEqual(['--version'])
  expect(await completed(script, 'ikigai', 'mcp', 'lo')).toEqual(['login', 'logout'])
  expect(await completed(script, 'ikigai', 'mcp', 'add', '--en')).toEqual(['--env'])
  expect(await completed(script, 'ikigai', 'run', 'a prompt', '--qu')).toEqual(['--quiet'])
  // Then bash completes files.
  expect(await completed(script, 'ikigai', 'import', 'x')).toEqual([])
})

it('prints a man page with every command, and refuses another shell', async () => {
  const { stdout } = await runIkigai(['man'], workspace.environment)
  expect(stdout).toMatch(/^\.TH IKIGAI 1 /)
  for (const heading of ['run <text...>', 'mcp add', 'completion <shell>'])
    expect(stdout).toContain(`.SS "ikigai ${heading}`)
  expect(await runIkigai(['completion', 'tcsh'], workspace.environment)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Allowed choices are bash, zsh, fish.'),
  })
})

const HOSTILE = `It's a "test": $(touch planted) \`touch planted\` \\ .`

/** A program whose texts a shell or roff would take for commands of their own. */
function hostileProgram(): Command {
  const program = new Command('ikigai').description('.so /etc/passwd')
  program.command('one').description(HOSTILE).option('--flag <value>', HOSTILE).command('below').description("'quoted'")
  return program
}

describe.each(SHELLS)('the script for %s', (shell: Shell) => {
  const isInstalled = spawnSync(shell, ['-c', 'true']).status === 0

  it.runIf(isInstalled)(`runs no text of a description (skipped where ${shell} is not installed)`, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ikigai-completion-'))
    const file = join(directory, 'script')
    await writeFile(file, COMPLETION_SCRIPTS[shell](listedCommand(hostileProgram())))
    // zsh defines `compdef` only after its completion was set up.
    const prelude = shell === 'zsh' ? 'compdef() { :; }; ' : ''
    const { stderr } = await run(shell, ['-c', `${prelude}source '${file}'; ls`], { cwd: directory })
    expect(stderr).toBe('')
    const listed = await run('ls', [directory])
    expect(listed.stdout).toBe('script\n')
    await rm(directory, { recursive: true })
  })
})

it('escapes what roff would read as a request', () => {
  const lines = manPage(listedCommand(hostileProgram()), '1').split('\n')
  const requests = lines.filter((line) => /^[.']/.test(line)).map((line) => line.split(' ')[0])
  expect(new Set(requests)).toEqual(new Set(['.B', '.SH', '.SS', '.TH', '.TP']))
  expect(lines.join('\n')).not.toMatch(/\\(?![-e&(])/)
})
