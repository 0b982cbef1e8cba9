import { describe, expect, it } from 'vitest'

import { ReportedCall } from '../../../../src/main/adapters/tools/outside-agents/reported-call.ts'

const call = { toolCallId: 'c', title: 'ls', kind: 'execute' }

describe('a call of an outside agent', () => {
  it('keeps what an update does not name, and replaces the rest as a whole', () => {
    const reported = new ReportedCall({ ...call, rawInput: { command: 'ls' }, locations: [{ path: '/a' }] })
    reported.update({ toolCallId: 'c', status: 'completed', title: null, locations: [{ path: '/b' }] })
    expect([reported.title, reported.input, reported.paths, reported.hasEnded]).toEqual([
      'ls',
      { command: 'ls' },
      ['/b'],
      true,
    ])
  })

  it('collects the pieces of its terminal, and says how the command ended', () => {
    const reported = new ReportedCall({ ...call, content: [{ type: 'terminal', terminalId: 't' }] })
    reported.update({ toolCallId: 'c', _meta: { terminal_output_delta: { data: 'one\n' } } })
    reported.update({ toolCallId: 'c', _meta: { terminal_output_delta: { data: 'two\n' } } })
    expect(reported.text()).toBe('one\ntwo\n')
    reported.update({ toolCallId: 'c', status: 'failed', _meta: { terminal_exit: { exit_code: 3 } } })
    expect(reported.text()).toBe('one\ntwo\n\n[exit code 3]')
  })

  it('shows a difference, a resource and its raw output in this order of preference', () => {
    const content = [
      { type: 'diff', path: '/a.txt', oldText: 'a\n', newText: 'b\n' },
      { type: 'content', content: { type: 'resource_link', uri: 'file:///a.txt' } },
    ]
    const reported = new ReportedCall({ ...call, content, rawOutput: 'raw' })
    expect(reported.text()).toContain('-a\n+b\n')
    expect(reported.text()).toContain('[file:///a.txt]')
    expect(new ReportedCall({ ...call, rawOutput: { output: 'raw', code: 0 } }).text()).toBe('raw')
    expect(new ReportedCall({ ...call, rawOutput: [1] }).text()).toBe('[1]')
  })

  it.each([
    [{ name: 'mcp: x' }, 'mcp__x'],
    [{ _meta: { claudeCode: { toolName: 'Bash' } } }, 'Bash'],
    [{}, 'execute'],
  ])('is named by its program, else by its kind: %j', (more, name) => {
    expect(new ReportedCall({ ...call, ...more }).name).toBe(name)
  })

  it('holds nothing that is nested too deep', () => {
    let deep: unknown = 1
    for (let level = 0; level < 300; level++) deep = [deep]
    const reported = new ReportedCall({ ...call, rawInput: deep, rawOutput: deep })
    expect([reported.input, reported.reported, reported.text()]).toEqual([{ title: 'ls' }, {}, ''])
  })
})
