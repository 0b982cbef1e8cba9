/** A drawn diagram, or what is wrong with its source. `line` counts from 1; null if it is not known. */
export type Diagram =
  | { readonly type: 'drawn'; readonly svg: string; readonly width: number; readonly height: number }
  | { readonly type: 'wrong'; readonly message: string; readonly line: number | null }

/** Settings that a diagram's own text cannot change: nothing runs, nothing is loaded, and labels are text. */
const SETTINGS = {
  startOnLoad: false,
  securityLevel: 'strict',
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  suppressErrorRendering: true,
  secure: [
    'secure',
    'securityLevel',
    'startOnLoad',
    'maxTextSize',
    'maxEdges',
    'suppressErrorRendering',
    'htmlLabels',
    'themeCSS',
    'fontFamily',
    'altFontFamily',
    'dompurifyConfig',
  ],
}

/**
 * Runs in the frame: draws one diagram per message. Links, scripts, pictures and foreign content are removed, since the
 * drawing may be saved and opened elsewhere.
 */
const DRIVER = `
mermaid.initialize(${JSON.stringify(SETTINGS)})
const quiet = (root) => {
  for (const link of root.querySelectorAll('a')) link.replaceWith(...link.childNodes)
  for (const element of root.querySelectorAll('script, foreignObject, iframe, object, embed, image, audio, video, link')) element.remove()
  for (const element of [root, ...root.querySelectorAll('*')])
    for (const { name, value } of [...element.attributes])
      if (/^on/i.test(name) || (/href$/i.test(name) && !value.startsWith('#'))) element.removeAttribute(name)
}
addEventListener('message', async ({ source, data: { id, code } }) => {
  if (source !== parent) return
  try {
    const { svg } = await mermaid.render('diagram-' + id, code)
    const box = document.createElement('div')
    box.innerHTML = svg
    const root = box.firstElementChild
    quiet(root)
    const [, , width, height] = (root.getAttribute('viewBox') ?? '0 0 800 600').split(/[ ,]+/).map(Number)
    root.setAttribute('width', width)
    root.setAttribute('height', height)
    parent.postMessage({ id, svg: new XMLSerializer().serializeToString(root), width, height }, '*')
  } catch (error) {
    const message = String(error?.message ?? error)
    const line = error?.hash?.loc?.first_line ?? Number(/line (\\d+)/i.exec(message)?.[1] ?? 0)
    parent.postMessage({ id, message, line }, '*')
  }
})`

/** Returns the document of the frame, with the library's source in it, since the frame cannot load anything. */
export function diagramDocument(library: string): string {
  return `<!doctype html><meta charset="utf-8"><body><script>${library.replaceAll('</script', String.raw`<\/script`)}</script><script>${DRIVER}</script>`
}

/** Longest message that is shown, UTF-16 units. */
const MAX_MESSAGE = 500
const MAX_SIDE = 20_000

/** Reads a message of the frame, which is not trusted. Null: it is not an answer to this request. */
export function readDiagram(data: unknown, id: number): Diagram | null {
  if (typeof data !== 'object' || data === null || !('id' in data) || data.id !== id) return null
  if ('svg' in data && typeof data.svg === 'string' && data.svg.startsWith('<svg'))
    return {
      type: 'drawn',
      svg: data.svg,
      width: sideOf('width' in data ? data.width : 0),
      height: sideOf('height' in data ? data.height : 0),
    }
  const message = 'message' in data && typeof data.message === 'string' ? data.message.slice(0, MAX_MESSAGE) : ''
  const line = 'line' in data && typeof data.line === 'number' && data.line > 0 ? Math.floor(data.line) : null
  return { type: 'wrong', message, line }
}

function sideOf(value: unknown): number {
  return typeof value === 'number' && value >= 1 ? Math.min(MAX_SIDE, Math.ceil(value)) : 300
}

/** Elements of SVG that only draw. A name with a prefix is none of them. */
const DRAWING_ELEMENTS = new Set(
  (
    'circle clipPath defs desc ellipse feBlend feColorMatrix feComposite feDropShadow feFlood feGaussianBlur feMerge ' +
    'feMergeNode feMorphology feOffset filter g line linearGradient marker mask path pattern polygon polyline ' +
    'radialGradient rect stop style svg switch symbol text textPath title tspan use'
  ).split(' '),
)
const TAG = /<\/?([^\s/>]*)/g

/**
 * Handlers, addresses outside of the drawing, and ways to write them that this pattern would not see: characters by
 * number, and escapes in style sheets.
 */
const LOUD =
  /\son\w+\s*=|javascript:|href\s*=\s*["'](?!#)|@import|image-set|url\(\s*["']?(?!["']?#)|&(?!(?:amp|lt|gt|quot|apos);)|=\s*(?:"[^"<]*\\|'[^'<]*\\)|<style[^<>]*>[^<]*\\/i

/**
 * Returns whether a drawing, in the form that browsers write, has only elements that draw, no handlers and no
 * addresses, so that nothing runs or is loaded where its file is opened.
 */
export function isQuietDrawing(svg: string): boolean {
  const names = [...svg.matchAll(TAG)].map(([, name = '']) => name)
  return names.every((name) => DRAWING_ELEMENTS.has(name)) && !LOUD.test(svg)
}
