import { expect, it } from 'vitest'

import { TreeArrangement } from '../../../src/main/core/agents/tree-arrangement.ts'
import { ok } from '../../../src/shared/result.ts'
import { memorySettings } from '../../support/memory-settings.ts'

it('keeps what was archived and pinned, and names the agents that changed', async () => {
  const settings = memorySettings()
  const arrangement = new TreeArrangement(settings)
  expect(await arrangement.set('archived', ['a', 'b'], true)).toEqual(ok(['a', 'b']))
  expect(await arrangement.set('archived', ['b', 'c'], true)).toEqual(ok(['c']))
  expect(await arrangement.set('pinned', ['a'], true)).toEqual(ok(['a']))
  expect(await arrangement.set('archived', ['b', 'x'], false)).toEqual(ok(['b']))
  expect(['a', 'b', 'c'].map((id) => arrangement.arrangementOf(id))).toEqual([
    { archived: true, pinned: true },
    {},
    { archived: true },
  ])
  const later = new TreeArrangement(settings)
  expect(await later.read()).toEqual(ok(['a', 'c']))
  expect(later.arrangementOf('a')).toEqual({ archived: true, pinned: true })
})

it('keeps the changes of two engines', async () => {
  const settings = memorySettings()
  const [here, there] = [new TreeArrangement(settings), new TreeArrangement(settings)]
  await Promise.all([here.set('archived', ['a'], true), there.set('archived', ['b'], true)])
  expect(await here.read()).toEqual(ok(['b']))
})

it('takes an agent out of the archive with its ancestors', async () => {
  const arrangement = new TreeArrangement(memorySettings())
  const lineage = ['child', 'parent', 'root']
  await arrangement.set('archived', ['child', 'root', 'other'], true)
  expect(await arrangement.bringBack(['pinned', 'alone'])).toEqual(ok([]))
  expect(await arrangement.bringBack(lineage)).toEqual(ok(['child', 'root']))
  expect(arrangement.arrangementOf('other')).toEqual({ archived: true })
})
