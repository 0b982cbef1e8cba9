import { z } from 'zod'
import { expect, it } from 'vitest'

import { contract } from '../../../src/shared/contract.ts'
import { protectionOf } from '../../../src/shared/contract/protections.ts'
import { operationNames } from '../../support/operation-names.ts'

/** Fields with an id that is not an agent's. A new one is added after what it names was read. */
const OTHER_IDS = ['importId', 'promptId', 'sourceId', 'turnId', 'uploadId', 'id']

/** Returns the fields of a JSON Schema that hold an id, at any depth, such as `scope.agentId` or `agents.[]`. */
function idFields(schema: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = Reflect.get(schema, 'format') === 'uuid' ? [path.join('.')] : []
  const inside = Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if ((key === 'properties' || key === '$defs') && typeof value === 'object' && value !== null)
      return Object.entries(value).flatMap(([name, field]) => idFields(field, [...path, name]))
    if (key === 'items' || key === 'additionalProperties') return idFields(value, [...path, '[]'])
    return Array.isArray(value) ? value.flatMap((part) => idFields(part, path)) : []
  })
  return [...own, ...inside]
}

/** Returns the fields of an operation's input that hold an id of an agent. */
function agentFields(name: string): readonly string[] {
  const [group = '', operation = ''] = name.split('.')
  const procedure: unknown = Reflect.get(Reflect.get(contract, group), operation)
  const schema: unknown = Reflect.get(Reflect.get(Object(procedure), '~orpc'), 'inputSchema')
  if (!(schema instanceof z.ZodType)) return []
  return idFields(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).filter(
    (field) => !OTHER_IDS.includes(field.split('.').at(-1) ?? ''),
  )
}

it('finds ids wherever a schema has them', () => {
  const id = z.uuid()
  const schema = z.object({ a: id, b: z.array(id), c: z.object({ d: id.optional() }), e: z.union([id, z.null()]) })
  expect(idFields(z.toJSONSchema(schema))).toEqual(['a', 'b.[]', 'c.d', 'e'])
})

it.each(operationNames().filter((name) => protectionOf(name)?.rule.elsewhere === 'apart'))(
  '%s, which is about this home alone, names no agent of another home',
  (name) => {
    expect(agentFields(name)).toEqual([])
  },
)
