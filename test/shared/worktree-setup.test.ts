import { describe, expect, it } from 'vitest'

import { setupFile } from '../../src/main/adapters/checkpoints/setup-files.ts'
import { LOCK_NAMES } from '../../src/shared/lock-files.ts'
import { projectSetup, SETUP_PATHS, type SetupFile } from '../../src/shared/worktree-setup.ts'

const json = (value: unknown): string => JSON.stringify(value)
const file = (path: string, text: string): SetupFile => setupFile(path, new TextEncoder().encode(text))

/** A file, and the commands, the patterns and the commands before a removal that it gives. */
const FORMS: readonly (readonly [string, string, readonly string[], readonly string[], (readonly string[])?])[] = [
  ['.ikigai/worktree.json', json({ setup: ['npm ci', 'npm run build'] }), ['npm ci', 'npm run build'], []],
  ['.ikigai/worktree.json', json({ setup: 'make deps' }), ['make deps'], []],
  ['.ikigai/worktree.json', json({ copy: ['.env', 'data/'] }), [], ['.env', 'data/']],
  ['.ikigai/worktree.json', json({ setup: ['', ' '], copy: 'x' }), [], ['x']],
  ['.superset/config.json', json({ setup: ['./setup.sh'], teardown: ['down'], run: [] }), ['./setup.sh'], [], ['down']],
  ['.superset/config.json', json({ teardown: ['down'] }), [], [], ['down']],
  ['.ikigai/worktree.json', json({ setup: 'a', teardown: ['b', ' ', 'c'] }), ['a'], [], ['b', 'c']],
  ['.ikigai/worktree.json', json({ teardown: 'docker compose down' }), [], [], ['docker compose down']],
  ['conductor.json', json({ scripts: { archive: 'drop.sh' } }), [], [], ['drop.sh']],
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
  const forms = FORMS.map(([path, text, commands, copy, teardown = []]) => ({ path, text, commands, copy, teardown }))

  it.each(forms)('$path: $text', ({ path, text, commands, copy, teardown }) => {
    expect(projectSetup([file(path, text)], [])).toEqual({ commands, copy, network: [], teardown, sources: [path] })
  })

  it.each([
    ['a line comment', '{ // "setup": ["no"],\n "setup": ["yes"] }'],
    ['a comment at the end', '{ "setup": ["yes"] } // ["no"]'],
    ['a comment over lines', '{ /* "setup": ["no"],\n// */ "setup": ["yes"] /**/ }'],
    ['a comment without a space', '{"setup":/*no*/["yes"]//no\n}'],
    ['commas at the end of lists', '{ "setup": ["yes", ], }'],
    ['a comment between a comma and the end', '{ "setup": ["yes", /* no */ ], // no\n }'],
    ['a byte order mark', '\uFEFF{ "setup": ["yes"] }'],
    ['lines of Windows', '{\r\n  // no\r\n  "setup": ["yes"]\r\n}\r\n'],
    ['a key that is given twice', '{ "setup": ["no"], "setup": ["yes"] }'],
  ])('may have %s', (_name, text) => {
    for (const path of ['.ikigai/worktree.json', '.superset/config.json'])
      expect(projectSetup([file(path, text)], []).commands).toEqual(['yes'])
  })

  it.each(['echo // no', 'echo /* no */', 'echo ,] ,}', 'echo "a, ]" \\', "echo 'größer' → ü", 'https://x/*'])(
    'keeps what is like a comment in a text: %s',
    (command) => {
      expect(projectSetup([file('conductor.json', json({ scripts: { setup: command } }))], []).commands).toEqual([
        command,
      ])
      expect(projectSetup([file('.worktreeinclude', `${command}\n`)], []).copy).toEqual([command])
    },
  )

  it.each([
    ['a comment that does not end', '{ "setup": ["a"] /* '],
    ['a text that does not end', '{ "setup": ["a] }'],
    ['single quotes', "{ 'setup': ['a'] }"],
    ['a key without quotes', '{ setup: ["a"] }'],
    ['two values', '{ "setup": ["a"] } { }'],
    ['a comma too many', '{ "setup": ["a",, "b"] }'],
    ['lists in lists', '['.repeat(100_000)],
  ])('is damaged by %s', (_name, text) => {
    expect(projectSetup([file('.ikigai/worktree.json', text)], [])).toMatchObject({ damaged: '.ikigai/worktree.json' })
  })

  it('has an example of every file', () => {
    expect(new Set(FORMS.map(([path]) => path))).toEqual(new Set(SETUP_PATHS))
  })

  it.each(['', 'npm ci', '[]', '{"setup": 1}', '{"setup": [1]}', '{"unknown": []}', '{"setup": ["a"]'])(
    'is damaged with %j in the own file, and nothing else is taken instead',
    (text) => {
      const files = [{ path: '.ikigai/worktree.json', text }, file('conductor.json', json({ scripts: { setup: 'x' } }))]
      expect(projectSetup(files, ['package-lock.json'])).toMatchObject({
        damaged: '.ikigai/worktree.json',
        commands: [],
        copy: [],
      })
    },
  )

  it('is that of the own file before others, with the patterns of .worktreeinclude', () => {
    const files = [
      file('.worktreeinclude', '.env\nb'),
      file('conductor.json', json({ scripts: { setup: 'other' } })),
      file('.ikigai/worktree.json', json({ setup: ['own'], copy: ['a', 'b'] })),
    ]
    expect(projectSetup(files, [])).toEqual({
      commands: ['own'],
      copy: ['a', 'b', '.env'],
      network: [],
      teardown: [],
      sources: ['.ikigai/worktree.json', '.worktreeinclude'],
    })
  })

  it('skips files of other tools without commands', () => {
    const files = [
      file('.superset/config.json', json({ run: ['x'] })),
      file('conductor.json', json({ scripts: { setup: 'y' } })),
    ]
    expect(projectSetup(files, [])).toEqual({
      commands: ['y'],
      copy: [],
      network: [],
      teardown: [],
      sources: ['conductor.json'],
    })
  })
})

describe('the hosts of a set-up', () => {
  const own = (network: unknown) =>
    projectSetup([file('.ikigai/worktree.json', json({ setup: 'x', network }))], ['package-lock.json'])

  it.each([
    ['registry.npmjs.org', ['registry.npmjs.org']],
    [
      ['NPM.Example.com', '*.example.com', 'localhost:4873'],
      ['npm.example.com', '*.example.com', 'localhost:4873'],
    ],
    [[], []],
    [undefined, []],
  ])('are those that the own file names: %j', (network, hosts) => {
    expect(own(network).network).toEqual(hosts)
  })

  it.each(['*', '*.*', 'a*', '*.a.*', 'https://a', 'a/b', 'a b', ' ', '', 'a:', 'a..b', '\\*', ['a', '*'], 1, null])(
    'are never more than they look: %j is another form',
    (network) => {
      expect(own(network)).toMatchObject({ damaged: '.ikigai/worktree.json', network: [] })
    },
  )

  it('are those of the lock files for files of other tools', () => {
    const other = file('conductor.json', json({ scripts: { setup: 'npm ci' } }))
    expect(projectSetup([other], ['package-lock.json', 'uv.lock']).network).toEqual([
      'registry.npmjs.org',
      'pypi.org',
      'files.pythonhosted.org',
    ])
    expect(projectSetup([other], []).network).toEqual([])
  })
})

describe('a proposal', () => {
  it.each(LOCK_NAMES)('is made from %s', (name) => {
    expect(projectSetup([], [name])).toEqual({
      commands: [expect.any(String)],
      copy: [],
      network: expect.arrayContaining([expect.stringMatching(/^[a-z0-9.-]+$/)]),
      teardown: [],
      sources: [],
    })
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
