import { describe, expect, it } from 'vitest'

import { planOptions } from '../../../../src/main/adapters/tools/outside-agents/plan-options.ts'

const CODEX_MODES = { availableModes: [{ id: 'read-only' }, { id: 'workspace-write' }, { id: 'agent' }] }
const MODE = { id: 'mode', category: 'mode' }

const nothing = { chosen: {} }

describe('planOptions', () => {
  it('chooses the mode of Codex in which the user is asked, not another model', () => {
    const opened = { modes: CODEX_MODES, configOptions: [MODE] }
    expect(planOptions(opened, { ...nothing, agent: undefined, model: 'codex' })).toEqual([['mode', 'workspace-write']])
  })

  it('prefers the mode of the entry, and leaves other agents and versions without the mode alone', () => {
    const opened = { modes: CODEX_MODES }
    const agent = { command: 'codex', options: { mode: 'read-only' } }
    expect(planOptions(opened, { ...nothing, agent, model: 'codex' })).toEqual([['mode', 'read-only']])
    expect(planOptions(opened, { ...nothing, agent: undefined, model: 'other' })).toEqual([])
    const older = { modes: { availableModes: [{ id: 'auto' }] } }
    expect(planOptions(older, { ...nothing, agent: undefined, model: 'codex' })).toEqual([])
  })

  it('sets the model behind the name, and leaves out what the agent does not have', () => {
    const opened = { configOptions: [{ id: 'm', category: 'model' }, { id: 'fast' }] }
    const agent = { command: 'x', options: { fast: true, tone: 'kind' } }
    expect(planOptions(opened, { ...nothing, agent, model: 'x/a/b' })).toEqual([
      ['fast', true],
      ['model', 'a/b'],
    ])
  })

  it('sets what the user chose last, and leaves out values that are no longer offered', () => {
    const modes = { ...CODEX_MODES, currentModeId: 'agent' }
    const configOptions = [{ id: 'fast', name: 'Fast', type: 'boolean', currentValue: false }]
    const chosen = { mode: 'read-only', fast: true, model: 'gone' }
    expect(planOptions({ modes, configOptions }, { agent: undefined, model: 'codex', chosen })).toEqual([
      ['mode', 'read-only'],
      ['fast', true],
    ])
    const gone = { mode: 'yolo', fast: 'yes' }
    expect(planOptions({ modes, configOptions }, { agent: undefined, model: 'other', chosen: gone })).toEqual([])
  })
})
