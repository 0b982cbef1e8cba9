import { expect, it } from 'vitest'

import { isOnFirstLine, isOnLastLine, NO_RECALL, recallStep } from '../../../src/renderer/prompt/prompt-recall.ts'

const HISTORY = ['newest', 'older']

it('goes back through the prompts and returns to the draft', () => {
  const first = recallStep(HISTORY, NO_RECALL, 'draft', 1)
  expect(first).toEqual({ recall: { index: 0, draft: 'draft' }, text: 'newest' })
  const second = recallStep(HISTORY, first?.recall ?? NO_RECALL, 'newest', 1)
  expect(second).toEqual({ recall: { index: 1, draft: 'draft' }, text: 'older' })
  expect(recallStep(HISTORY, second?.recall ?? NO_RECALL, 'older', 1)).toBeNull()
  expect(recallStep(HISTORY, { index: 0, draft: 'draft' }, 'newest', -1)).toEqual({ recall: NO_RECALL, text: 'draft' })
  expect(recallStep(HISTORY, NO_RECALL, 'draft', -1)).toBeNull()
})

it('leaves the arrows to the text while the cursor can move in it', () => {
  expect([isOnFirstLine('a\nb', 1), isOnFirstLine('a\nb', 2)]).toEqual([true, false])
  expect([isOnLastLine('a\nb', 1), isOnLastLine('a\nb', 2)]).toEqual([false, true])
})
