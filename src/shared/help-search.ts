import type { HelpPage, HelpTarget } from './help-pages.ts'
import { type HelpSection, withoutMarks } from './help-text.ts'

/** A page with its sections. */
export interface HelpPageSections {
  readonly page: HelpPage
  readonly sections: readonly HelpSection[]
}

/** A section that contains all words of a search. */
export interface HelpHit extends HelpTarget {
  readonly pageTitle: string
  /** The heading of the section. */
  readonly title: string
  /** Some words around the first of those that were found; empty: they are in the headings only. */
  readonly excerpt: string
}

/** Sections that a search returns at most. */
const MOST_HITS = 30
/** Length of an excerpt before and after what was found, UTF-16 units. */
const BEFORE = 40
const AFTER = 100

/**
 * Returns the sections that contain every word, the best first: words in headings count more than words in the text, and
 * whole words more than beginnings. Capital letters are not told apart.
 */
export function searchHelp(pages: readonly HelpPageSections[], query: string): readonly HelpHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const scored = pages.flatMap(({ page, sections }) => {
    const pageTitle = sections[0]?.title ?? page
    return sections.flatMap(({ anchor, title, source }, index) => {
      const text = searchedText(source)
      const score = scoreOf({ heading: title, pageTitle, text }, words)
      if (score === 0) return []
      const hit = { page, anchor: index === 0 ? null : anchor, pageTitle, title, excerpt: excerptOf(text, words) }
      return [{ score, hit }]
    })
  })
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_HITS)
    .map(({ hit }) => hit)
}

/** Returns what is below the heading, without the lines of tables and the marks of lists. */
function searchedText(source: string): string {
  const below = source.slice(source.indexOf('\n') + 1 || source.length)
  return withoutMarks(below)
    .replaceAll(/^(?:[-+]|\d+\.|#+) /gm, '')
    .replaceAll(/\|[ |:-]*/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

interface Searched {
  readonly heading: string
  readonly pageTitle: string
  readonly text: string
}

/** 0: a word is missing. */
function scoreOf({ heading, pageTitle, text }: Searched, words: readonly string[]): number {
  let sum = 0
  for (const word of words) {
    const found = 8 * weightOf(heading, word) + 3 * weightOf(pageTitle, word) + weightOf(text, word)
    if (found === 0) return 0
    sum += found
  }
  return sum
}

/** 2: a whole word; 1: the beginning of one, or inside of it; 0: not there. */
function weightOf(text: string, word: string): number {
  const lower = text.toLowerCase()
  const place = lower.indexOf(word)
  if (place === -1) return 0
  return lower.split(/[^\p{L}\p{N}_./-]+/u).includes(word) ? 2 : 1
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place !== -1)
  if (places.length === 0) return ''
  const place = Math.min(...places)
  const start = Math.max(0, text.lastIndexOf(' ', Math.max(0, place - BEFORE)) + 1)
  const end = place + AFTER >= text.length ? text.length : text.lastIndexOf(' ', place + AFTER)
  return `${start === 0 ? '' : '… '}${text.slice(start, end).trim()}${end === text.length ? '' : ' …'}`
}
