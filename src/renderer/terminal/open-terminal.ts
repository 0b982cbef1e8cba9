import type { Terminal } from '@xterm/xterm'

const HTML = 'http://www.w3.org/1999/xhtml'

/**
 * Opens a terminal in an element of the page, without style elements and style attributes, which the content security
 * policy refuses: what the library would write there is set through the CSS object model. Returns how to remove the
 * sheets from the page.
 */
export function openTerminal(terminal: Terminal, element: HTMLElement): () => void {
  const sheets = new Set<CSSStyleSheet>()
  const createElement = (name: string): HTMLElement =>
    name === 'style' ? withSheet(sheets) : document.createElementNS(HTML, name)
  // The library creates all style elements in this call, some with the page's document, whatever document it is given.
  Object.defineProperty(document, 'createElement', { value: createElement, configurable: true })
  try {
    terminal.open(element)
  } finally {
    Reflect.deleteProperty(document, 'createElement')
  }
  createCellsWith(terminal, { createElement: styledElement })
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !sheets.has(sheet))
  }
}

/** Returns an element whose text is a style sheet of the page. The policy reports even an empty style element. */
function withSheet(sheets: Set<CSSStyleSheet>): HTMLElement {
  const element = document.createElement('template')
  const sheet = new CSSStyleSheet()
  sheets.add(sheet)
  document.adoptedStyleSheets.push(sheet)
  let text = ''
  Object.defineProperty(element, 'textContent', {
    get: () => text,
    set(next: string) {
      text = next
      sheet.replaceSync(next)
    },
  })
  return element
}

/** Sets who creates the elements of the library's rows, which get style attributes; there is no option for it. */
function createCellsWith(terminal: Terminal, factory: { createElement(name: string): HTMLElement }): void {
  const rows = ['_core', '_renderService', '_renderer', 'value', '_rowFactory'].reduce<unknown>(
    (part, name) => (part instanceof Object ? Reflect.get(part, name) : null),
    terminal,
  )
  if (rows instanceof Object) Reflect.set(rows, '_document', factory)
}

function styledElement(name: string): HTMLElement {
  const element = document.createElement(name)
  element.setAttribute = setAttribute
  return element
}

function setAttribute(this: HTMLElement, name: string, value: string): void {
  if (name === 'style') this.style.cssText = value
  else Element.prototype.setAttribute.call(this, name, value)
}
