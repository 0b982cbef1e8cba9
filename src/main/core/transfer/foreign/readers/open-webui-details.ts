/** A part of an answer's text. */
export type Detail =
  | { readonly type: 'text' | 'thinking'; readonly text: string }
  | {
      readonly type: 'call'
      readonly id: string | null
      readonly name: string | null
      readonly input: string
      /** Null: no result. */
      readonly output: string | null
    }

const OPENING = /<details\s+type="(reasoning|tool_calls)"([^>]*)>/g
const CLOSING = '</details>'

/** Splits a text with `<details type="reasoning">` and `<details type="tool_calls">`. One that is not closed is text. */
export function detailsIn(content: string): readonly Detail[] {
  const found: Detail[] = []
  let at = 0
  for (const match of content.matchAll(OPENING)) {
    const start = match.index + match[0].length
    const end = content.indexOf(CLOSING, start)
    if (match.index < at || end === -1) continue
    push(found, content.slice(at, match.index))
    const inner = content.slice(start, end)
    found.push(match[1] === 'reasoning' ? { type: 'thinking', text: thoughtIn(inner) } : callIn(match[2] ?? ''))
    at = end + CLOSING.length
  }
  push(found, content.slice(at))
  return found
}

function push(found: Detail[], words: string): void {
  const trimmed = words.trim()
  if (trimmed !== '') found.push({ type: 'text', text: trimmed })
}

function thoughtIn(inner: string): string {
  const end = inner.indexOf('</summary>')
  const words = inner.trimStart().startsWith('<summary>') && end !== -1 ? inner.slice(end + 10) : inner
  return unescaped(words.trim())
}

function callIn(attributes: string): Detail {
  const value = (name: string): string | null => {
    const found = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]
    return found === undefined ? null : unescaped(found)
  }
  return {
    type: 'call',
    id: value('id'),
    name: value('name'),
    input: value('arguments') ?? '{}',
    output: value('result'),
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

function unescaped(words: string): string {
  return words.replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}
