import { describe, expect, it } from 'vitest'

import type { Engine } from '../../src/main/core/engine.ts'
import type { JsonValue } from '../../src/shared/json.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const shared = engineForTests()

const openPane = () => Pane.create(shared.real.engine, 'claude-haiku-4-5/none')

async function say(pane: Pane, ...lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    if (!line.startsWith('/')) shared.simulator.enqueue('anthropic', textAnswer(`re: ${line}`))
    await pane.type(line)
  }
}

/** What is in a context, without ids: they are new after an import. */
async function contextOf(engine: Engine, agentId: string): Promise<readonly unknown[]> {
  const { segments, marks, system } = valueOf(await engine.agents.context({ agentId }))
  const pieces = segments.map(({ event: { kind, content } }) => [kind, content])
  return [system?.content, ...pieces, ...marks.map(({ name }) => name)]
}

async function exported(agentId: string | null): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of shared.real.engine.local.exportLines(agentId)) lines.push(valueOf(line))
  return lines
}

const json = (...rows: readonly object[]): readonly string[] => rows.map((row) => JSON.stringify(row))

/** A tree with everything in it that changes a context. */
async function grow(): Promise<readonly Pane[]> {
  const root = await openPane()
  await say(root, 'a', '/mark M', 'b', '/mark N', 'c', '/clear M', 'd')
  const child = await root.fork()
  await say(child, 'e', '/mark X', 'f', '/clear X')
  await say(root, '/mark T', 'g')
  const task = await root.fork({ mark: 'T' })
  await say(task, 'h', '/clear', 'i')
  const undone = await task.fork()
  await say(undone, '/clear', 'j', '/clear --undo', '/system edit Be brief.')
  shared.simulator.enqueue('anthropic', textAnswer('In short.'))
  await undone.type('/compress')
  await say(root, `/send ${child.agentId} unread`, `/send ${task.agentId} read`)
  await say(task, '/check-mail', '/kill')
  return [root, child, task, undone]
}

describe('export and import', () => {
  it('brings back the same tree and the same contexts under new ids, as often as it is done', async () => {
    const panes = await grow()
    const before = await agentsOf(shared.real.engine)
    const lines = await exported(null)
    const { agents } = valueOf(await shared.real.engine.local.importLines(lines))
    expect(agents).toHaveLength(before.length)
    const old = before.map(({ id }) => id)
    const twin = new Map(old.map((id, index) => [id, agents[index] ?? '']))
    await shared.real.reopen()
    const after = new Map((await agentsOf(shared.real.engine)).map((agent) => [agent.id, agent]))
    for (const { agentId } of panes) {
      const [one, other] = [after.get(agentId), after.get(twin.get(agentId) ?? '')]
      expect(await contextOf(shared.real.engine, other?.id ?? '')).toEqual(await contextOf(shared.real.engine, agentId))
      expect(other?.parentId).toBe(one?.parentId == null ? null : twin.get(one.parentId))
      expect([other?.status, other?.unreadMail, other?.choice, other?.usage, other?.createdAt]).toEqual([
        one?.status,
        one?.unreadMail,
        one?.choice,
        one?.usage,
        one?.createdAt,
      ])
    }
    const [root] = panes
    const copy = await Pane.open(shared.real.engine, twin.get(root?.agentId ?? '') ?? '')
    await say(copy, '/clear M')
    expect((await contextOf(shared.real.engine, copy.agentId)).at(-2)).toEqual(['assistant', 're: a'])
  })

  it('keeps merged texts and votes, with the answers that they are about', async () => {
    const { engine } = shared.real
    const [one, other] = [await openPane(), await openPane()]
    await say(one, 'merge me')
    await say(other, 'merge me too')
    const source = ({ agentId, view }: Pane) => ({
      agent: agentId,
      events: view.events.flatMap(({ id, kind }) => (kind === 'assistant' ? [id] : [])),
      model: 'haiku',
    })
    const sources = [source(one), source(other)]
    const merge = { agentId: one.agentId, text: 'both at once', sources, merged: source(other) }
    expect(refusalOf(await engine.comparisons.addMerge({ ...merge, text: ' ' }))).toBe('There is no text to add.')
    valueOf(await engine.comparisons.addMerge(merge))
    await one.until(({ view }) => view.events.at(-1)?.kind === 'merge')
    const mergeId = one.last('merge')?.id ?? 0
    valueOf(await engine.agents.discard({ agentId: one.agentId, eventId: mergeId }))
    expect((await contextOf(engine, one.agentId)).at(-1)).toEqual(['assistant', 're: merge me'])
    valueOf(await engine.comparisons.addMerge(merge))
    valueOf(await engine.comparisons.vote({ answer: source(one), over: [source(other)], withdrawn: false }))
    await one.until(({ view }) => view.events.at(-1)?.kind === 'vote')
    await say(one, 'and now')
    expect(JSON.stringify(shared.simulator.requests.at(-1)?.body)).toContain(
      'Merged from several answers:\\n\\nboth at once',
    )

    const { agents } = valueOf(await engine.local.importLines(await exported(null)))
    await shared.real.reopen()
    const copies = await Promise.all(agents.map((id) => Pane.open(shared.real.engine, id)))
    const copy = copies.find(({ view }) => view.events.some(({ content }) => content === 'both at once'))
    const second = copies.find(({ view }) => view.events.some(({ content }) => content === 're: merge me too'))
    if (copy === undefined || second === undefined) throw new Error('The agents were not imported')
    expect(copy.last('merge')?.data).toEqual({ sources: [source1(copy), source(second)], merged: source(second) })
    expect(copy.last('vote')?.data).toEqual({ answer: source1(copy), over: [source(second)] })

    /** Without the answer after the merge. */
    function source1(pane: Pane) {
      return { ...source(pane), events: source(pane).events.slice(0, 1) }
    }
  })

  it('of one agent holds what its context needs of its ancestors, and nothing that came after the fork', async () => {
    const root = await openPane()
    await say(root, 'before')
    const child = await root.fork()
    await say(root, 'after')
    await say(child, 'own')
    const lines = await exported(child.agentId)
    expect(lines.join('\n')).not.toContain('after')
    const { agents } = valueOf(await shared.real.engine.local.importLines(lines))
    const copies = await Promise.all(agents.map((id) => contextOf(shared.real.engine, id)))
    expect(copies).toContainEqual(await contextOf(shared.real.engine, child.agentId))
  })

  it('of one agent travels as text, and comes back from it line by line', async () => {
    const pane = await openPane()
    await say(pane, 'a\u2028b')
    let text = ''
    const signal = new AbortController().signal
    for await (const piece of shared.real.engine.log.export({ format: 'log', agentId: pane.agentId }, signal)) {
      text += valueOf(piece)
    }
    const imported = valueOf(await shared.real.engine.log.import({ text: text.replaceAll('\n', '\r\n\n') }))
    expect(text).toBe(`${(await exported(pane.agentId)).join('\n')}\n`)
    expect(await contextOf(shared.real.engine, imported.agents[0] ?? '')).toEqual(
      await contextOf(shared.real.engine, pane.agentId),
    )
  })

  it('takes a history that was written by hand, incomplete pairs included', async () => {
    const { agents } = valueOf(
      await shared.real.engine.local.importLines(
        json(
          { kind: 'user', content: 'look' },
          { kind: 'assistant', content: 'I look.' },
          { kind: 'tool_call', data: { tool_call_id: 'c1', name: 'ls' } },
          { kind: 'tool_call', data: { tool_call_id: 'c2', name: 'cat', arguments: { path: 'x' } } },
          { kind: 'tool_result', content: 'files', data: { tool_call_id: 'c1' } },
          { kind: 'mark', content: 'HERE' },
          { kind: 'user', content: 'gone' },
          { kind: 'rewind', data: { mark: 'HERE' } },
          { kind: 'user', content: 'and now?' },
          { kind: 'tool_result', content: 'of nothing', data: { tool_call_id: 'c9' } },
        ),
      ),
    )
    const [id = ''] = agents
    expect(await contextOf(shared.real.engine, id)).toEqual([
      undefined,
      ['user', 'look'],
      ['assistant', 'I look.'],
      ['tool_call', null],
      ['tool_call', null],
      ['tool_result', 'files'],
      ['user', 'and now?'],
      ['tool_result', 'of nothing'],
      'HERE',
    ])
    const pane = await Pane.open(shared.real.engine, id)
    await say(pane, '/model claude-haiku-4-5/none', 'go on')
    expect(pane.last('assistant')?.content).toBe('re: go on')
  })

  it('takes arguments as JSON text, and keeps beside what is no object', async () => {
    const call = (input: JsonValue): object => ({
      kind: 'tool_call',
      data: { tool_call_id: 'c', name: 'ls', arguments: input },
    })
    const { agents } = valueOf(
      await shared.real.engine.local.importLines(
        json(call('{"path":"x"}'), call('{"path":'), call([1]), call(null), call(' ')),
      ),
    )
    const { segments } = valueOf(await shared.real.engine.agents.context({ agentId: agents[0] ?? '' }))
    const named = { tool_call_id: 'c', name: 'ls' }
    expect(segments.map(({ event }) => event.data)).toEqual([
      { ...named, arguments: { path: 'x' } },
      { ...named, arguments: {}, malformed_arguments: '{"path":' },
      { ...named, arguments: {}, malformed_arguments: '[1]' },
      { ...named, arguments: {} },
      { ...named, arguments: {} },
    ])
  })

  it('keeps every key of what was called, and exports it again', async () => {
    const row =
      '{"kind":"tool_call","data":{"tool_call_id":"c","name":"ls","arguments":{"__proto__":{"a":1},"b":[{"__proto__":2}]}}}'
    const { agents } = valueOf(await shared.real.engine.local.importLines([row]))
    const lines = await exported(agents[0] ?? null)
    expect(lines.filter((line) => line.includes('tool_call_id'))).toEqual([
      expect.stringContaining('"arguments":{"__proto__":{"a":1},"b":[{"__proto__":2}]}'),
    ])
  })

  it('sends arguments back as the model wrote them, after a restart and after an import', async () => {
    const rawArguments = '{"path":"x","10":9007199254740993,"2":1.0}'
    const pane = await openPane()
    shared.simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'tool_call', name: 'nosuch', arguments: {}, rawArguments }],
    })
    await say(pane, 'go')
    const { agents } = valueOf(await shared.real.engine.local.importLines(await exported(pane.agentId)))
    await shared.real.reopen()
    for (const id of [pane.agentId, agents[0] ?? '']) {
      await say(await Pane.open(shared.real.engine, id), `on ${id}`)
      expect(shared.simulator.requests.at(-1)?.bodyText).toContain(`"input":${rawArguments}`)
      expect(shared.simulator.requests.at(-1)?.bodyText).toContain(`on ${id}`)
    }
  })

  it('keeps all of an export of its own, and says what it does not keep of another file', async () => {
    const pane = await openPane()
    await say(pane, 'What is JWT?', '/mark M', 'More?', '/clear')
    await pane.fork()
    const { unread } = valueOf(await shared.real.engine.local.importLines(await exported(null)))
    expect(unread).toBeUndefined()
    const lines = json({ kind: 'user', content: 'a', tone: 'calm' }, { uuid: 'agent', colour: 'red' })
    expect(valueOf(await shared.real.engine.local.importLines(lines))).toMatchObject({
      events: 1,
      unread: [
        { type: 'event', key: 'tone', count: 1 },
        { type: 'agent', key: 'colour', count: 1 },
      ],
    })
  })

  it('takes forks, their bounds and their models from hand-written rows', async () => {
    const { agents } = valueOf(
      await shared.real.engine.local.importLines(
        json(
          { uuid: 'root', model: 'gpt-5-mini', thinking_level: 'low' },
          { uuid: 'full', parent_uuid: 'root', fork_message_id: 30 },
          { uuid: 'task', parent_uuid: 'root', fork_message_id: 40, fork_from_id: 25, model: 'claude-haiku-4-5' },
          { id: 20, agent_uuid: 'root', kind: 'user', content: 'a' },
          { id: 25, agent_uuid: 'root', kind: 'mark', data: { name: 'M' } },
          { id: 30, agent_uuid: 'root', kind: 'user', content: 'b' },
          { id: 41, agent_uuid: 'root', kind: 'user', content: 'later' },
          { id: 50, agent_uuid: 'full', kind: 'user', content: 'c' },
        ),
      ),
    )
    const contexts = await Promise.all(agents.map((id) => contextOf(shared.real.engine, id)))
    expect(contexts).toEqual([
      [undefined, ['user', 'a'], ['user', 'b'], ['user', 'later'], 'M'],
      [undefined, ['user', 'a'], ['user', 'b'], ['user', 'c']],
      [undefined, ['user', 'b']],
    ])
    const stored = await agentsOf(shared.real.engine)
    expect(agents.map((id) => stored.find((agent) => agent.id === id)?.choice)).toEqual([
      { provider: 'openai', model: 'gpt-5-mini', thinkingLevel: 'low' },
      null,
      { provider: 'anthropic', model: 'claude-haiku-4-5', thinkingLevel: 'med' },
    ])
  })

  it.each([
    [['{"kind":"user","content":"a"}', 'not json'], /^Line 2: this is not a JSON object\./],
    [['{"kind":"user","content":"a"}', '', '{"kind":"said"}'], /^Line 3: events of the kind "said" are not known/],
    [['{"kind":"user","content":5}'], /^Line 1: content: /],
    [['{"words":"?"}'], /^Line 1: neither an event, an agent nor a mail/],
    [['{"kind":"tool_result","content":"x"}'], /^Line 1: in the data of this tool_result: tool_call_id: /],
    [['{"kind":"rewind","data":{"mark":"NOWHERE"}}'], /^Line 1: in the data of this rewind: target_id: /],
    [['{"id":1,"kind":"user"}', '{"id":1,"kind":"user"}'], /^Line 2: the id 1 appears twice\./],
    [['{"uuid":"a","parent_uuid":"b"}'], /^Line 1: the agent a: its parent b is not in the file\./],
    [
      ['{"uuid":"a","parent_uuid":"b"}', '{"uuid":"b","parent_uuid":"a"}'],
      /^Line 1: the agent a: it is its own ancestor/,
    ],
    [['{"uuid":"a"}', '{"uuid":"a"}'], /^Line 2: the agent a appears twice/],
    [['{"uuid":"a","model":"no-such"}'], /^Line 1: Unknown model: no-such/],
    [['{"type":"ikigai","version":2}'], /^Line 1: this format's version is not known: 2\./],
  ])('refuses %j with its line number and writes nothing', async (lines, words) => {
    const [agents, events] = [await agentsOf(shared.real.engine), await exported(null)]
    expect(refusalOf(await shared.real.engine.local.importLines(lines))).toMatch(words)
    expect([await agentsOf(shared.real.engine), await exported(null)]).toEqual([agents, events])
  })

  it('writes one path as a document', async () => {
    const root = await openPane()
    await say(root, 'What is **JWT**?', '/mark M', 'More?')
    const child = await root.fork()
    await say(child, 'And OAuth2?')
    const blocks: string[] = []
    for await (const block of shared.real.engine.local.exportMarkdown(child.agentId)) blocks.push(valueOf(block))
    const text = blocks.join('\n')
    expect(text).toContain('## User\n\nWhat is **JWT**?\n\n## claude-haiku-4-5\n\nre: What is **JWT**?')
    expect(text).toContain('*Mark: M*')
    expect(text.indexOf('## User\n\nAnd OAuth2?')).toBeGreaterThan(text.indexOf('*Mark: M*'))
  })
})

describe('search', () => {
  it('finds a shared ancestor once, and names the agents whose context holds it', async () => {
    const root = await openPane()
    await say(root, 'The quick wombat', '/mark M', 'a wombat again')
    const [full, cleared] = [await root.fork(), await root.fork()]
    const task = await root.fork({ mark: 'M' })
    await say(cleared, '/clear')
    await say(root, '/clear M')
    const { hits } = valueOf(await shared.real.engine.log.search({ text: 'wombat', limit: 50 }))
    const found = hits
      .filter(({ event }) => event.kind === 'user')
      .map(({ event, inContextOf }) => [event.content, new Set(inContextOf)])
    expect(found).toEqual([
      ['a wombat again', new Set([full.agentId, task.agentId])],
      ['The quick wombat', new Set([root.agentId, full.agentId])],
    ])
  })

  it.each([
    ['fooBar(baz[0])', 'call fooBar(baz[0]) first'],
    ['ooBa', 'call fooBar(baz[0]) first'],
    ['"first call"', null],
    ['100%_sure', 'it is 100%_sure'],
    ['日本語', '私は日本語を話します'],
    ['日本', '私は日本語を話します'],
    ['r(', 'call fooBar(baz[0]) first'],
    ['ΣΊΣΥΦΟΣ', 'Ο ΣΊΣΥΦΟΣ'],
  ])('finds %s in code and in any script', async (text, expected) => {
    const pane = await openPane()
    for (const words of ['call fooBar(baz[0]) first', 'it is 100%_sure', '私は日本語を話します', 'Ο ΣΊΣΥΦΟΣ']) {
      shared.simulator.enqueue('anthropic', textAnswer('ok'))
      await pane.type(words)
    }
    const { hits } = valueOf(await shared.real.engine.log.search({ text, limit: 50 }))
    const own = hits.filter(({ event }) => event.agentId === pane.agentId)
    expect(own.map(({ event }) => event.content)).toEqual(expected === null ? [] : [expected])
  })

  it('takes a text of any size into the log, and finds what stands at its end', async () => {
    const content = `${Array.from({ length: 300_000 }, (_, n) => `w${n}`).join(' ')} needle-at-the-end`
    const { agents } = valueOf(await shared.real.engine.local.importLines(json({ kind: 'user', content })))
    const { hits } = valueOf(await shared.real.engine.log.search({ text: 'needle-at-the-end', limit: 5 }))
    expect(hits.map(({ event }) => event.agentId)).toEqual(agents)
  })

  it('pages on with older hits', async () => {
    const pane = await openPane()
    await say(pane, 'marmot one', 'marmot two')
    const first = valueOf(await shared.real.engine.log.search({ text: 'marmot', limit: 3 }))
    const beforeId = first.hits.at(-1)?.event.id ?? 0
    const second = valueOf(await shared.real.engine.log.search({ text: 'marmot', limit: 3, beforeId }))
    expect([first.hits.length, first.olderBefore, second.hits.length, second.olderBefore]).toEqual([
      3,
      first.hits.at(-1)?.event.id,
      1,
      null,
    ])
  })
})
