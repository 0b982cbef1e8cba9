import type { ModelInfo } from '../../shared/model-info.ts'

/**
 * Matches the version: `5.4` of gpt-5.4-mini, `4-5` of claude-haiku-4-5; not the date of mistral-large-2512 or the size
 * of ministral-8b.
 */
const VERSION = /(?<![\d.])(\d{1,2})(?:[.-](\d{1,2}))?(?![\db])/

const byName = new Intl.Collator('en', { numeric: true })

/**
 * Compares models for display: the highest version first, then by name. Model lists contain no release dates. Names
 * without a version come last.
 */
export function compareByAge(a: Pick<ModelInfo, 'id'>, b: Pick<ModelInfo, 'id'>): number {
  return versionOf(b.id) - versionOf(a.id) || byName.compare(a.id, b.id)
}

/** Returns `5.4` as 504, so that `5.10` is higher; -1 without a version. */
function versionOf(id: string): number {
  const [, major, minor = '0'] = VERSION.exec(id) ?? []
  return major === undefined ? -1 : Number(major) * 100 + Number(minor)
}

/** What an id says about the kind of release: two models of one family that differ only in these are one choice. */
const RELEASE = /-(?:latest|preview|customtools|\d{4,}|\d{2}-\d{4}).*$/

/** Returns a model's family, without its version: `claude-opus` of claude-opus-5-5, `gpt-sol` of gpt-6.2-sol. */
export function familyOf(id: string): string {
  return id.replace(RELEASE, '').replace(VERSION, '').replace(/-{2,}/g, '-').replace(/-$/, '')
}
