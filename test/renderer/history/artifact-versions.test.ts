import { describe, expect, it } from 'vitest'

import { artifactVersions } from '../../../src/renderer/history/artifact-versions.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'

/** Answers in their order. */
function answers(...texts: readonly string[]): readonly AgentEvent[] {
  return texts.map((content, index) => ({
    id: index + 1,
    sessionId: 1,
    createdAt: '2026-11-20T09:00:00.000Z',
    agentId: 'a',
    turnId: null,
    kind: 'assistant',
    content,
    data: {},
  }))
}

const fence = (info: string, code: string): string => `Here it is:\n\n\`\`\`${info}\n${code}\n\`\`\`\n`
const shown = (language: string, code: string, fileName: string | null = null) => ({ language, code, fileName })

describe('artifactVersions', () => {
  it.each([
    ['one block', [fence('html', '<p>1</p>')], shown('html', '<p>1</p>'), ['<p>1</p>'], 0],
    [
      'blocks without a name',
      [fence('html', '<p>1</p>'), 'no code', fence('HTM', '<p>2</p>')],
      shown('html', '<p>1</p>'),
      ['<p>1</p>', '<p>2</p>'],
      0,
    ],
    [
      'the second of them',
      [fence('svg', '<svg>1</svg>'), fence('xml', '<svg>2</svg>')],
      shown('xml', '<svg>2</svg>'),
      ['<svg>1</svg>', '<svg>2</svg>'],
      1,
    ],
    [
      'two pages of one answer',
      [
        fence('html', '<p>a1</p>') + fence('html', '<p>b1</p>'),
        fence('html', '<p>a2</p>') + fence('html', '<p>b2</p>'),
      ],
      shown('html', '<p>b2</p>'),
      ['<p>b1</p>', '<p>b2</p>'],
      1,
    ],
    [
      'file names',
      [fence('html a.html', '<p>1</p>'), fence('html b.html', '<p>2</p>'), fence('html a.html', '<p>3</p>')],
      shown('html', '<p>3</p>', 'a.html'),
      ['<p>1</p>', '<p>3</p>'],
      1,
    ],
    [
      'titles',
      [
        fence('html', '<title>Tides</title>1'),
        fence('html', '<title>Moons</title>2'),
        fence('html', '<title> Tides </title>3'),
      ],
      shown('html', '<title>Tides</title>1'),
      ['<title>Tides</title>1', '<title> Tides </title>3'],
      0,
    ],
    [
      'headings of documents, in longer fences',
      ['````md\n# Plan\n```js\n1\n```\n````', '````md\n# Plan\ndone\n````', '```md\n# Other\n```'],
      shown('md', '# Plan\ndone'),
      ['# Plan\n```js\n1\n```', '# Plan\ndone'],
      1,
    ],
    [
      'a version that an answer repeats',
      [fence('html', '<p>1</p>'), fence('html', '<p>1</p>'), fence('html', '<p>2</p>')],
      shown('html', '<p>1</p>'),
      ['<p>1</p>', '<p>2</p>'],
      0,
    ],
    [
      'a version that comes back',
      [fence('html', '<p>1</p>'), fence('html', '<p>2</p>'), fence('html', '<p>1</p>')],
      shown('html', '<p>1</p>'),
      ['<p>2</p>', '<p>1</p>'],
      1,
    ],
    ['code that no answer has', [fence('html', '<p>1</p>')], shown('html', '<p>x</p>'), ['<p>x</p>'], 0],
    ['an open fence', ['```html\n<p>1</p>'], shown('html', '<p>1</p>'), ['<p>1</p>'], 0],
    [
      'other languages between',
      [fence('js', '1'), fence('html', '<p>1</p>'), fence('css', 'p {}')],
      shown('html', '<p>1</p>'),
      ['<p>1</p>'],
      0,
    ],
  ])('finds the versions of an artifact: %s', (_name, texts, artifact, codes, index) => {
    const found = artifactVersions(answers(...texts), artifact)
    expect(found.versions.map(({ code }) => code)).toEqual(codes)
    expect(found.index).toBe(index)
  })
})
