import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'
import { z } from 'zod'

import { mapOperations } from '../../src/shared/contract/map-operations.ts'
import { untyped } from '../support/untyped.ts'

const SRC = join(import.meta.dirname, '../../src')
const PLAIN_ID = /\b(?:agentId|parentId|rootId|turnId|eventId|mailId)\??: (?:string|number)\b.*/g
const ID = /^(?:agent|parent|root|turn)(?:Id|Ids|_id)?$/

/** Sessions of other tools have ids of their own. */
const FOREIGN = 'main/core/transfer/foreign/**'

it('types ids as ids', () => {
  const plain = globSync('**/*.{ts,tsx}', { cwd: SRC, exclude: [FOREIGN] }).flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(PLAIN_ID)].map(([text]) => `${file}: ${text}`),
  )
  expect(plain).toEqual([])
})

interface Part {
  readonly type?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, Part>>
  readonly items?: Part
  readonly anyOf?: readonly Part[]
  readonly oneOf?: readonly Part[]
}

/** The texts in an input by the property that they are, or are in. */
function textsIn(part: Part, key = ''): readonly { readonly key: string; readonly format: string | undefined }[] {
  const own = part.type === 'string' ? [{ key, format: part.format }] : []
  const inner = [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.items === undefined ? [] : [part.items])]
  return [
    ...own,
    ...inner.flatMap((each) => textsIn(each, key)),
    ...Object.entries(part.properties ?? {}).flatMap(([name, each]) => textsIn(each, name)),
  ]
}

it('takes only UUIDs for agents and turns in the inputs of operations', () => {
  const found: string[] = []
  let ids = 0
  mapOperations(({ group, name, procedure }) => {
    const schema = untyped<z.ZodType | undefined>(procedure['~orpc'].inputSchema)
    if (schema === undefined) return
    const input = untyped<Part>(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
    for (const { key, format } of textsIn(input).filter((text) => ID.test(text.key))) {
      ids += 1
      if (format !== 'uuid') found.push(`${group}.${name}: ${key}`)
    }
  })
  expect(found).toEqual([])
  expect(ids).toBeGreaterThan(50)
})
