/**
 * Runs in a page. Returns the names of the elements and attributes of a drawing, given as a data URL of SVG, that run
 * something or load something; empty if there are none. Labels may have such words as text.
 */
export function loudParts(address: string): readonly string[] {
  const svg = decodeURIComponent(address.slice(address.indexOf(',') + 1))
  const elements = new DOMParser().parseFromString(svg, 'image/svg+xml').querySelectorAll('*')
  return [...elements].flatMap((element) => [
    ...(/^(?:script|a|foreignObject|iframe|object|embed|image|link|parsererror)$/i.test(element.localName)
      ? [element.localName]
      : []),
    ...[...element.attributes]
      .filter(({ name, value }) => /^on/i.test(name) || (/(?:href|src)$/i.test(name) && !value.startsWith('#')))
      .map(({ name }) => name),
    ...(element.localName === 'style' && /@import|url\(\s*["']?(?!["']?#)/i.test(element.textContent ?? '')
      ? ['style']
      : []),
  ])
}
