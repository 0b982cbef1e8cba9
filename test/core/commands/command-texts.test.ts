import { describe, expect, it } from 'vitest'

import { createModelCatalog } from '../../../src/main/adapters/providers/model-catalog.ts'
import { AgentTree } from '../../../src/main/core/agents/agent-tree.ts'
import type { CommandSituation } from '../../../src/main/core/commands/command.ts'
import { decideCommand } from '../../../src/main/core/commands/decide-command.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import { ContextReplay } from '../../../src/shared/context-replay.ts'
import { MODEL_COMMANDS, parseCommandLine, SLASH_COMMANDS } from '../../../src/shared/slash-commands.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const AGENT = agentSummary()
const OTHER = agentSummary({ id: '9f14e45f-ceea-467f-9c4b-1d2e3f4a5b6c', name: 'Other' })
const TWIN = agentSummary({ id: '9f14e45f-ceea-467f-9c4b-1d2e3f4a5b6d', name: 'Twin' })

function situation(by: CommandSituation['by'], events: readonly AgentEvent[] = []): CommandSituation {
  const tree = new AgentTree()
  for (const agent of [AGENT, OTHER, TWIN]) tree.put(agent)
  const context = new ContextReplay()
  for (const event of events) context.apply(event)
  let ids = 0
  return {
    agent: AGENT,
    tree,
    context,
    isBusy: false,
    by,
    unread: [],
    sentLately: [],
    templates: [],
    catalog: createModelCatalog(),
    config: DEFAULT_CONFIG,
    ids: { uuid: () => `id-${ids++}`, toolCallId: () => `call_${ids++}`, random: () => 0 },
  }
}

/** The refusal of a line, or its answer. */
function said(line: string, by: CommandSituation['by'] = 'person', events: readonly AgentEvent[] = []): string {
  const parsed = parseCommandLine(line)
  const name = SLASH_COMMANDS.find((command) => command.name === parsed?.name)?.name
  if (name === undefined) throw new Error(`No command: ${line}`)
  const decided = decideCommand(name, parsed?.args ?? '', situation(by, events))
  if (decided.type === 'refused') return decided.message
  return decided.type === 'accepted' ? decided.answer : decided.type
}

describe('what a model is told', () => {
  const lines = [
    '/kill 1234abcd',
    '/kill 9f14',
    '/kill 12',
    '/kill 9f14e45f-ceea-467f-9c4b-1d2e3f4a5b6c',
    '/kill',
    '/send 1234abcd Hello',
    '/send 9f14 Hello',
    '/send parent Hello',
    '/send',
    '/send 12 Hello',
    '/fork "never closed',
    '/fork "closed"too early',
    '/fork ""',
    '/fork --model',
    '/fork --model nonsense "x"',
    '/fork ONE TWO',
    '/fork MISSING',
    '/fork "a" "b"',
    '/fork --profile plan "x"',
    '/clear MISSING',
    '/clear --undo',
    '/mark',
    '/mark a b',
    '/mark --undo',
    '/mark "a"',
    '/check-mail',
  ]
  it.each(lines)('after %s names only what it can use', (line) => {
    const text = said(line, 'model')
    const named = [...text.matchAll(/(?:^|[\s:(])\/([a-z][a-z-]*)/g)].map(([, name]) => name)
    expect(named.filter((name) => !MODEL_COMMANDS.some((command) => command === name))).toEqual([])
    expect(text).not.toMatch(/Ctrl|Settings|window|--profile/)
  })

  it('differs from what the user is told where the user can do more', () => {
    expect([said('/kill 1234abcd'), said('/kill 1234abcd', 'model')]).toEqual([
      'No agent: 1234abcd. /agents lists them.',
      'No agent: 1234abcd. Use an id that fork answered with, or that mail came from.',
    ])
    expect(said('/fork "open')).toContain('--profile NAME')
  })
})

describe('what names a command names', () => {
  it.each(['/mark', '/fork ""', '/clear nothing', '/kill 1234', '/send', '/stop maybe', '/system nonsense', '/help x'])(
    'exists for the user after %s',
    (line) => {
      const named = [...said(line).matchAll(/(?:^|[\s:(])\/([a-z][a-z-]*)/g)].map(([, name]) => name)
      expect(named.filter((name) => !SLASH_COMMANDS.some((command) => command.name === name))).toEqual([])
    },
  )
})

describe('a fork with an empty prompt', () => {
  it.each([
    '""',
    '" "',
    '"    "',
    '"\t \u00a0"',
    'MARK ""',
    '"" MARK',
    '--model gpt-5 ""',
    '--worktree ""',
    '"" "x"',
    '"  " --profile plan',
  ])('is refused: %j', (args) => {
    expect(said(`/fork ${args}`)).toBe('The prompt is empty: write what the child should do, or leave it out.')
  })
})

describe('a mark that no command could name', () => {
  it.each(['--undo', '-x', '--', '--model', '--profile', '--worktree', '"a"', 'a"b', '"', '-"'])(
    'is refused: %s',
    (name) => {
      expect(said(`/mark ${name}`)).toMatch(/^A mark's name does not begin with - and has no quotes/)
    },
  )

  it.each(['a', 'a-b', 'a--', '日本', "it's", 'a/b', '#1', 'é', '0', '_-'])('is not %s', (name) => {
    expect(said(`/mark ${name}`)).toBe(`Checkpoint '${name}' created.`)
  })

  it('says how to undo where that was meant', () => {
    expect(said('/mark --undo')).toContain('To undo a clear, a rewind or a summary: /clear --undo.')
  })
})

describe('an empty system prompt', () => {
  const system = (content: string): AgentEvent => ({
    id: 1,
    sessionId: 1,
    agentId: AGENT.id,
    turnId: null,
    createdAt: '2026-11-20T12:00:00.000Z',
    kind: 'system',
    content,
    data: null,
  })

  it.each(['""', '" "', '"\t"', '"\n"'])('is set by %j', (text) => {
    const decided = decideCommand('system', `edit ${text}`, situation('person'))
    expect(decided).toMatchObject({
      answer: 'The system prompt is empty.',
      change: { events: [{ kind: 'system', content: '' }] },
    })
  })

  it.each(['"Answer in rhyme."', '"a" or "b"', 'Say ""', '"""', "''", '“”'])('is not set by %s', (text) => {
    expect(decideCommand('system', `edit ${text}`, situation('person'))).toMatchObject({
      answer: 'System prompt changed.',
      change: { events: [{ content: text }] },
    })
  })

  it('is shown as one', () => {
    expect([
      said('/system'),
      said('/system', 'person', [system('')]),
      said('/system', 'person', [system('Rhyme.')]),
    ]).toEqual(['No system prompt.', 'The system prompt is empty.', 'Rhyme.'])
  })
})
