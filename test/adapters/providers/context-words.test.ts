import { describe, expect, it } from 'vitest'

import { anthropicErrorBody } from '../../../src/main/adapters/providers/anthropic/anthropic-errors.ts'
import { googleErrorBody } from '../../../src/main/adapters/providers/google/google-errors.ts'
import { openaiErrorBody } from '../../../src/main/adapters/providers/openai-error.ts'
import type { ErrorCategory } from '../../../src/shared/app-error.ts'

/** A gateway for one API passes on the words of another: each adapter knows all of them. */
const CATEGORY_AT: Readonly<Record<string, (message: string) => ErrorCategory>> = {
  Messages: (message) =>
    anthropicErrorBody({ type: 'error', error: { type: 'invalid_request_error', message } }, { status: 400 }).category,
  'Messages without a type': (message) => anthropicErrorBody({ error: { message } }, { status: 400 }).category,
  'Chat and Responses': (message) => openaiErrorBody('openai', { message, code: null }, { status: 400 }).category,
  'an event of a stream': (message) => openaiErrorBody('local', { message, code: 400 }).category,
  generateContent: (message) => googleErrorBody({ code: 400, message, status: 'INVALID_ARGUMENT' }, 400).category,
}

describe.each(Object.keys(CATEGORY_AT))('at %s', (wire) => {
  it.each([
    'prompt is too long: 210000 tokens > 200000 maximum',
    'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000',
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    'The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).',
    'Your request exceeded model token limit: 262144 (requested: 291351)',
    "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
    'request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it',
    'Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length',
    'Please reduce the length of the messages or completion.',
    'Input is too long for requested model.',
    'Too many tokens in the prompt',
    'The prompt is too long: 40000, model maximum context length: 32768',
    'no user query found in messages',
    'anthropic error: Requested token count exceeds the model’s maximum context length',
  ])('is too long: %s', (message) => {
    expect(CATEGORY_AT[wire]?.(message)).toBe('CONTEXT_LENGTH')
  })

  it.each([
    'max_tokens is too large: 200000. This model supports at most 16384 completion tokens.',
    'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude-x',
    '`max_tokens` must be less than or equal to `32768`, the maximum value for `max_tokens` is less than the `context_window` for this model',
    'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 60000.',
    'messages.0.content: text content blocks must be non-empty',
    'temperature: range: -1..1',
  ])('is not too long: %s', (message) => {
    expect(CATEGORY_AT[wire]?.(message)).toBe('INVALID_REQUEST')
  })
})

describe('an error of a local server itself', () => {
  const at = (status: number, message: string) => openaiErrorBody('local', { message, type: 'api_error' }, { status })
  it.each([
    'no user query found in messages',
    'the context size is exceeded: 9000 of 8192 tokens',
    'the prompt is too long for this model',
  ])('is no error that another try ends: %s', (message) => {
    expect(at(500, message)).toMatchObject({ category: 'CONTEXT_LENGTH', retryable: false })
  })

  it('is tried again otherwise', () => {
    expect(at(500, 'llama runner process has terminated')).toMatchObject({ category: 'SERVER', retryable: true })
    expect(at(503, 'the context size is exceeded')).toMatchObject({ category: 'OVERLOADED' })
  })
})
