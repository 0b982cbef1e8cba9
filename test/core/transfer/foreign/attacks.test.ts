import { expect, it } from 'vitest'

import { readSource } from '../../../../src/main/core/transfer/foreign/recognise.ts'
import { documentsIn } from '../../../support/foreign-samples.ts'
import { importPurely } from '../../../support/import-purely.ts'

async function sessionsIn(text: string) {
  return (await documentsIn(text)).flatMap((document) => readSource(document) ?? [])
}

const prompt = (uuid: string, parentUuid: string | null, content: unknown = uuid) =>
  JSON.stringify({ type: 'user', sessionId: 's', uuid, parentUuid, message: { content } })

it('opens a cycle of parents, and reads each record once', async () => {
  const [session] = await sessionsIn(
    [prompt('a', 'c'), prompt('b', 'a'), prompt('c', 'b'), prompt('d', 'd')].join('\n'),
  )
  expect(session?.nodes.map(({ parent, events }) => [parent, events[0]?.key])).toEqual([
    [null, 'b'],
    [0, 'c'],
    [1, 'a'],
    [null, 'd'],
  ])
})

it('reads chains of 20,000 parents, in lines and nested in each other', async () => {
  const chain = Array.from({ length: 20_000 }, (_, at) => prompt(`u${at}`, at === 0 ? null : `u${at - 1}`))
  const [session] = await sessionsIn(chain.toReversed().join('\n'))
  if (session === undefined) throw new Error('No session')
  const { agents, events } = await importPurely(session)
  expect([agents.length, events.length]).toEqual([1, 20_000])

  let nested = ''
  for (let at = 0; at < 20_000; at++)
    nested += `{"messageId":"m${at}","isCreatedByUser":true,"text":"${at}","children":[`
  const tree = `{"conversationId":"deep","messages":[${nested}${']}'.repeat(20_000)}]}`
  const [deep] = await sessionsIn(tree)
  expect(deep?.nodes).toHaveLength(20_000)
  expect(deep?.nodes.at(-1)?.parent).toBe(19_998)
})

it('treats keys such as __proto__ as names, and paths and controls in names as texts', async () => {
  const attack =
    '{"title":"\\u001b[31mred\\u202e","create_time":1,"mapping":{"__proto__":{"parent":null,"message":{"author":{"role":"user"},' +
    '"content":{"content_type":"multimodal_text","parts":["hi",{"content_type":"image_asset_pointer","asset_pointer":"file-service://../../etc/passwd"}]}}},' +
    '"constructor":{"parent":"__proto__","message":{"author":{"role":"assistant","__proto__":{"polluted":true}},"recipient":"../x","content":{"content_type":"text","parts":["yes"]}}}}}'
  const [session] = await sessionsIn(attack)
  expect(session?.nodes.flatMap(({ events }) => events.map(({ kind, key }) => [kind, key]))).toEqual([
    ['user', '__proto__'],
    ['assistant', 'constructor'],
  ])
  expect(session?.name).toBe('[31mred')
  expect(Object.keys({})).toEqual([])
  expect('polluted' in {}).toBe(false)
  for (const { place } of session?.records ?? []) expect(place).toMatch(/^[\x20-\x7e]*$/)
})

it('reads a value that is nested too deep as one that is not understood', async () => {
  const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
  expect(await sessionsIn(deep)).toEqual([])
  const [session] = await sessionsIn(
    `${prompt('a', null)}\n{"sessionId":"s","type":"user","uuid":"b","message":${deep}}`,
  )
  expect(session?.kept).toEqual([null, 'no JSON object'])
  const [chat] = await sessionsIn(
    `{"conversationId":"c","messages":[{"messageId":"m","text":"x"},{"messageId":"n","content":${deep}}]}`,
  )
  expect(chat?.kept.at(-1)).toBe('It is nested deeper than 200 levels')
})

it('reads a byte order mark, line ends of Windows, empty lines and a cut last line', async () => {
  const [session] = await sessionsIn(`\uFEFF${prompt('a', null)}\r\n\r\n${prompt('b', 'a')}\r\n{"type":"user","uu`)
  expect(session?.records.map(({ place }) => place)).toEqual(['line 1', 'line 3', 'line 4'])
  expect(session?.kept).toEqual([null, null, 'no JSON object'])
})
