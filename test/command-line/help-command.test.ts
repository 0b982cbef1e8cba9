import { Command } from 'commander'
import { describe, expect, it } from 'vitest'

import { registerHelp } from '../../src/main/command-line/help-command.ts'
import { openHelp } from '../../src/main/machine-check.ts'

/** Runs `ikigai help` with a command `run` beside it, and returns what was printed and the exit code. */
async function help(...topic: readonly string[]) {
  const printed = { out: '', error: '', code: -1 }
  const output = {
    out: (text: string) => void (printed.out += text),
    error: (text: string) => void (printed.error += text),
  }
  const program = new Command('ikigai').configureOutput({ writeOut: output.out })
  program.command('run').description('ask a model')
  const context = {
    output: { ...output, errorIsTerminal: false },
    errorIsTerminal: false,
    stdoutFailed: () => new AbortController().signal,
    finish: (code: number) => void (printed.code = code),
    withEngine: () => Promise.reject(new Error('It needs no engine')),
  }
  registerHelp(program, context, openHelp())
  await program.parseAsync(['help', ...topic], { from: 'user' })
  return printed
}

describe('ikigai help', () => {
  it('lists the commands and the pages', async () => {
    const { out, code } = await help()
    expect(out).toContain('run')
    expect(out).toMatch(/^ {4}window +The window$/m)
    expect(code).toBe(0)
  })

  it('shows the options of a command', async () => {
    expect((await help('run')).out).toContain('Usage: ikigai run')
  })

  it('shows a page, and one section with those below it', async () => {
    expect((await help('tools')).out).toMatch(/^# Tools\n/)
    const { out } = await help('backup#backup')
    expect(out).toMatch(/^## Backup\n/)
    expect(out).toContain('### Encryption')
    expect(out).not.toContain('## Restoring')
  })

  it('shows the section about an error by the word that the error begins with', async () => {
    expect((await help('auth')).out).toMatch(/^## The key was not accepted\n/)
  })

  it('names the sections that contain words, as they are typed', async () => {
    const { out } = await help('the', 'inbox')
    expect(out).toContain('ikigai help window#the-inbox\n')
  })

  it('prints JSON', async () => {
    expect(JSON.parse((await help('AUTH', '--json')).out)).toMatchObject({
      page: 'errors',
      anchor: 'the-key-was-not-accepted',
    })
    expect(JSON.parse((await help('--json')).out)).toContainEqual(expect.objectContaining({ page: 'window' }))
  })

  it.each([
    [['zeppelin'], "The help says nothing about 'zeppelin'. `ikigai help` lists the pages.\n"],
    [
      ['tools#zeppelin'],
      expect.stringContaining('The page tools has no section zeppelin. It has: tools, where-agents-work'),
    ],
  ])('refuses %s', async (topic, error) => {
    expect(await help(...topic)).toMatchObject({ out: '', error, code: 2 })
  })
})
