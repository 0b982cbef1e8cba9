import { expect, it } from 'vitest'

import { AgentContexts } from '../../../src/main/core/context/agent-contexts.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { ok } from '../../../src/shared/result.ts'
import { eventLog } from '../../support/event-log-builder.ts'

it('an event that arrives after a newer one is not missing from the context', async () => {
  const { user, assistant } = eventLog()
  const [first, prompt, answer] = [user('One'), user('From another engine'), assistant('Yes')]
  const log: AgentEvent[] = [first]
  let reads = 0
  const events = () => {
    reads += 1
    return Promise.resolve(ok([...log]))
  }
  const contexts = new AgentContexts({ events }, () => undefined)
  const texts = async () => {
    const context = await contexts.contextOf('a')
    return context.ok ? context.value.items.map(({ content }) => content) : []
  }
  expect(await texts()).toEqual(['One'])
  log.push(prompt, answer)
  await contexts.extend(answer)
  await contexts.extend(prompt)
  expect(await texts()).toEqual(['One', 'From another engine', 'Yes'])
  expect(reads).toBe(2)
})

it('catches up with events that have not arrived, and reads nothing again when all have', async () => {
  const { user, assistant } = eventLog()
  const log: AgentEvent[] = [user('One')]
  let reads = 0
  const events = ({ limit }: { limit?: number }) => {
    if (limit === undefined) reads += 1
    return Promise.resolve(ok(limit === undefined ? [...log] : log.slice(-limit)))
  }
  const contexts = new AgentContexts({ events }, () => undefined)
  const texts = async () => {
    const context = await contexts.contextOf('a')
    return context.ok ? context.value.items.map(({ content }) => content) : []
  }
  await contexts.catchUp('a')
  expect(await texts()).toEqual(['One'])
  log.push(assistant('From another engine'))
  await contexts.catchUp('a')
  expect(await texts()).toEqual(['One', 'From another engine'])
  await contexts.catchUp('a')
  expect(await texts()).toHaveLength(2)
  expect(reads).toBe(2)
})
