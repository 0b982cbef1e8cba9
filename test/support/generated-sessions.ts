import { FLAT_WRITERS } from './foreign-flat-writers.ts'
import { type Said, TREE_WRITERS } from './foreign-writers.ts'

/** A file of another tool, and what was said in it. */
interface GeneratedSession {
  readonly name: string
  readonly text: string
  readonly said: readonly Said[]
}

/** What a tool does not write: a file of it says nothing about it. */
const WITHOUT: Readonly<Record<string, readonly ('thought' | 'call' | 'picture')[]>> = {
  deepseek: ['call', 'picture'],
  cursor: ['call', 'picture'],
  typingmind: ['thought'],
  librechat: ['picture'],
  chatgpt: ['picture'],
  'gemini-cli': ['picture'],
  'big-agi': ['picture'],
  chatbox: ['picture'],
}

type Shape = 'linear' | 'long' | 'calls' | 'pictures' | 'branches' | 'edits'

const SHAPES: Readonly<Record<Shape, (tool: string) => readonly Said[]>> = {
  linear: () => chain(2),
  long: () => chain(40),
  calls: () => chain(3, { thought: 'One thought.', call: { name: 'look', output: 'Found.' } }),
  pictures: () => chain(2, { picture: true, thought: 'A picture.' }),
  // A second answer to the second prompt, a third one to the first, and what follows each.
  branches: () => [...chain(3), answer('b1', 'u2'), prompt('b2', 'b1'), answer('b3', 'b2'), answer('c1', 'u1')],
  // The first prompt again with other words, which is a conversation beside it; and an edit of the second.
  edits: () => [...chain(2, { call: { name: 'look', output: 'Found.' } }), prompt('e2', 'a1'), answer('e3', 'e2')],
}

const FLAT: readonly Shape[] = ['linear', 'long', 'calls', 'pictures']

/** Files of all tools in several shapes. Ids are unique. */
export function generatedSessions(): readonly GeneratedSession[] {
  const one = (tool: string, shape: Shape, write: (id: string, said: readonly Said[]) => string) => {
    const id = `${tool}-${shape}`
    const leftOut = WITHOUT[tool] ?? []
    const said = SHAPES[shape](tool).map((each) => ({
      ...without(each, leftOut),
      id: `${id}-${each.id}`,
      parent: each.parent === null ? null : `${id}-${each.parent}`,
    }))
    return { name: id, text: write(id, said), said }
  }
  const trees = Object.entries(TREE_WRITERS).flatMap(([tool, write]) =>
    (['linear', 'calls', 'pictures', 'branches', 'edits'] as const).map((shape) => one(tool, shape, write)),
  )
  const flat = Object.entries(FLAT_WRITERS).flatMap(([tool, write]) => FLAT.map((shape) => one(tool, shape, write)))
  return [...trees, ...flat]
}

function without({ thought, call, picture, ...said }: Said, leftOut: readonly string[]): Said {
  return {
    ...said,
    ...(thought !== undefined && !leftOut.includes('thought') && { thought }),
    ...(call !== undefined && !leftOut.includes('call') && { call }),
    ...(picture !== undefined && !leftOut.includes('picture') && { picture }),
  }
}

type Extras = Partial<Pick<Said, 'thought' | 'call' | 'picture'>>

/** Prompts and answers in turn. */
function chain(turns: number, extras: Extras = {}): readonly Said[] {
  return Array.from({ length: turns }, (_, index) => index + 1).flatMap((turn) => [
    prompt(`u${turn}`, turn === 1 ? null : `a${turn - 1}`, extras),
    answer(`a${turn}`, `u${turn}`, extras),
  ])
}

function prompt(id: string, parent: string | null, { picture }: Extras = {}): Said {
  return { id, parent, by: 'user', text: `Question ${id}.`, ...(picture === true && { picture }) }
}

function answer(id: string, parent: string, { thought, call }: Extras = {}): Said {
  return {
    id,
    parent,
    by: 'model',
    text: `Answer ${id}.`,
    ...(thought !== undefined && { thought }),
    ...(call !== undefined && { call }),
  }
}

/** The words of every path from a beginning to an end, with thoughts, calls and results; in any order. */
export function pathsOf(said: readonly Said[]): readonly string[] {
  const leaves = said.filter(({ id }) => said.every(({ parent }) => parent !== id))
  const upTo = (id: string | null): readonly string[] => {
    const one = said.find((each) => each.id === id)
    return one === undefined ? [] : [...upTo(one.parent), ...wordsOf(one)]
  }
  return leaves.map(({ id }) => upTo(id).join(' | ')).toSorted()
}

function wordsOf({ by, text, thought, call, picture }: Said): readonly string[] {
  if (by === 'user') return [picture === true ? `${text} [1]` : text]
  const parts = [...(thought === undefined ? [] : [`(${thought})`]), text]
  return call === undefined ? [...parts] : [...parts, `${call.name}()`, call.output]
}
