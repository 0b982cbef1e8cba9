import { describe, expect, it } from 'vitest'

import type { AgentRegistry } from '../../../src/main/core/agents/agent-registry.ts'
import { Terminals } from '../../../src/main/core/agents/terminals.ts'
import type { StartTerminal, TerminalStart } from '../../../src/main/core/ports/terminal-ports.ts'
import { ok, refuse } from '../../../src/shared/result.ts'
import type { TerminalItem } from '../../../src/shared/terminal.ts'
import { agentSummary } from '../../support/agent-summary.ts'
import { untyped } from '../../support/untyped.ts'

const AGENT = agentSummary()
const SIZE = { columns: 80, rows: 24 }
/** As many units as a reader is sent without a confirmation. */
const FULL = 256_000

function setUp({ fails = false } = {}) {
  const acts: string[] = []
  const starts: TerminalStart[] = []
  const shown: boolean[] = []
  const registry = untyped<AgentRegistry>({
    tree: new Map([[AGENT.id, AGENT]]),
    setTerminal: (_id: string, isOpen: boolean) => shown.push(isOpen),
  })
  const startTerminal: StartTerminal = async (start) => {
    starts.push(start)
    const act = (name: string) => () => void acts.push(name)
    const running = { write: act('write'), resize: act('resize'), pause: act('pause'), resume: act('resume') }
    return fails ? refuse('No shell.') : ok({ ...running, end: () => (acts.push('end'), start.onEnd(null)) })
  }
  const terminals = new Terminals(startTerminal, () => Promise.resolve(ok('/project')), registry)
  const print = (text: string): void => starts[0]?.onText(text)
  const last = (): string | undefined => acts.findLast((act) => act === 'pause' || act === 'resume')
  function read() {
    const stop = new AbortController()
    const feed = terminals.subscribe(AGENT.id, stop.signal)
    const next = async (): Promise<TerminalItem | undefined> => {
      const step = await feed.next()
      return step.done === true ? undefined : step.value[0]
    }
    return { next, stop: () => (stop.abort(), feed.return(undefined)) }
  }
  return { terminals, acts, starts, shown, print, last, read }
}

describe('the terminal of an agent', () => {
  it('is started once in its folder, and shows what it printed to windows that open later', async () => {
    const { terminals, starts, shown, print, read } = setUp()
    await Promise.all([terminals.open(AGENT.id, SIZE), terminals.open(AGENT.id, SIZE)])
    print('$ ')
    print('ls\r\n')
    expect(starts).toMatchObject([{ folder: '/project', size: SIZE }])
    expect(shown).toEqual([true])
    const reader = read()
    expect(await reader.next()).toEqual({ type: 'snapshot', reader: 1, text: '$ ls\r\n' })
    print('a')
    print('b')
    expect(await reader.next()).toEqual({ type: 'output', text: 'ab' })
  })

  it('keeps the end of a long output, from the beginning of a line', async () => {
    const { terminals, print, read } = setUp()
    await terminals.open(AGENT.id, SIZE)
    for (let line = 0; line < 60_000; line += 1) print(`${String(line).padStart(8, '0')}\n`)
    const item = await read().next()
    const text = item?.type === 'snapshot' ? item.text : ''
    expect(text.length).toBeLessThan(260_000)
    expect(text).toMatch(/^\d{8}\n/)
    expect(text).toMatch(/00059999\n$/)
  })

  it('waits while all readers have more than they confirmed, and goes on without any', async () => {
    const { terminals, print, last, read } = setUp()
    await terminals.open(AGENT.id, SIZE)
    const [slow, fast] = [read(), read()]
    await Promise.all([slow.next(), fast.next()])
    print('x'.repeat(FULL))
    expect(last()).toBe('pause')
    await fast.next()
    expect(last()).toBe('pause')
    terminals.shown(AGENT.id, 2, FULL)
    expect(last()).toBe('resume')
    print('y')
    expect(await fast.next()).toEqual({ type: 'output', text: 'y' })
    expect(last()).toBe('resume')
    await fast.stop()
    expect(last()).toBe('pause')
    await slow.stop()
    expect(last()).toBe('resume')
  })

  it('gives a reader that fell behind a snapshot instead of all that it missed', async () => {
    const { terminals, print, read } = setUp()
    await terminals.open(AGENT.id, SIZE)
    const reader = read()
    await reader.next()
    print('first')
    for (let each = 0; each < 300; each += 1) print(`${'x'.repeat(999)}\n`)
    print('last')
    const item = await reader.next()
    expect(item?.type).toBe('snapshot')
    expect(item?.type === 'snapshot' && item.text.endsWith('\nlast')).toBe(true)
  })

  it('says how it ended, after all that it printed', async () => {
    const { terminals, starts, shown, print, read } = setUp()
    await terminals.open(AGENT.id, SIZE)
    const reader = read()
    await reader.next()
    print('bye')
    starts[0]?.onEnd(3)
    expect([await reader.next(), await reader.next(), await reader.next()]).toEqual([
      { type: 'output', text: 'bye' },
      { type: 'ended', code: 3 },
      undefined,
    ])
    expect(shown).toEqual([true, false])
    expect(terminals.write(AGENT.id, 'x')).toMatchObject({ ok: false })
  })

  it.each(['close', 'kill of the agent', 'end of the engine'])('ends with the %s', async (what) => {
    const { terminals, acts, shown } = setUp()
    await terminals.open(AGENT.id, SIZE)
    if (what === 'close') await terminals.close(AGENT.id)
    else if (what === 'kill of the agent') terminals.endOf(AGENT.id)
    else await terminals.closeAll()
    expect(acts).toContain('end')
    expect(shown.at(-1)).toBe(false)
  })

  it('ends also if it is closed while it starts', async () => {
    const { terminals, acts, shown } = setUp()
    const opening = terminals.open(AGENT.id, SIZE)
    terminals.endOf(AGENT.id)
    await opening
    expect(acts).toEqual(['end'])
    expect(shown).not.toContain(true)
  })

  it('is refused for agents that are unknown, where it does not start, and once the engine ends', async () => {
    const { terminals } = setUp()
    expect(await terminals.open('unknown', SIZE)).toMatchObject({ error: { message: 'No agent: unknown' } })
    await terminals.closeAll()
    expect(await terminals.open(AGENT.id, SIZE)).toMatchObject({ error: { message: /is ending/ } })
    const broken = setUp({ fails: true })
    expect(await broken.terminals.open(AGENT.id, SIZE)).toMatchObject({ error: { message: 'No shell.' } })
    expect(broken.shown).toEqual([false])
    expect(await broken.terminals.close(AGENT.id)).toMatchObject({ ok: false })
  })
})
