import '@xterm/xterm/css/xterm.css'
import { FitAddon } from '@xterm/addon-fit'
import { Terminal, type ITheme } from '@xterm/xterm'
import type { TerminalItem, TerminalSize } from '../../shared/terminal.ts'

/** What is shown of a terminal, in an element of the page. */
export interface Screen {
  size(): TerminalSize
  show(items: readonly TerminalItem[]): void
  focus(): void
  hasFocus(): boolean
  /** Sets which keys the window gets instead of the shell. */
  leaveOn(isLeaving: (key: KeyboardEvent) => boolean): void
  close(): void
}

interface ScreenEvents {
  /** The user typed or pasted, or a program asked the terminal for something. */
  readonly onInput: (text: string) => void
  readonly onResize: (size: TerminalSize) => void
  /** This many UTF-16 units of a reader's texts have been drawn. */
  readonly onShown: (reader: number, units: number) => void
}

/** Lines that can be scrolled back to. */
const SCROLLBACK_LINES = 5_000
/** How much is confirmed at once, UTF-16 units. */
const CONFIRMED_UNITS = 32_000

export function createScreen(element: HTMLElement, { onInput, onResize, onShown }: ScreenEvents): Screen {
  const terminal = new Terminal({
    scrollback: SCROLLBACK_LINES,
    screenReaderMode: true,
    minimumContrastRatio: 4.5,
    // A link may hide its target: what programs print opens nothing.
    linkHandler: { activate: () => undefined },
    ...appearance(element),
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  const removeSheets = openTerminal(terminal, element)
  fit.fit()

  let reader = 0
  let drawn = 0
  /** Answers to questions in old output were given when it was new. */
  let isReplaying = false
  const written = (units: number): void => {
    drawn += units
    if (drawn < CONFIRMED_UNITS) return
    onShown(reader, drawn)
    drawn = 0
  }
  terminal.onData((text) => (isReplaying ? undefined : onInput(text)))
  terminal.onResize(({ cols, rows }) => onResize({ columns: cols, rows }))
  const stopFollowing = followPage(element, () => {
    terminal.options = appearance(element)
    fit.fit()
  })

  function show(item: TerminalItem): void {
    if (item.type === 'ended') return
    if (item.type === 'snapshot') {
      ;({ reader } = item)
      drawn = 0
      isReplaying = true
      terminal.reset()
    }
    terminal.write(item.text, () => {
      if (item.type === 'snapshot') isReplaying = false
      written(item.text.length)
    })
  }

  return {
    size: () => ({ columns: terminal.cols, rows: terminal.rows }),
    show: (items) => items.forEach(show),
    focus: () => terminal.focus(),
    hasFocus: () => element.contains(document.activeElement),
    leaveOn: (isLeaving) => terminal.attachCustomKeyEventHandler((key) => !copies(terminal, key) && !isLeaving(key)),
    close() {
      stopFollowing()
      terminal.dispose()
      removeSheets()
    },
  }
}

/** Ctrl+C belongs to the shell, so the selection is copied with Shift. */
function copies(terminal: Terminal, key: KeyboardEvent): boolean {
  if (!key.ctrlKey || !key.shiftKey || key.code !== 'KeyC' || !terminal.hasSelection()) return false
  key.preventDefault()
  if (key.type === 'keydown') void navigator.clipboard.writeText(terminal.getSelection())
  return true
}

function appearance(element: HTMLElement) {
  const style = getComputedStyle(element)
  return {
    fontFamily: style.getPropertyValue('--mono'),
    fontSize: Number.parseFloat(style.fontSize),
    theme: screenColors(element),
  }
}

/** Calls `onChange` when the element's size, the theme or the text size has changed. */
function followPage(element: HTMLElement, onChange: () => void): () => void {
  const sizes = new ResizeObserver(onChange)
  sizes.observe(element)
  const settings = new MutationObserver(onChange)
  settings.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] })
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', onChange)
  return () => {
    sizes.disconnect()
    settings.disconnect()
    system.removeEventListener('change', onChange)
  }
}

/** The theme's colour for each of the terminal's. Text that would be too faint is made readable by the terminal. */
const NAMES = {
  background: '--surface',
  foreground: '--ink',
  cursor: '--sap',
  cursorAccent: '--surface',
  selectionBackground: '--found',
  black: '--ink',
  red: '--fault-ink',
  green: '--code-string',
  yellow: '--call-ink',
  blue: '--sap-ink',
  magenta: '--code-keyword',
  cyan: '--code-function',
  white: '--muted',
  brightBlack: '--muted',
  brightRed: '--fault',
  brightGreen: '--sap',
  brightYellow: '--call',
  brightBlue: '--sap',
  brightMagenta: '--code-keyword',
  brightCyan: '--code-function',
  brightWhite: '--ink',
} as const satisfies Partial<Record<keyof ITheme, string>>

/** Returns the colours as they are in the theme of the page, which the terminal cannot look up itself. */
function screenColors(element: HTMLElement): ITheme {
  const probe = element.appendChild(document.createElement('i'))
  const colors: Record<string, string> = {}
  for (const [name, token] of Object.entries(NAMES)) {
    probe.style.color = `var(${token})`
    colors[name] = getComputedStyle(probe).color
  }
  probe.remove()
  return colors
}

const HTML = 'http://www.w3.org/1999/xhtml'

/**
 * Opens a terminal in an element of the page, without style elements and style attributes, which the content security
 * policy refuses: what the library would write there is set through the CSS object model. Returns how to remove the
 * sheets from the page.
 */
function openTerminal(terminal: Terminal, element: HTMLElement): () => void {
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
