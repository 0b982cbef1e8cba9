import { parseDocument } from 'yaml'

/** Largest front matter, UTF-16 units. */
const MAX_FRONT_MATTER = 16_384

export type FrontMatter =
  /** `body`: what follows the front matter. */
  | { readonly ok: true; readonly fields: ReadonlyMap<string, unknown>; readonly body: string }
  /** `problem` completes a sentence that begins with the file. */
  | { readonly ok: false; readonly problem: string }

/** Reads the YAML between `---` lines at the beginning of a text. A text without it has no fields. */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.split(/\r?\n/u)
  if (lines[0]?.trimEnd() !== '---') return { ok: true, fields: new Map(), body: text }
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---')
  if (end === -1) return { ok: false, problem: 'has front matter without an end' }
  const yaml = lines.slice(1, end).join('\n')
  if (yaml.length > MAX_FRONT_MATTER) return { ok: false, problem: 'has too much front matter' }
  const fields = parseFields(yaml) ?? parseFields(withQuotedColons(yaml))
  if (fields === null) return { ok: false, problem: 'has front matter that is not valid YAML' }
  const body = lines.slice(end + 1).join('\n')
  return { ok: true, fields, body: body.trim() }
}

/** Null: not a YAML mapping. Aliases are refused, because a few of them can expand to a text of any size. */
function parseFields(yaml: string): ReadonlyMap<string, unknown> | null {
  try {
    const document = parseDocument(yaml, { merge: false, logLevel: 'silent', prettyErrors: false })
    if (document.errors.length > 0) return null
    const value: unknown = document.toJS({ mapAsMap: true, maxAliasCount: 0 })
    if (value === null || value === undefined) return new Map()
    return value instanceof Map ? new Map([...value].map(([key, field]) => [String(key), field])) : null
  } catch {
    return null
  }
}

/** Many authors write a colon, or `[a] [b]`, in a value without quotation marks, which YAML does not allow. */
function withQuotedColons(yaml: string): string {
  return yaml.replaceAll(/^([\w-]+): +([^"'\s|>&*[{].*|\[[^\]]*\] *[^\s#].*)$/gmu, (_, key: string, value: string) => {
    return `${key}: ${JSON.stringify(value.trimEnd())}`
  })
}
