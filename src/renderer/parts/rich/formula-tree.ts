/** An element of MathML, or text. Only what is listed here gets into the page, whatever the library returns. */
export type FormulaNode =
  | string
  | {
      readonly tag: string
      readonly attributes: Readonly<Record<string, string>>
      readonly children: readonly FormulaNode[]
    }

export interface FormulaRequest {
  readonly latex: string
  readonly display: boolean
}

/** One for each formula of a request; null if it cannot be parsed, or is too large. */
export type FormulaReply = readonly (FormulaNode | null)[]

const TAGS = new Set(
  (
    'math maction menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace ' +
    'msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none'
  ).split(' '),
)

/** Attributes without an address, a style or a name. Their values are words, numbers, lengths and colours. */
const ATTRIBUTES = new Set(
  (
    'accent accentunder columnspan depth dir display displaystyle fence form height largeop linethickness lspace ' +
    'mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowspan rspace scriptlevel separator stretchy ' +
    'symmetric voffset width'
  ).split(' '),
)
const VALUE = /^[-+#.,%\w ()]{1,60}$/
/** Lengths beyond these would let a formula cover what is around it. em, or about a tenth of that for other units. */
const LARGEST = 100
const SMALLEST = -3

const MAX_NODES = 4_000
const MAX_DEPTH = 100

/** Classes of the library that mean an alignment, for which MathML has no attribute that browsers support. */
const CLASSES = new Set([
  'tml-left',
  'tml-right',
  'tml-jot',
  'tml-small',
  'tml-display',
  'tml-cancel',
  'tml-overline',
  'tml-underline',
  'tml-fbox',
])

/** Returns what may be shown of the library's tree; null if it is too large. */
export function safeFormula(root: unknown): FormulaNode | null {
  let count = 0
  const convert = (value: unknown, depth: number): readonly FormulaNode[] => {
    count += 1
    if (count > MAX_NODES || depth > MAX_DEPTH) throw new RangeError('The formula is too large')
    if (!isRecord(value)) return []
    if (typeof value['text'] === 'string') return [value['text']]
    const children = asList(value['children']).flatMap((child) => convert(child, depth + 1))
    const tag = value['type']
    if (typeof tag !== 'string' || !TAGS.has(tag)) return children
    return [{ tag, attributes: safeAttributes(value), children }]
  }
  try {
    return convert(root, 0)[0] ?? null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function safeAttributes(node: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const attributes = isRecord(node['attributes']) ? node['attributes'] : {}
  const kept = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    const text = typeof value === 'boolean' || typeof value === 'number' ? String(value) : value
    return ATTRIBUTES.has(name) && typeof text === 'string' && isModest(text) ? [[name, text]] : []
  })
  const classes = asList(node['classes']).filter((each) => typeof each === 'string' && CLASSES.has(each))
  return Object.fromEntries(classes.length === 0 ? kept : [...kept, ['className', classes.join(' ')]])
}

function isModest(value: string): boolean {
  const length = /^[-+]?[\d.]+/.exec(value)?.[0]
  return VALUE.test(value) && (length === undefined || (Number(length) <= LARGEST && Number(length) >= SMALLEST))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
