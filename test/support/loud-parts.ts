/**
 * Runs in a page. Returns the names of what is in a drawing, given as a data URL of SVG, and may run or load something;
 * empty if there is nothing. Labels may have such words as text.
 */
export function loudParts(address: string): readonly string[] {
  const drawn =
    /^(?:circle|clipPath|defs|desc|ellipse|fe(?!Image$)\w+|filter|g|line|linearGradient|marker|mask|path|pattern|polygon|polyline|radialGradient|rect|stop|style|svg|switch|symbol|text|textPath|title|tspan|use)$/
  const loudStyle = /@import|image-set|src\(|url\((?!\s*["']?#)|\\/i
  const drawing = new DOMParser().parseFromString(
    decodeURIComponent(address.slice(address.indexOf(',') + 1)),
    'image/svg+xml',
  )
  const isLoud = ({ name, value }: Attr) =>
    /^on/i.test(name) ||
    /javascript:/i.test(value) ||
    (/(?:href|src|base)$/i.test(name) && !value.startsWith('#')) ||
    loudStyle.test(value)
  const nodes = drawing.createNodeIterator(drawing, NodeFilter.SHOW_ALL)
  const found: string[] = []
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    if (node instanceof ProcessingInstruction || node instanceof DocumentType) found.push(node.nodeName)
    if (!(node instanceof Element)) continue
    if (!drawn.test(node.localName) || node.namespaceURI !== 'http://www.w3.org/2000/svg') found.push(node.localName)
    if (node.localName === 'style' && loudStyle.test(node.textContent ?? '')) found.push('style')
    found.push(...[...node.attributes].filter(isLoud).map(({ name }) => name))
  }
  return found
}
