import { defined } from '../../../../shared/defined.ts'

/** How models write their thinking into the text: an opening and a closing mark. Lower case. */
const TAGS: readonly (readonly [open: string, close: string])[] = [
  ...[
    'think',
    'thinking',
    'thought',
    'thoughts',
    'reasoning',
    'reason',
    'seed:think',
    'mm:think',
    'scratchpad',
    'ant_thinking',
    'antthinking',
  ].map((name) => [`<${name}>`, `</${name}>`] as const),
  // Magistral
  ['[think]', '[/think]'],
  // Kimi
  ['◁think▷', '◁/think▷'],
  // Command A
  ['<|start_thinking|>', '<|end_thinking|>'],
  // OpenThinker and Sky-T1
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  // Apertus
  ['<|inner_prefix|>', '<|inner_suffix|>'],
  // Gemma 4
  ['<|channel>thought', '<channel|>'],
  // gpt-oss, whose server does not parse its channels
  ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
]

const OPENING = TAGS.map(([open]) => open)
const CLOSING = TAGS.map(([, close]) => close)
const LONGEST = Math.max(...[...OPENING, ...CLOSING].map(({ length }) => length))

/** A piece of an answer. `retypes`: all that was passed on before is of this type too. */
export interface TaggedPiece {
  readonly type: 'text' | 'thinking'
  readonly text: string
  readonly retypes?: true
}

/** How answers of a model begin: `thinking`: its chat template has opened a tag. `unknown`: it may have. */
export type AnswerStart = 'plain' | 'thinking' | 'unknown'

/**
 * Models whose chat templates open the tag, by their names: DeepSeek R1 and models distilled from it, QwQ, GLM-Z1, EXAONE
 * Deep, MiniMax M2, Olmo Think, and what is named after its thinking, as Qwen's and GLM's (the models' `chat_template`).
 */
const OPENS_THINKING = /(^|[^a-z0-9])(r1|qwq|z1|exaone[-_.]?deep|minimax[-_.]?m2(\.\d+)?|think|thinking)(?![a-z0-9])/i
/** Names which say that the model does not think. */
const NEVER_THINKS = /(^|[^a-z])(no|non|without)[-_]?think/i

/** Returns how an answer of a model probably begins. `learned`: what an earlier answer has shown; null: nothing. */
export function likelyStart(model: string, learned: string | null): AnswerStart {
  if (learned === 'plain' || learned === 'thinking') return learned
  return OPENS_THINKING.test(model) && !NEVER_THINKS.test(model) ? 'thinking' : 'unknown'
}

/** After so many closing tags that are part of the text, the rest is not searched for more. */
const MOST_TAGS = 20

/**
 * Divides the text of an answer into thinking in tags at its beginning, and the rest. Tags behind other text are text,
 * except for a closing tag without an opening one: it ends thinking that the model's chat template began. Chunks can be
 * cut anywhere; the time is linear in the text.
 */
export class ThinkTags {
  /** `start`: white space, or the beginning of a tag. `open`: text that may be followed by a closing tag. */
  #state: 'start' | 'thinking' | 'open' | 'text' = 'start'
  #close = ''
  /** Nothing but white space of the thinking has been read. */
  #isFresh = true
  /** The end of the text, about which the next characters decide. */
  #rest = ''
  /** All text since `open` began, without `#rest`. */
  #before = ''
  #rejected = 0
  readonly #openType: 'text' | 'thinking'
  #learned: 'plain' | 'thinking' | null = null

  /**
   * `openType`: what text is passed on as while a closing tag may follow it. It is retyped if it turns out to be the
   * other.
   */
  constructor(openType: 'text' | 'thinking') {
    this.#openType = openType
  }

  /** Whether the model's template begins its thinking (`thinking`) or not (`plain`); null: the answer has not shown it. */
  get learned(): 'plain' | 'thinking' | null {
    return this.#learned
  }

  push(text: string): TaggedPiece[] {
    if (this.#state === 'text') return text === '' ? [] : [{ type: 'text', text }]
    this.#rest += text
    return this.#read(false)
  }

  /** Called when the text ends: at the end of the answer, or where a call begins. */
  end(): TaggedPiece[] {
    const pieces = this.#read(true)
    const text = this.#rest
    this.#rest = ''
    if (this.#state === 'open') this.#endOpen(pieces, text)
    else if (text !== '' && (this.#state !== 'thinking' || text.trim() !== '')) {
      pieces.push({ type: this.#state === 'thinking' ? 'thinking' : 'text', text })
    }
    if (this.#state !== 'thinking') this.#state = 'text'
    return pieces
  }

  /** What was open is the answer. */
  #endOpen(pieces: TaggedPiece[], text: string): void {
    const isRetyped = this.#openType === 'thinking' && this.#before !== ''
    if (isRetyped || text !== '')
      pieces.push({ type: 'text', text, ...defined({ retypes: isRetyped ? true : undefined }) })
    this.#learned = 'plain'
    this.#state = 'text'
  }

  #read(isLast: boolean): TaggedPiece[] {
    const pieces: TaggedPiece[] = []
    for (let before = null; before !== this.#state;) {
      before = this.#state
      if (before === 'start') this.#readStart(isLast)
      else if (before === 'thinking') this.#readThinking(pieces, isLast)
      else if (before === 'open') this.#readOpen(pieces, isLast)
      else if (this.#rest !== '') {
        pieces.push({ type: 'text', text: this.#rest })
        this.#rest = ''
      }
    }
    return pieces
  }

  #readStart(isLast: boolean): void {
    const body = this.#rest.trimStart()
    const lower = body.slice(0, LONGEST).toLowerCase()
    const index = OPENING.findIndex((open) => lower.startsWith(open))
    if (index >= 0) {
      this.#close = CLOSING[index] ?? ''
      this.#rest = body.slice(OPENING[index]?.length)
      this.#isFresh = true
      this.#learned ??= 'plain'
      this.#state = 'thinking'
    } else if (body !== '' && (isLast || !OPENING.some((open) => open.startsWith(lower)))) {
      // After thinking, only more thinking may follow in tags.
      this.#state = this.#learned === null ? 'open' : 'text'
      if (this.#state === 'text') this.#rest = body
    }
  }

  #readThinking(pieces: TaggedPiece[], isLast: boolean): void {
    const at = this.#rest.toLowerCase().indexOf(this.#close)
    const sure = this.#rest.slice(
      0,
      at >= 0 ? at : this.#rest.length - (isLast ? 0 : undecided(this.#rest, [this.#close])),
    )
    const begun = this.#isFresh ? sure.trimStart() : sure
    const thought = at >= 0 ? begun.trimEnd() : begun
    if (thought.trim() !== '') {
      pieces.push({ type: 'thinking', text: thought })
      this.#isFresh = false
    } else if (at < 0) return
    this.#rest = this.#rest.slice(at >= 0 ? at + this.#close.length : sure.length)
    if (at >= 0) this.#state = 'start'
  }

  #readOpen(pieces: TaggedPiece[], isLast: boolean): void {
    for (const { tag, at } of tagsIn(this.#rest)) {
      const after = this.#rest.slice(at + tag.length)
      if (!isLast && !/^(\r?\n[ \t]*)?\S|\n[ \t\r]*\n|^[ \t]/.test(after)) return
      if (!endsThinking(this.#before + this.#rest.slice(0, at), after, tag)) {
        this.#rejected += 1
        continue
      }
      const text = this.#rest.slice(0, at).trimEnd()
      const isRetyped = this.#openType === 'text' && this.#before !== ''
      if (isRetyped || text !== '')
        pieces.push({ type: 'thinking', text, ...defined({ retypes: isRetyped ? true : undefined }) })
      this.#learned = 'thinking'
      this.#rest = this.#rest.slice(at + tag.length)
      this.#state = 'start'
      return
    }
    const keep = isLast ? 0 : undecided(this.#rest, CLOSING)
    const sure = this.#rest.slice(0, this.#rest.length - keep)
    this.#before += sure
    this.#rest = this.#rest.slice(sure.length)
    if (sure !== '') pieces.push({ type: this.#openType, text: sure })
    if (this.#rejected > MOST_TAGS) this.#endOpen(pieces, '')
  }
}

interface FoundTag {
  readonly tag: string
  readonly at: number
}

/** The closing tags in a text, in their order. */
function tagsIn(text: string): readonly FoundTag[] {
  const lower = text.toLowerCase()
  const found = CLOSING.flatMap((tag) => {
    const places: FoundTag[] = []
    for (let at = lower.indexOf(tag); at >= 0; at = lower.indexOf(tag, at + tag.length)) places.push({ tag, at })
    return places
  })
  return found.toSorted((a, b) => a.at - b.at)
}

/** Returns how many characters at the end may belong to a closing tag, with the white space before it. */
function undecided(text: string, tags: readonly string[]): number {
  const tail = text.slice(-LONGEST).toLowerCase()
  let length = tail.length
  while (length > 0 && !tags.some((tag) => tag.startsWith(tail.slice(tail.length - length)))) length -= 1
  return length + blanksBefore(text, text.length - length)
}

function blanksBefore(text: string, at: number): number {
  let from = at
  while (from > 0 && /\s/.test(text[from - 1] ?? '')) from -= 1
  return at - from
}

/**
 * Whether a closing tag without an opening one ends thinking, and is not a tag that a text is about: it is not in code or
 * quotes, and either stands at the beginning or end of a line, or has words directly at both sides.
 */
function endsThinking(before: string, after: string, tag: string): boolean {
  const index = CLOSING.indexOf(tag)
  const open = OPENING[index] ?? tag
  if (before.toLowerCase().includes(open)) return false
  if (/["'`“‘«(]$/.test(before) || /^["'`”’»)]/.test(after)) return false
  const fences = before.match(/^ *(```|~~~)/gm)?.length ?? 0
  const ticks = (before.slice(before.lastIndexOf('\n') + 1).match(/`/g)?.length ?? 0) % 2
  if (fences % 2 === 1 || ticks === 1) return false
  if (before.trim() === '' || /\n[ \t]*$/.test(before)) return true
  if (/[ \t]$/.test(before)) return /^\r?\n\s*\n/.test(after)
  return after === '' || /^\s*\n/.test(after) || /^\S/.test(after)
}
