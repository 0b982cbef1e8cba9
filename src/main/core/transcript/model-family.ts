const DATE = /-(\d{8}|\d{4}-\d{2}-\d{2}|\d{4})$/
const CLAUDE = /(?:^|\/)claude-(?:([a-z]+)-)?(\d+)(?:-(\d{1,2}))?(?:-([a-z]+))?$/

/** From these versions on, thinking is bound to its prefix (docs/behaviour/thinking.md#preserved-thinking). */
const BINDS_FROM: Readonly<Record<string, number>> = { fable: 501, opus: 505, sonnet: 505 }
/** Claude uses a thinking budget from the first version on and adaptive thinking from the second version on. */
const THINKS_FROM = 307
const ADAPTIVE_FROM = 406
/** From these versions on, thinking cannot be disabled. */
const THINKS_ALWAYS_FROM: Readonly<Record<string, number>> = { fable: 0, mythos: 0, opus: 505, sonnet: 505 }

/**
 * Returns the name under which models share signatures and encrypted thinking: the model name without its date or
 * `-latest`, with `4.5` written as `4-5` (docs/behaviour/models.md#normalisation). Different spellings of one model
 * give the same family; different models give different families.
 */
export function modelFamily(model: string): string {
  const name = model
    .toLowerCase()
    .replace(/^models\//, '')
    .replaceAll('.', '-')
  return name.replace(/-latest$/, '').replace(DATE, '')
}

/**
 * `modelFamily` for a gateway whose answers name the model differently from the request: `anthropic/claude-sonnet-4.6`
 * answers as `anthropic/claude-4.6-sonnet-20260217`. The order of the parts is ignored.
 */
export function gatewayFamily(model: string): string {
  const [name = '', ...companies] = modelFamily(model).split('/').toReversed()
  return [...companies.toReversed(), name.split('-').toSorted().join('-')].join('/')
}

/** Whether the model refuses replayed thinking after an edit of anything before it. */
export function bindsThinkingToPrefix(model: string): boolean {
  const claude = claudeVersion(model)
  const from = claude && BINDS_FROM[claude.line]
  return from !== null && from !== undefined && claude !== null && claude.version >= from
}

/** Whether the model uses a thinking budget. Such a model requires its tool turns to begin with thinking. */
export function usesThinkingBudget(model: string): boolean {
  const claude = claudeVersion(model)
  return claude !== null && claude.version >= THINKS_FROM && claude.version < ADAPTIVE_FROM
}

/** Whether level `none` disables the model's thinking. The model then refuses its own thinking in a request. */
export function canDisableThinking(model: string): boolean {
  const claude = claudeVersion(model)
  return claude !== null && claude.version < (THINKS_ALWAYS_FROM[claude.line] ?? Number.POSITIVE_INFINITY)
}

/** `claude-opus-4-5` → opus, 405; the old order `claude-3-7-sonnet` → sonnet, 307. Null: not a Claude model. */
function claudeVersion(model: string): { readonly line: string; readonly version: number } | null {
  const match = CLAUDE.exec(modelFamily(model))
  if (match === null) return null
  const [, line, major, minor = '0', oldLine] = match
  return { line: line ?? oldLine ?? '', version: Number(major) * 100 + Number(minor) }
}
