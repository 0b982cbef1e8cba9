/**
 * Returns the visible texts and the labels of a page in the pseudo language of which a part is neither in its marks, nor a
 * figure, nor in `content`. Runs in the page, so it uses nothing from outside of itself.
 */
export function unmarkedTexts(content: string): readonly string[] {
  const LABELS = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']
  /** The pages of the help. */
  const ENGLISH = 'body [lang="en"]'
  /** Code, keys and what users type; the texts of messages. */
  const WRITTEN =
    'code, pre, kbd, textarea, script, style, [role="log"] [class*="markdown"], [role="log"] p[dir="auto"]'
  const SEPARATOR = / [·/→] |\n|, /
  /** Numbers with their units, days, thinking levels, ids, names of pools and commands, and what a provider answered. */
  const FIGURES = [
    /^[\d.,:%$≈≥<~+−–\s]*(ms|s|min|kB|MB|GB|bytes|k|M)?( [\d.]+ s)?$/,
    /^\d{1,2} [A-Z][a-z]{2,3} \d{4}(, [\d:]+)?$/,
    /^[A-Z][a-z]+day \d{1,2} [A-Z][a-z]+$/,
    /^[\d:]+$/,
    /^(none|low|med|high)$/,
    /^[0-9a-f]{6}$/,
    /^HTTP \d+$/,
    /^[@/][a-z-]+$/,
  ]

  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof HTMLElement) {
      if (node.closest(ENGLISH) === null) found.push(...LABELS.flatMap((name) => node.getAttribute(name) ?? []))
    } else if (isShown(node.parentElement)) found.push(node.textContent ?? '')
  }
  return [...new Set(found.filter((text) => withoutMarked(text).split(SEPARATOR).some(isForeign)))]

  function isShown(element: Element | null): boolean {
    return element !== null && element.checkVisibility() && element.closest(`${WRITTEN}, ${ENGLISH}`) === null
  }

  /** Marked texts can contain others. */
  function withoutMarked(text: string): string {
    const without = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
    return without === text ? text : withoutMarked(without)
  }

  function isForeign(part: string): boolean {
    const text = part.trim()
    return /\p{L}{2}/u.test(text) && !FIGURES.some((figure) => figure.test(text)) && !content.includes(text)
  }
}
