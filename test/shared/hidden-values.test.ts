import { expect, it } from 'vitest'

import { HIDDEN_VALUE, restoredArguments, shownArguments } from '../../src/shared/hidden-values.ts'
import { maskOutsideAgents, unmaskOutsideAgents } from '../../src/shared/outside-agent.ts'

it.each<[string, readonly string[], readonly string[]]>([
  ['nothing', [], []],
  ['a file', ['server.mjs', './folder'], ['server.mjs', './folder']],
  ['an option with =', ['--api-key=secret-1'], [`--api-key=${HIDDEN_VALUE}`]],
  ['an option and its value', ['--token', 'secret-1', 'x'], ['--token', HIDDEN_VALUE, 'x']],
  ['one dash', ['-password', 'secret-1'], ['-password', HIDDEN_VALUE]],
  ['capitals', ['--API_KEY=secret-1'], [`--API_KEY=${HIDDEN_VALUE}`]],
  ['an empty value', ['--token='], ['--token=']],
  ['an option without a value', ['--token', '--port', '80'], ['--token', '--port', '80']],
  ['a last option', ['--token'], ['--token']],
  ['an option that is no secret', ['--port=80', '--name', 'ada'], ['--port=80', '--name', 'ada']],
  ['an address', ['postgres://ann:secret@db/x'], ['postgres://ann@db/x']],
  ['an address as a value', ['--db=postgres://ann:secret@db/x'], ['--db=postgres://ann@db/x']],
  ['a parameter of an address', ['https://host/mcp?token=secret&a=1'], ['https://host/mcp?a=1']],
])('arguments as they are shown: %s', (_, args, shown) => {
  expect(shownArguments(args)).toEqual(shown)
  expect(restoredArguments(shown, args)).toEqual(args)
})

it('keeps what a user changed beside a hidden value', () => {
  const known = ['--token', 'secret-1', '--port', '80']
  expect(restoredArguments(['--token', HIDDEN_VALUE, '--port', '81'], known)).toEqual([
    '--token',
    'secret-1',
    '--port',
    '81',
  ])
  expect(restoredArguments(['--token', 'secret-2'], known)).toEqual(['--token', 'secret-2'])
})

it('hides and restores variables and options of outside agents', () => {
  const agents = { tool: { command: 'tool', args: ['--api-key=secret-1'], env: { TOKEN: 'secret-2', MODE: 'fast' } } }
  const shown = maskOutsideAgents(agents)
  expect(JSON.stringify(shown)).not.toContain('secret-')
  expect(unmaskOutsideAgents(shown, agents)).toEqual(agents)
})
