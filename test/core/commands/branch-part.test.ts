import { expect, it } from 'vitest'

import { branchPart, tooLong } from '../../../src/main/core/commands/branch-part.ts'
import { refusalOf, valueOf } from '../../support/drive-agent.ts'
import { eventLog } from '../../support/event-log-builder.ts'

/** A branch of two turns without turn ids, after one that it inherits. */
function branch() {
  const [parent, log] = [eventLog('parent'), eventLog('child')]
  const inherited = [parent.add({ kind: 'user', content: 'x'.repeat(4_000) })]
  const items = ['a', 'b'].flatMap((name) => [
    log.add({ kind: 'user', content: name.repeat(380) }),
    log.add({ kind: 'assistant', content: name.repeat(20), data: { model: 'haiku' } }),
  ])
  return { inherited, items }
}

it('takes the newest answer of a branch, and 5 % of its own tokens as the limit', () => {
  const { inherited, items } = branch()
  const part = valueOf(branchPart([...inherited, ...items], { source: 'child' }))
  expect(part).toMatchObject({ text: 'b'.repeat(20), tokens: 5, branchTokens: 200, maxTokens: 10 })
  expect(part.source).toEqual({ agent: 'child', events: items.map(({ id }) => id), model: 'haiku' })
})

it('takes the messages of one turn, but the limit of the whole branch', () => {
  const { items } = branch()
  const [prompt, answer, , last] = items.map(({ id }) => id)
  const part = valueOf(branchPart(items, { source: 'child', turn: answer }))
  expect(part).toMatchObject({ text: 'a'.repeat(20), maxTokens: 10, source: { events: [prompt, answer] } })
  expect(refusalOf(branchPart(items, { source: 'child', turn: (last ?? 0) + 1 }))).toMatch(/not in this branch/)
})

it('compares the tokens of a text with the limit', () => {
  const message = (length: number) =>
    tooLong(valueOf(branchPart(branch().items, { source: 'child', text: 'w'.repeat(length) })))
  expect(message(40)).toBeNull()
  expect(message(41)).toMatch(/about 11 tokens; the limit is 10 tokens, for a branch of 200 tokens/)
})

it('refuses a branch without an answer', () => {
  const { inherited, items } = branch()
  expect(refusalOf(branchPart(inherited, { source: 'child' }))).toBe('There is no answer to merge yet.')
  expect(refusalOf(branchPart(items.slice(0, 1), { source: 'child' }))).toBe('There is no answer to merge yet.')
})
