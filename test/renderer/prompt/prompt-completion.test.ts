import { describe, expect, it } from 'vitest'

import { completePrompt, type CompletionSource } from '../../../src/renderer/prompt/prompt-completion.ts'

const source: CompletionSource = {
  hasParent: true,
  marks: ['START', 'PLAN'],
  agents: [
    { id: 'd4e5f6', name: 'Reader' },
    { id: 'b7c8d9', name: 'b7c8d9' },
  ],
  models: ['claude-sonnet-5-5', 'claude-sonnet-4-5', 'gpt-5-nano', 'gpt-5-mini', 'gpt-5', 'local/qwen3'],
  modelNote: (model) => ({ 'claude-sonnet-5-5': 'default', 'claude-sonnet-4-5': 'until 2026-11-30' })[model] ?? '',
  profiles: ['read-only', 'plan', 'reviewer'],
  templates: [
    { name: 'commit', hint: '[message]', description: 'Writes a \u202Ecommit.' },
    { name: 'zen', hint: '', description: '' },
  ],
  levelMeaning: (model, level) => (level === 'max' || level === 'xhigh' ? '' : `${model} thinks ${level}`),
}

/** What is offered with the cursor at the end, or at `|`. */
function offered(text: string): readonly string[] | null {
  const cursor = text.includes('|') ? text.indexOf('|') : text.length
  return completePrompt(text.replace('|', ''), cursor, source)?.options.map((option) => option.text) ?? null
}

describe('completePrompt', () => {
  it('offers commands by their beginning, whatever the case, with a space where an argument may follow', () => {
    expect(offered('/m')).toEqual(['/model ', '/mark '])
    expect(offered('/M')).toEqual(['/model ', '/mark '])
    expect(offered('/che')).toEqual(['/check-mail'])
  })

  it('offers prompt templates behind the commands, with what their files say in visible form', () => {
    expect(offered('/com')).toEqual(['/compress ', '/commit '])
    expect(completePrompt('/commit', 7, source)).toBeNull()
    expect(completePrompt('/comm', 5, source)?.options).toEqual([
      { text: '/commit ', label: '/commit [message]', detail: 'Writes a ⟨U+202E⟩commit.' },
    ])
    expect(offered('/')?.at(-1)).toBe('/zen ')
  })

  it('offers nothing in a prompt, behind two slashes, or for a command that is whole', () => {
    expect([offered('plain'), offered('a /m'), offered('//m'), offered('/check-mail'), offered('/nonsense x')]).toEqual(
      [null, null, null, null, null],
    )
  })

  it('offers the models in their order, with what is said about them', () => {
    expect(offered('/model ')).toEqual(source.models)
    expect(offered('/model gpt-5-m')).toEqual(['gpt-5-mini'])
    expect(completePrompt('/model claude-', 14, source)?.options.map(({ detail }) => detail)).toEqual([
      'default',
      'until 2026-11-30',
    ])
  })

  it('offers the levels of a model behind its slash, and says what they mean', () => {
    expect(offered('/model local/qwen3/')).toEqual([
      'local/qwen3/none',
      'local/qwen3/low',
      'local/qwen3/med',
      'local/qwen3/high',
    ])
    expect(completePrompt('/model gpt-5/h', 14, source)?.options).toEqual([
      { text: 'gpt-5/high', label: 'gpt-5/high', detail: 'gpt-5 thinks high' },
    ])
  })

  it('offers the newest mark first, and the way back', () => {
    expect(offered('/clear ')).toEqual(['PLAN', 'START', '--undo', '--result'])
    expect(offered('/compress S')).toEqual(['START'])
  })

  it('offers marks and models to a fork, and nothing inside its prompt', () => {
    expect(offered('/fork ')).toEqual(['--model ', '--profile ', '--worktree ', 'PLAN', 'START'])
    expect(offered('/fork --model gpt-5-n')).toEqual(['gpt-5-nano'])
    expect(offered('/fork --model gpt-5 P')).toEqual(['PLAN', '--profile '])
    expect(offered('/fork --profile re')).toEqual(['read-only', 'reviewer'])
    expect(offered('/fork "compare P')).toBeNull()
  })

  it('offers agents by id or name to send and kill', () => {
    expect(offered('/send ')).toEqual(['parent ', 'd4e5f6 ', 'b7c8d9 '])
    expect(offered('/kill rea')).toEqual(['d4e5f6'])
    expect(offered('/send d4e5f6 he')).toBeNull()
  })

  it('looks at the line of the cursor alone, and replaces the word up to the cursor', () => {
    expect(completePrompt('Do this\n/cle now', 12, source)).toMatchObject({ from: 8, to: 12, preselected: 0 })
    expect(offered('/cl|\nmore text')).toEqual(['/clear '])
  })

  it('lets Enter send what is whole as it stands', () => {
    expect(completePrompt('/clear ', 7, source)?.preselected).toBe(-1)
    expect(completePrompt('/model gpt-5', 12, source)?.preselected).toBe(-1)
    expect(completePrompt('/model gpt-', 11, source)?.preselected).toBe(0)
  })
})
