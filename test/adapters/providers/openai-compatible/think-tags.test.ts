import { expect, it } from 'vitest'

import { type TaggedPiece, ThinkTags } from '../../../../src/main/adapters/providers/openai-compatible/think-tags.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

/** Thinking in tags at the beginning of an answer, in every way to cut it into chunks. */

/** What is shown of an answer. A retyping piece changes the type of all before it. */
function divided(chunks: readonly string[], openType: 'text' | 'thinking') {
  const tags = new ThinkTags(openType)
  const shown = { thinking: '', text: '' }
  const add = ({ type, text, retypes }: TaggedPiece): void => {
    if (retypes === true) {
      const all = shown.thinking + shown.text
      Object.assign(shown, { thinking: '', text: '', [type]: all })
    }
    shown[type] += text
  }
  for (const chunk of chunks) tags.push(chunk).forEach(add)
  tags.end().forEach(add)
  return { ...shown, learned: tags.learned }
}

type Case = readonly [name: string, answer: string, thinking: string, text: string]

const CASES: readonly Case[] = [
  ['DeepSeek R1', '<think>\nfirst this\n</think>\n\nThe answer', 'first this', 'The answer'],
  ['an empty thought', '<think>\n\n</think>\n\nThe answer', '', 'The answer'],
  ['white space before the tag', '\n\n <think>a</think>b', 'a', 'b'],
  ['capitals', '<THINK>a</Think>b', 'a', 'b'],
  ['another name', '<thinking>a</thinking>\nb', 'a', 'b'],
  ['a thought', '<thought>a</thought>b', 'a', 'b'],
  ['reasoning', '<reasoning>a</reasoning>b', 'a', 'b'],
  ['Seed-OSS', '<seed:think>a</seed:think>b', 'a', 'b'],
  ['Magistral', '[THINK]a[/THINK]b', 'a', 'b'],
  ['Kimi-VL', '◁think▷a◁/think▷b', 'a', 'b'],
  ['Command A', '<|START_THINKING|>a<|END_THINKING|>b', 'a', 'b'],
  ['OpenThinker', '<|begin_of_thought|>a<|end_of_thought|>b', 'a', 'b'],
  ['gpt-oss', '<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b', 'a', 'b'],
  ['another tag inside', '<think>what is </thinking> for?</think>b', 'what is </thinking> for?', 'b'],
  ['two thoughts', '<think>a</think>\n<think>b</think>c', 'ab', 'c'],
  ['a tag behind the thought', '<think>a</think>Write <think> here</think>', 'a', 'Write <think> here</think>'],
  ['a thought that is cut', '<think>\nfirst th', 'first th', ''],
  ['a thought that is cut in its end', '<think>first</thi', 'first</thi', ''],
  ['a template that began it', 'first this\n</think>\n\nThe answer', 'first this', 'The answer'],
  ['a template, without line ends', 'first this.</think>The answer', 'first this.', 'The answer'],
  ['a template, with a blank', 'first this </think>\n\nThe answer', 'first this', 'The answer'],
  ['a template, at once closed', '</think>\n\nThe answer', '', 'The answer'],
  ['a template and an end', 'first this\n</think>', 'first this', ''],
  ['a template of Magistral', 'first this\n[/THINK]The answer', 'first this', 'The answer'],
  ['a template, with code in the thought', 'try `x`\n```\ny\n```\n</think>\n\nz', 'try `x`\n```\ny\n```', 'z'],
  ['no tag', 'Hello, world.\n\n<b>bold</b>', '', 'Hello, world.\n\n<b>bold</b>'],
  ['an opening tag in the middle', 'Write <think> here', '', 'Write <think> here'],
  ['both tags in the middle', 'Use <think> and </think> around it', '', 'Use <think> and </think> around it'],
  ['both tags on lines', 'Use\n<think>\nx\n</think>\naround it', '', 'Use\n<think>\nx\n</think>\naround it'],
  ['a closing tag in a sentence', 'The tag </think> ends it', '', 'The tag </think> ends it'],
  ['a closing tag in code', 'Write `</think>` here', '', 'Write `</think>` here'],
  ['a closing tag in a block of code', 'So:\n```\nx\n</think>\n```\n', '', 'So:\n```\nx\n</think>\n```\n'],
  ['a closing tag in quotes', 'the text “</think>” ends it', '', 'the text “</think>” ends it'],
  ['the beginning of a tag', '<thin', '', '<thin'],
  ['a longer name', '<thinker>a</thinker>', '', '<thinker>a</thinker>'],
  ['white space', '  \n', '', '  \n'],
  ['nothing', '', '', ''],
]

it.each(CASES)('%s, in all ways to cut it in three', (_, answer, thinking, text) => {
  for (const openType of ['text', 'thinking'] as const) {
    for (let first = 0; first <= answer.length; first += 1) {
      for (let second = first; second <= answer.length; second += 1) {
        const chunks = [answer.slice(0, first), answer.slice(first, second), answer.slice(second)]
        const found = divided(chunks, openType)
        expect([found.thinking.trim(), found.text, chunks]).toEqual([thinking, text, chunks])
      }
    }
  }
})

it('loses no letter, and depends on no chunking: random texts of tags, code and words', () => {
  const random = seededRandom(20_261_128)
  const pieces = [
    '<think>',
    '</think>',
    '\n',
    '\n\n',
    'word',
    ' ',
    '`',
    '```',
    '<',
    '</',
    'th',
    '[THINK]',
    '[/THINK]',
    '.',
    '◁',
    '>',
  ]
  const letters = (text: string): string => text.replaceAll(/\s|<\/?think>|\[\/?THINK\]/gi, '')
  for (let run = 0; run < 3_000; run += 1) {
    const answer = Array.from(
      { length: 1 + Math.floor(random() * 12) },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join('')
    const whole = divided([answer], 'thinking')
    for (const openType of ['text', 'thinking'] as const) {
      const chunks: string[] = []
      for (let at = 0; at < answer.length;) {
        const length = 1 + Math.floor(random() * 4)
        chunks.push(answer.slice(at, at + length))
        at += length
      }
      const found = divided(chunks, openType)
      expect([found.thinking.trim(), found.text.trim(), answer]).toEqual([
        whole.thinking.trim(),
        whole.text.trim(),
        answer,
      ])
    }
    expect(letters(whole.thinking + whole.text)).toBe(letters(answer))
  }
})

it('learns whether the template begins the thinking', () => {
  expect(divided(['a\n</think>\nb'], 'thinking').learned).toBe('thinking')
  expect(divided(['a\n</think>\nb'], 'text').learned).toBe('thinking')
  expect(divided(['<think>a</think>b'], 'thinking').learned).toBe('plain')
  expect(divided(['Hello'], 'thinking').learned).toBe('plain')
  expect(divided([''], 'thinking').learned).toBeNull()
})

it('passes text of a plain model on as it comes', () => {
  const tags = new ThinkTags('text')
  const passed = ['Hel', 'lo, ', 'world', '.'].flatMap((chunk) => tags.push(chunk))
  expect(passed.map(({ text }) => text).join('')).toBe('Hello, world.')
})
