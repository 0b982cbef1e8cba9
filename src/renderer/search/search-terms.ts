/** A phrase in quotes, which may lack the last one, or a word. A minus before it excludes it. */
const TERM = /(-?)(?:"([^"]*)"?|([^\s"]+))/g

/**
 * Returns the phrases and words that a query of the search looks for, without quotes, in their order: `"a phrase"`,
 * `word`. Not `or`, and nothing after a minus (`-word`), unless the query has nothing else.
 */
export function searchTerms(query: string): readonly string[] {
  const terms = [...query.matchAll(TERM)].flatMap(([, minus, phrase, word]) => {
    const term = (phrase ?? word ?? '').trim()
    return minus === '-' || term === '' || (phrase === undefined && term.toLowerCase() === 'or') ? [] : [term]
  })
  const literal = query.replaceAll('"', '').trim()
  return terms.length > 0 || literal === '' ? terms : [literal]
}

/**
 * Returns what of a query is sought inside an event that the search found: the query as it was typed if the event's
 * text contains it, else its phrases and words.
 */
export function termsInEvent(query: string, text: string): readonly string[] {
  const literal = query.trim()
  return text.toLowerCase().includes(literal.toLowerCase()) && literal !== '' ? [literal] : searchTerms(query)
}
