import { expect, it } from 'vitest'

import { joinMessages } from '../../src/main/hosts/serve-channel.ts'

it('sends what it gets in one turn of the event loop as one message, in order', async () => {
  const sent: string[] = []
  const send = joinMessages(async (joined) => void sent.push(joined))
  await Promise.all([send('{"a":1}'), send('{"b":2}')])
  await send('{"c":3}')
  expect(sent).toEqual(['{"a":1}\n{"b":2}', '{"c":3}'])
})

it('lets every sender wait until the client can accept more', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const settled: string[] = []
  const send = joinMessages(() => promise)
  const both = ['a', 'b'].map((message) => send(message).then(() => settled.push(message)))
  await new Promise((done) => setImmediate(done))
  expect(settled).toEqual([])
  resolve()
  await Promise.all(both)
  expect(settled).toEqual(['a', 'b'])
})

it('passes a failure on to every sender', async () => {
  const send = joinMessages(() => Promise.reject(new Error('gone')))
  expect((await Promise.allSettled([send('a'), send('b')])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ])
})
