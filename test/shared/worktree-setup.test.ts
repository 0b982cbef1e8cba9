import { describe, expect, it } from 'vitest'

import { LOCK_NAMES, projectSetup, SETUP_PATHS } from '../../src/shared/worktree-setup.ts'

const json = (value: unknown): string => JSON.stringify(value)

/** A file, and the commands and patterns that it gives. */
const FORMS: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ['.ikigai/worktree.json', json({ setup: ['npm ci', 'npm run build'] }), ['npm ci', 'npm run build'], []],
  ['.ikigai/worktree.json', json({ setup: 'make deps' }), ['make deps'], []],
  ['.ikigai/worktree.json', json({ copy: ['.env', 'data/'] }), [], ['.env', 'data/']],
  ['.ikigai/worktree.json', json({ setup: ['', ' '], copy: 'x' }), [], ['x']],
  ['.superset/config.json', json({ setup: ['./setup.sh'], teardown: ['down'], run: [] }), ['./setup.sh'], []],
  ['.cursor/worktrees.json', json({ 'setup-worktree': ['npm ci', 'cp a b'] }), ['npm ci', 'cp a b'], []],
  ['.cursor/worktrees.json', json({ 'setup-worktree': ['a'], 'setup-worktree-unix': ['b'] }), ['b'], []],
  ['.cursor/worktrees.json', json({ 'setup-worktree': "my setup's.sh" }), ["bash '.cursor/my setup'\\''s.sh'"], []],
  ['conductor.json', json({ scripts: { setup: 'bun install', run: 'bun dev' } }), ['bun install'], []],
  ['.devcontainer/devcontainer.json', json({ postCreateCommand: 'npm i && npm t' }), ['npm i && npm t'], []],
  ['.devcontainer/devcontainer.json', json({ postCreateCommand: ['echo', 'a b'] }), ["echo 'a b'"], []],
  ['.devcontainer.json', json({ postCreateCommand: { one: 'a', two: ['b', '$c'] } }), ['a', "b '$c'"], []],
  [
    '.devcontainer.json',
    '// a\n{ "name": "http://x", /* b */ "postCreateCommand": "echo ,} // no",\n }',
    ['echo ,} // no'],
    [],
  ],
  ['.worktreeinclude', '# secrets\n.env\n\nconfig/*.local\r\n', [], ['.env', 'config/*.local']],
]

describe('what a file says about new worktrees', () => {
  it.each(FORMS)('%s: %s', (path, text, commands, copy) => {
    expect(projectSetup([{ path, text }], [])).toEqual({ commands, copy, sources: [path] })
  })

  it('has an example of every file', () => {
    expect(new Set(FORMS.map(([path]) => path))).toEqual(new Set(SETUP_PATHS))
  })

  it.each(['', 'npm ci', '[]', '{"setup": 1}', '{"setup": [1]}', '{"unknown": []}', '{"setup": ["a"]'])(
    'is damaged with %j in the own file, and nothing else is taken instead',
    (text) => {
      const files = [
        { path: '.ikigai/worktree.json', text },
        { path: 'conductor.json', text: json({ scripts: { setup: 'x' } }) },
      ]
      expect(projectSetup(files, ['package-lock.json'])).toMatchObject({
        damaged: '.ikigai/worktree.json',
        commands: [],
        copy: [],
      })
    },
  )

  it('is that of the own file before others, with the patterns of .worktreeinclude', () => {
    const files = [
      { path: '.worktreeinclude', text: '.env\nb' },
      { path: 'conductor.json', text: json({ scripts: { setup: 'other' } }) },
      { path: '.ikigai/worktree.json', text: json({ setup: ['own'], copy: ['a', 'b'] }) },
    ]
    expect(projectSetup(files, [])).toEqual({
      commands: ['own'],
      copy: ['a', 'b', '.env'],
      sources: ['.ikigai/worktree.json', '.worktreeinclude'],
    })
  })

  it('skips files of other tools without commands', () => {
    const files = [
      { path: '.superset/config.json', text: json({ run: ['x'] }) },
      { path: 'conductor.json', text: json({ scripts: { setup: 'y' } }) },
    ]
    expect(projectSetup(files, [])).toEqual({ commands: ['y'], copy: [], sources: ['conductor.json'] })
  })
})

describe('a proposal', () => {
  it.each(LOCK_NAMES)('is made from %s', (name) => {
    expect(projectSetup([], [name])).toEqual({ commands: [expect.any(String)], copy: [], sources: [] })
  })

  it.each([
    [['package-lock.json', 'pnpm-lock.yaml'], [/^pnpm/]],
    [
      ['uv.lock', 'requirements.txt', 'yarn.lock'],
      [/^yarn/, /^uv/],
    ],
    [
      ['go.sum', 'Cargo.lock', 'composer.lock', 'Gemfile.lock'],
      [/^cargo/, /^go/, /^composer/, /^bundle/],
    ],
    [[], []],
  ] as const)('has one command of each ecosystem: %j', (names, commands) => {
    const proposed = projectSetup([], names).commands
    expect(proposed).toHaveLength(commands.length)
    for (const [index, command] of commands.entries()) expect(proposed[index]).toMatch(command)
  })
})
