import { expect, it } from 'vitest'

import { askWhenShown } from '../src/main/demo-tree.ts'
import type { AgentId } from '../src/shared/ids.ts'
import { createScriptedEngine } from './support/scripted-engine.ts'

const COMPARED: readonly AgentId[] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const OTHER: AgentId = '33333333-3333-4333-8333-333333333333'

it('asks the compared agents when a window first shows one of them, once', () => {
  const scripted = createScriptedEngine()
  const demo = askWhenShown(scripted, COMPARED, () => undefined)
  const follow = (agentId: AgentId) => demo.agents.subscribe({ agentId }, AbortSignal.abort())
  const asked = () => scripted.calls.filter(([name]) => name === 'agents.submit').map(([, request]) => request)

  follow(OTHER)
  expect(asked()).toEqual([])
  follow(COMPARED[1] ?? OTHER)
  const prompts = COMPARED.map((agentId) => ({ agentId, text: expect.stringContaining('OAuth 2 or JWT') }))
  expect(asked()).toEqual(prompts)
  // Another window, or the same one after a reload.
  for (const agentId of COMPARED) follow(agentId)
  expect(asked()).toEqual(prompts)
})
