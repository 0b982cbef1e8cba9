import { expect, it } from 'vitest'

import { filterAgents } from '../../../src/renderer/tree/filter-agents.ts'
import { busyScenario, CHILD, LONG, ROOT } from '../preview/preview-world.ts'

const agents = new Map(busyScenario().agents.map((agent) => [agent.id, agent]))
const found = (query: string) => filterAgents(agents, query).map(({ id }) => id)

it('keeps what matches by name, id or model, and what is above it', () => {
  expect(found('long TALK')).toEqual([LONG])
  expect(found('d4e5f6')).toEqual([ROOT, CHILD])
  expect(found('gpt-5')).toEqual([ROOT, CHILD])
})

it('keeps everything while nothing is looked for, and nothing where no word fits', () => {
  expect(found('  ')).toEqual([...agents.keys()])
  expect(found('long gateway')).toEqual([])
})
