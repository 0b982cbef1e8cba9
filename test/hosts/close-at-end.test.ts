import { expect, it } from 'vitest'

import { closeAtEnd, closeServerAtEnd, mustEndProcess } from '../../src/main/hosts/close-at-end.ts'

it('says nothing when all has closed, and else what has not, so that the process is ended', async () => {
  const told: string[] = []
  const output = { error: (text: string) => void told.push(text) }
  await closeAtEnd({ close: async () => [] }, output)
  await closeServerAtEnd({ close: async () => undefined }, output)
  expect([told, mustEndProcess()]).toEqual([[], false])

  await closeAtEnd({ close: async () => ['tool servers', 'terminals'] }, output)
  await closeServerAtEnd({ close: () => Promise.reject(new Error('broken')) }, output)
  expect(told).toEqual([
    'ikigai ends although not everything closed: tool servers, terminals. What was recorded is kept.\n',
    'ikigai ends although not everything closed: the connections of the server (broken). What was recorded is kept.\n',
  ])
  expect(mustEndProcess()).toBe(true)
})

it('does not wait for a server that does not close', async () => {
  const told: string[] = []
  await closeServerAtEnd({ close: () => new Promise(() => undefined) }, { error: (text) => void told.push(text) }, 1)
  expect(told).toHaveLength(1)
})
