import { z } from 'zod'

import { fenced } from './fenced.ts'
import { visibleText } from './visible-text.ts'

const path = z.string().min(1).max(4_096)
const line = z.number().int().positive().max(10_000_000)

/** A comment of a user on lines of a file. */
const reviewCommentSchema = z
  .object({
    path,
    line,
    /** The last line. Missing: one line alone. */
    endLine: line.optional(),
    /** `old`: lines that the change removed, numbered as they were before. Missing: the file as it is now. */
    side: z.literal('old').optional(),
    /** The lines as the user saw them. Missing: as they are now. */
    quote: z.array(z.string().max(5_000)).min(1).max(500).readonly().optional(),
    text: z.string().trim().min(1).max(10_000),
  })
  .refine(({ line: first, endLine = first }) => endLine >= first && endLine - first < 500)
export type ReviewComment = Readonly<z.infer<typeof reviewCommentSchema>>

/** The most comments of one prompt. */
const MAX_REVIEW_COMMENTS = 200
export const reviewCommentsSchema = z.array(reviewCommentSchema).min(1).max(MAX_REVIEW_COMMENTS).readonly()

/**
 * Where the lines of a comment are now. `as_seen`: at their place; `moved`: at other lines; `changed`: nowhere any more;
 * `old`: the change removed them.
 */
export interface PlacedComment {
  readonly comment: ReviewComment
  readonly state: 'as_seen' | 'moved' | 'changed' | 'old'
  readonly line: number
  readonly endLine: number
  readonly quote: readonly string[]
}

/** Finds the lines of a comment in a file as it is now; null: there is no such file. */
export function placedComment(comment: ReviewComment, content: string | null): PlacedComment | null {
  const { line: first, endLine = first, side, quote } = comment
  const last = endLine
  if (side === 'old') return { comment, state: 'old', line: first, endLine: last, quote: quote ?? [] }
  const lines = content === null ? [] : linesOf(content)
  const now = lines.slice(first - 1, last)
  if (quote === undefined) {
    return last > lines.length ? null : { comment, state: 'as_seen', line: first, endLine: last, quote: now }
  }
  if (isSame(now, quote)) return { comment, state: 'as_seen', line: first, endLine: last, quote }
  const [found, ...others] = placesOf(quote, lines)
  if (found === undefined || others.length > 0) return { comment, state: 'changed', line: first, endLine: last, quote }
  return { comment, state: 'moved', line: found + 1, endLine: found + quote.length, quote }
}

function linesOf(content: string): readonly string[] {
  const lines = content.split('\n').map((each) => each.replace(/\r$/, ''))
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

function placesOf(quote: readonly string[], lines: readonly string[]): readonly number[] {
  const [begin] = quote
  return lines.flatMap((each, index) =>
    each === begin && isSame(lines.slice(index, index + quote.length), quote) ? [index] : [],
  )
}

function isSame(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((each, index) => each === second[index])
}

const NOTES: Readonly<Record<PlacedComment['state'], string>> = {
  as_seen: '',
  moved: ' (the lines have moved since the comment was written)',
  changed: ' (these lines have changed since the comment was written)',
  old: ' (lines that the change removed)',
}

/** Returns the one prompt with all comments: file, lines, the lines themselves, and what the user says. */
export function reviewPrompt(placed: readonly PlacedComment[]): string {
  const parts = placed.map(({ comment, state, line: first, endLine, quote }, index) => {
    const where = first === endLine ? `line ${first}` : `lines ${first} to ${endLine}`
    const head = `${index + 1}. ${visibleText(comment.path)}, ${where}${NOTES[state]}:`
    const quoted =
      quote.length === 0
        ? []
        : [
            fenced(
              quote
                .map((each) => visibleText(each))
                .join('\n')
                .replace(/\n$/, ''),
            ),
          ]
    return [head, ...quoted, comment.text].join('\n\n')
  })
  const many = placed.length === 1 ? 'a comment' : `${placed.length} comments`
  return [`I have reviewed the changes and have ${many}. Address each of them.`, ...parts].join('\n\n')
}

/** Reads `FILE:LINE` or `FILE:LINE-LINE`; null: the text has another form. */
export function parseCommentPlace(
  text: string,
): { readonly path: string; readonly line: number; readonly endLine?: number } | null {
  const parts = /^(?<path>.+):(?<line>[1-9]\d{0,7})(?:-(?<end>[1-9]\d{0,7}))?$/su.exec(text)?.groups
  if (parts === undefined) return null
  const { path: file = '', line: first = '', end } = parts
  return { path: file, line: Number(first), ...(end !== undefined && { endLine: Number(end) }) }
}

/**
 * Reads comments from JSON (an array of them, or an object with `comments`) or from Markdown: a heading `## FILE:LINE` or
 * `## FILE:LINE-LINE` for each, and the text below it. Null: there is none, or one has another form.
 */
export function parseReviewComments(text: string): readonly ReviewComment[] | null {
  const isJson = /^\s*[[{]/.test(text)
  return reviewCommentsSchema.safeParse(isJson ? fromJson(text) : fromMarkdown(text)).data ?? null
}

function fromJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'comments' in value ? value.comments : value
  } catch {
    return null
  }
}

function fromMarkdown(text: string): unknown {
  const sections = text.split(/^#{1,6}[ \t]+(?=\S+:\d+(?:-\d+)?[ \t]*\r?$)/m)
  const comments = sections.slice(1).map((section) => {
    const end = section.indexOf('\n')
    const place = parseCommentPlace((end === -1 ? section : section.slice(0, end)).trim())
    return place === null ? null : { ...place, text: end === -1 ? '' : section.slice(end + 1) }
  })
  return sections[0]?.trim() === '' ? comments : null
}
