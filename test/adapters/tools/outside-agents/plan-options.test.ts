import { describe, expect, it } from 'vitest'

import { planOptions } from '../../../../src/main/adapters/tools/outside-agents/plan-options.ts'

const CODEX_MODES = { availableModes: [{ id: 'read-only' }, { id: 'workspace-write' }, { id: 'agent' }] }
const MODE = { id: 'mode', category: 'mode' }

describe('planOptions', () => {
  it('chooses the mode of Codex in which the person is asked, not another model', () => {
    const opened = { modes: CODEX_MODES, configOptions: [MODE] }
    const params = { sessionId: 's', configId: 'mode', value: 'workspace-write' }
    expect(planOptions('s', opened, { agent: undefined, model: 'codex' })).toEqual([
      { method: 'session/set_config_option', params },
    ])
  })

  it('prefers the mode of the entry, and leaves other agents and versions without the mode alone', () => {
    const opened = { modes: CODEX_MODES }
    const agent = { command: 'codex', options: { mode: 'read-only' } }
    expect(planOptions('s', opened, { agent, model: 'codex' })).toEqual([
      { method: 'session/set_mode', params: { sessionId: 's', modeId: 'read-only' } },
    ])
    expect(planOptions('s', opened, { agent: undefined, model: 'other' })).toEqual([])
    const older = { modes: { availableModes: [{ id: 'auto' }] } }
    expect(planOptions('s', older, { agent: undefined, model: 'codex' })).toEqual([])
  })

  it('sets the model behind the name, and leaves out what the agent does not have', () => {
    const opened = { configOptions: [{ id: 'm', category: 'model' }, { id: 'fast' }] }
    const agent = { command: 'x', options: { fast: true, tone: 'kind' } }
    expect(planOptions('s', opened, { agent, model: 'x/a/b' })).toEqual([
      {
        method: 'session/set_config_option',
        params: { sessionId: 's', configId: 'fast', value: true, type: 'boolean' },
      },
      { method: 'session/set_config_option', params: { sessionId: 's', configId: 'm', value: 'a/b' } },
    ])
  })
})
