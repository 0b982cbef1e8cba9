import { expect, it } from 'vitest'

import type { ForeignSession } from '../../../../src/main/core/transfer/foreign/foreign-tree.ts'
import { readSource } from '../../../../src/main/core/transfer/foreign/recognise.ts'
import { documentsOf, sample } from '../../../support/foreign-samples.ts'
import { importPurely } from '../../../support/import-purely.ts'

async function sessionsOf(name: string): Promise<readonly ForeignSession[]> {
  const documents = await documentsOf(sample(`synthetic/${name}`))
  return documents.flatMap((document) => readSource(document) ?? [])
}

/** The events of each agent with those that it inherited, as words; first the agent that the conversation goes on in. */
async function pathsOf(session: ForeignSession | undefined): Promise<readonly (readonly string[])[]> {
  if (session === undefined) return []
  const { placed } = await importPurely(session)
  const own = (agent: string, upTo: number): readonly string[] => {
    const { parentId = null, forkEventId = null } = placed.agents.find(({ id }) => id === agent) ?? {}
    const before = parentId === null || forkEventId === 0 ? [] : own(parentId, forkEventId ?? 0)
    const mine = placed.events.filter((each) => each.agent === agent && each.id <= upTo)
    return [...before, ...mine.map(({ event }) => wordsOf(event))]
  }
  const ids = placed.agents.map(({ id }) => id).toSorted((a, b) => (a === placed.main ? -1 : b === placed.main ? 1 : 0))
  return ids.map((id) => own(id, Number.MAX_SAFE_INTEGER))
}

function wordsOf(event: ForeignSession['nodes'][number]['events'][number]): string {
  const files = 'files' in event ? event.files.map(({ name }) => `[${name}]`) : []
  if (event.kind !== 'assistant') return [event.kind, 'text' in event ? event.text : '', ...files].join(' ').trim()
  const blocks = event.blocks.map(({ block }) => {
    if (block.type === 'text') return block.text
    return block.type === 'thinking' ? `(${block.text})` : `${block.name}()`
  })
  return ['answer', ...blocks, ...files].join(' ')
}

const PATHS: readonly (readonly [string, readonly (readonly (readonly string[])[])[]])[] = [
  [
    'deepseek.conversations.json',
    [
      [
        ['user What is a dot?', 'answer A point with a size.', 'user And a line?', 'answer Many dots in a row.'],
        ['user What is a dot?', 'answer (A small mark.) A dot is a small round mark.'],
      ],
      [['user Name a prime.', 'answer (Seven has no divisors.) Seven.']],
      [],
    ],
  ],
  [
    'typingmind.json',
    [
      [
        [
          'system Answer in one sentence.',
          'user What is this? [picture.png]',
          'answer I will measure it. measure()',
          'tool_result 1 by 1',
          'answer One pixel.',
          'user See this page.',
        ],
      ],
      [],
    ],
  ],
  [
    'jan.jsonl',
    [
      [
        [
          'system You weigh things.',
          'user How heavy is this? [picture.png]',
          'answer (I need a scale.) I will ask the scale. scale()',
          'tool_result 3 g',
          'answer Three grams.',
          'user And this?',
          'answer Five grams. scale()',
          'tool_result 5 g',
        ],
      ],
    ],
  ],
  [
    'chatbox.json',
    [
      [
        [
          'system You pack boxes.',
          'user What fits?',
          'answer (Count them.) count()',
          'tool_result {"count":12}',
          'answer Twelve books.',
          'user And cups?',
          'answer Six cups.',
        ],
        ['user Hello', 'answer (Be kind.) Hello.'],
        [
          'system You pack boxes.',
          'user What fits?',
          'answer (Count them.) count()',
          'tool_result {"count":12}',
          'answer Twelve books.',
          'user And cups?',
          'answer Four cups.',
        ],
      ],
    ],
  ],
  [
    'lobechat.json',
    [
      [
        [
          'user How old is an oak?',
          'answer (A tool knows.) I will look. trees__age()',
          'tool_result 200',
          'answer Two centuries.',
        ],
        [
          'user How old is an oak?',
          'answer (A tool knows.) I will look. trees__age()',
          'tool_result 200',
          'answer About 200 years.',
        ],
        [
          'user How old is an oak?',
          'answer (A tool knows.) I will look. trees__age()',
          'user Why that tool?',
          'answer It counts rings.',
        ],
      ],
      [['user A picture [dot.png]']],
    ],
  ],
  [
    'lobechat.topic.json',
    [
      [
        ['user Count to two.', 'answer 1, 2.'],
        ['user Count to two.', 'answer One, two.'],
      ],
    ],
  ],
  ['lobechat.older.json', [[['user Do you know dots?', 'answer Yes.', 'user Good.', 'answer Thanks.']]]],
  [
    'cherry-studio.data.json',
    [
      [
        [
          'user Name a colour. [picture.png]',
          'answer (Something calm.) Blue.',
          'user Mix it.',
          'answer mixer() [mix.txt]',
          'tool_result {"result":"purple"}',
          'answer Purple.',
        ],
        ['user Name a colour. [picture.png]', 'answer Red.'],
      ],
      [],
    ],
  ],
]

it.each(PATHS)('reads %s: branches, order, calls with their results, thinking and files', async (name, expected) => {
  const sessions = await sessionsOf(name)
  expect(await Promise.all(sessions.map(pathsOf))).toEqual(expected)
})

it.each([
  ['deepseek.conversations.json', 'Dots and lines', 'deepseek'],
  ['typingmind.json', 'A square', 'typingmind'],
  ['jan.jsonl', 'Weights', 'jan'],
  ['chatbox.json', 'Boxes', 'chatbox'],
  ['lobechat.json', 'Trees', 'lobechat'],
  ['lobechat.topic.json', 'One topic', 'lobechat'],
  ['lobechat.older.json', 'Older inbox', 'lobechat'],
  ['cherry-studio.data.json', 'Three colours', 'cherry-studio'],
])('knows the tool and the name of %s, and keeps no key that is in its settings', async (name, title, tool) => {
  const sessions = await sessionsOf(name)
  expect([sessions[0]?.name, ...new Set(sessions.map((session) => session.tool))]).toEqual([title, tool])
  for (const session of sessions) {
    const { lines } = await importPurely(session)
    expect(lines.filter((line) => line.includes('PLANTED-KEY'))).toEqual([])
  }
})
