const DATE = /-(\d{8}|\d{4}-\d{2}-\d{2}|\d{4})$/
const CLAUDE = /(?:^|\/)claude-(?:([a-z]+)-)?(\d+)(?:-(\d{1,2}))?(?:-([a-z]+))?$/

/**
 * From these versions on, thinking is bound to everything before it (docs/behaviour/thinking.md#preserved-thinking).
 */
const BINDS_FROM: Readonly<Record<string, number>> = { fable: 501, opus: 505, sonnet: 505 }
/** From the first version on, Claude thinks within a budget; from the second on, adaptively. */
const THINKS_FROM = 307
const ADAPTIVE_FROM = 406
/** From these versions on, a model cannot be told not to think. */
const THINKS_ALWAYS_FROM: Readonly<Record<string, number>> = { fable: 0, mythos: 0, opus: 505, sonnet: 505 }

/**
 * The name under which models share signatures and encrypted thinking: the model without its date or `-latest`, `4.5`
 * written `4-5` (docs/behaviour/models.md#normalisation). Two spellings of one model are one family; two models are
 * two.
 */
export function modelFamily(model: string): string {
  const name = model
    .toLowerCase()
    .replace(/^models\//, '')
    .replaceAll('.', '-')
  return name.replace(/-latest$/, '').replace(DATE, '')
}

/**
 * The same for a gateway, which names a model in its answers otherwise than it is asked for:
 * `anthropic/claude-sonnet-4.6` answers as `anthropic/claude-4.6-sonnet-20260217`. The words count, not their order.
 */
export function gatewayFamily(model: string): string {
  const [name = '', ...companies] = modelFamily(model).split('/').toReversed()
  return [...companies.toReversed(), name.split('-').toSorted().join('-')].join('/')
}

/** Whether replayed thinking of this model is refused after an edit of anything before it. */
export function bindsThinking(model: string): boolean {
  const claude = claudeVersion(model)
  const from = claude && BINDS_FROM[claude.line]
  return from !== null && from !== undefined && claude !== null && claude.version >= from
}

/** Whether the model thinks within a budget, and then demands that its tool turns begin with thinking. */
export function thinksWithinBudget(model: string): boolean {
  const claude = claudeVersion(model)
  return claude !== null && claude.version >= THINKS_FROM && claude.version < ADAPTIVE_FROM
}

/** Whether `none` switches the model's thinking off: then it refuses to be sent its own. */
export function canStopThinking(model: string): boolean {
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
