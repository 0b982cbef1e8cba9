import { readFile } from 'node:fs/promises'

import { validate } from '@readme/openapi-parser'
import { expect, it } from 'vitest'
import { z } from 'zod'

import { makeApiAnswers } from '../../../scripts/api-answers.ts'
import { HTTP_STATUS } from '../../../src/main/hosts/api/api-failure.ts'
import { openApiDocument } from '../../../src/main/hosts/api/openapi-document.ts'
import { accessOf } from '../../../src/main/hosts/api/operation-access.ts'
import { contract } from '../../../src/shared/contract.ts'

const post = z.object({ post: z.object({ operationId: z.string(), requestBody: z.unknown().optional() }) })
await makeApiAnswers()
const document = await openApiDocument('1.0.0', 'http://127.0.0.1:1985/v1')

it('is valid OpenAPI', async () => {
  const checked = await validate(JSON.parse(JSON.stringify(document)))
  expect(checked).toMatchObject({ valid: true, specification: 'OpenAPI' })
  expect(document.openapi).toMatch(/^3\.1\./)
})

it('describes every operation that a token may use', () => {
  const served = Object.entries(contract).flatMap(([group, operations]) =>
    Object.keys(operations).flatMap((name) => (accessOf([group, name]) === 'none' ? [] : [`${group}.${name}`])),
  )
  const described = Object.values(document.paths ?? {}).map((item) => post.parse(item).post.operationId)
  expect(described.toSorted()).toEqual(served.toSorted())
})

it('says what each operation does: else a comment above it in the contract is missing', () => {
  const silent = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    /^\w/.test(item?.post?.description ?? '') ? [] : [path],
  )
  expect(silent).toEqual([])
  expect(document.paths?.['/agents/pin']?.post?.description).toMatch(
    /Pins.*\n\nLeast scope of the token: `standard`\.$/s,
  )
})

it('describes inputs by the schemas that check them', () => {
  const { requestBody } = post.parse(document.paths?.['/agents/submit']).post
  expect(JSON.stringify(requestBody)).toContain('"enum":["refuse","queue"]')
  expect(JSON.stringify(document)).not.toContain('$defs')
})

it('types every answer: only a setting of a window may be anything', () => {
  const content = z.object({ 'application/json': z.object({ schema: z.record(z.string(), z.unknown()) }).optional() })
  const done = z.object({ post: z.object({ responses: z.object({ 200: z.object({ content }) }) }) })
  const untyped = Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
    const { schema = { type: 'feed' } } = done.parse(item).post.responses['200'].content['application/json'] ?? {}
    return Object.keys(schema).every((key) => key === 'description') ? [path] : []
  })
  expect(untyped).toEqual(['/settings/get'])
  expect(document.paths?.['/agents/subscribe']?.post?.responses?.['200']).toMatchObject({
    content: { 'text/event-stream': {} },
  })
})

it('is complete in the documentation: each status stands in the table beside its categories', async () => {
  const page = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8')
  for (const [category, status] of Object.entries(HTTP_STATUS)) {
    expect(page).toMatch(new RegExp(`\\| ${status} \\|[^\\n]*\`${category}\``))
  }
})
