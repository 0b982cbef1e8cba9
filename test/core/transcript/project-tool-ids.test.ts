import { describe, expect, it } from 'vitest'
import { type CallIdentity, projectToolIds } from '../../../src/main/core/transcript/project-tool-ids.ts'
import { projectToolName } from '../../../src/main/core/transcript/project-tool-name.ts'
import { traitsOf } from '../../../src/main/core/transcript/transcript-target.ts'
import { TARGETS } from './transcript-history.ts'

const identity = (id: string, options: { occurrence?: number; name?: string; minted?: string } = {}): CallIdentity => ({
  id,
  occurrence: options.occurrence ?? 0,
  name: options.name ?? 'bash',
  minted: options.minted ?? null,
})
const project = (provider: keyof typeof TARGETS, calls: readonly CallIdentity[]): readonly string[] =>
  projectToolIds(calls, traitsOf(TARGETS[provider]))

const OURS = 'call_0123456789abcdefghijABCD'

describe('tool call ids', () => {
  it('of our own form stay what they are, with the prefix of the provider', () => {
    expect(project('openai', [identity(OURS)])).toEqual([OURS])
    expect(project('google', [identity(OURS)])).toEqual([OURS])
    expect(project('anthropic', [identity(OURS)])).toEqual(['toolu_0123456789abcdefghijABCD'])
  })

  it('of the provider’s own form stay, once: a history written by hand holds its own ids', () => {
    const own = { anthropic: 'toolu_01AbC', openai: 'call_a-b', mistral: 'aB3dE6gH9' } as const
    for (const provider of ['anthropic', 'openai', 'mistral'] as const) {
      const [first, second, foreign] = project(provider, [
        identity(own[provider]),
        identity(own[provider], { occurrence: 1 }),
        identity('functions.bash:0'),
      ])
      expect(first).toBe(own[provider])
      expect(new Set([first, second, foreign]).size).toBe(3)
    }
    expect(project('openai', [identity('call_a.b'), identity('call_')])).not.toContain('call_a.b')
    expect(project('openai', [identity('call_')])[0]).toMatch(/^call_[A-Za-z0-9]{24}$/)
  })

  it('that differ only in characters which are taken away stay apart', () => {
    const calls = ['a.b', 'a:b', 'a b', 'ab', 'AB', 'a-b', 'ä', ''].map((id) => identity(id))
    for (const provider of ['anthropic', 'openai', 'google', 'mistral', 'moonshot', 'local'] as const) {
      expect(new Set(project(provider, calls)).size).toBe(calls.length)
    }
  })

  it('that the provider minted pass through while they are valid and unique', () => {
    const calls = [
      identity('a', { minted: 'toolu_01' }),
      identity('b', { minted: 'functions.bash:0' }),
      identity('c', { minted: 'toolu_01' }),
      identity('d', { minted: 'x'.repeat(65) }),
    ]
    const [first, ...others] = project('anthropic', calls)
    expect(first).toBe('toolu_01')
    expect(others).toEqual(['b', 'c', 'd'].map((id) => project('anthropic', [identity(id)])[0]))
  })

  it('give way in order: a later one that equals an earlier one is another', () => {
    const [assigned = ''] = project('anthropic', [identity('a')])
    const grown = project('anthropic', [identity('a'), identity('b', { minted: assigned })])
    expect(grown[0]).toBe(assigned)
    expect(grown[1]).toMatch(/^toolu_[A-Za-z0-9]{24}$/)
    expect(grown[1]).not.toBe(assigned)
    const reserved = project('anthropic', [identity('b', { minted: assigned }), identity('a')])
    expect(reserved[0]).toBe(assigned)
    expect(reserved[1]).not.toBe(assigned)
  })

  it('follow from the call alone, wherever it stands', () => {
    const second = identity('a', { occurrence: 1 })
    expect(project('openai', [identity('a'), identity('b'), second])[2]).toBe(project('openai', [second])[0])
  })

  it('are counted for Kimi, whatever it minted itself, and shortened to 64 characters', () => {
    const calls = [
      identity('a', { minted: 'functions.bash:7' }),
      identity('b', { name: 'read' }),
      identity('c', { name: 'n'.repeat(64) }),
    ]
    expect(project('moonshot', calls)).toEqual([
      'functions.bash:0',
      'functions.read:1',
      `functions.${'n'.repeat(52)}:2`,
    ])
  })

  it('are nine characters for Mistral, and own ones of that form stay', () => {
    const ids = project('mistral', [
      identity('a', { minted: 'aB3dE6gH9' }),
      identity('b'),
      identity('c', { minted: 'toolong123' }),
    ])
    expect(ids[0]).toBe('aB3dE6gH9')
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{9}$/)
  })

  it('keep to 40 characters on Chat Completions and to 64 elsewhere', () => {
    const minted = 'x'.repeat(41)
    expect(project('openai', [identity('a', { minted })])).toEqual([minted])
    expect(project('openrouter', [identity('a', { minted })])).toEqual(project('openrouter', [identity('a')]))
    const chat = traitsOf({ ...TARGETS.openai, endpoint: 'chat' })
    expect(projectToolIds([identity('a', { minted })], chat)).toEqual(projectToolIds([identity('a')], chat))
  })
})

describe('tool names', () => {
  it.each([
    { provider: 'anthropic', name: 'mcp.files/read', expected: 'mcp_files_read' },
    { provider: 'anthropic', name: '', expected: 'tool_' },
    { provider: 'anthropic', name: '_x', expected: '_x' },
    { provider: 'moonshot', name: '_x', expected: 'tool__x' },
    { provider: 'google', name: '1x', expected: 'tool_1x' },
    { provider: 'openai', name: 'ü'.repeat(70), expected: '_'.repeat(64) },
  ] as const)('$name becomes $expected for $provider', ({ provider, name, expected }) => {
    expect(projectToolName(name, traitsOf(TARGETS[provider]))).toBe(expected)
  })
})
