import { expect, it } from 'vitest'

import { anthropicErrorBody } from '../../../src/main/adapters/providers/anthropic/anthropic-errors.ts'

const refusal = (message: string, more: object = {}) => ({
  type: 'error',
  error: { type: 'invalid_request_error', message, ...more },
})
const WORDS =
  'messages.0.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size'
const fields = { paths: ['messages.0.content.1'], max_side_length_pixels: 2_000 }

it.each([
  ['the field of the error', refusal('Too large', fields), 2_000],
  [
    'the field of its details',
    refusal('Too large', { details: { type: 'image_dimensions_too_large', ...fields } }),
    2_000,
  ],
  ['the field below its own name', refusal('Too large', { image_dimensions_too_large: fields }), 2_000],
  ['the field before the words', refusal(`${WORDS}: 8000 pixels`, fields), 2_000],
  ['the words', refusal(`${WORDS}: 8000 pixels`), 8_000],
  ['the words for many pictures', refusal(`${WORDS} for many-image requests: 2000 pixels`), 2_000],
  ['the short unit', refusal('image dimensions must be below 1568 px'), 1_568],
  ['no number', refusal(WORDS), undefined],
  ['a number of something else', refusal('max_tokens: 100000 > 64000'), undefined],
  ['a number that is none', refusal('Too large', { max_side_length_pixels: '2000' }), undefined],
  ['zero', refusal('Too large', { max_side_length_pixels: 0 }), undefined],
])('the longest side of a picture follows from %s', (_, body, side) => {
  expect(anthropicErrorBody(body, { status: 400 }).maxImageSide).toBe(side)
})
