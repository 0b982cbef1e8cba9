import type { ModelInfo } from '../../shared/model-info.ts'

/** `5.4` of gpt-5.4-mini, `4-5` of claude-haiku-4-5; not the date of mistral-large-2512 nor the size of ministral-8b. */
const VERSION = /(?<![\d.])(\d{1,2})(?:[.-](\d{1,2}))?(?![\db])/

const byName = new Intl.Collator('en', { numeric: true })

/**
 * The order in which people look for models: the highest version first, then by name. Lists have no date of publication;
 * what has no version in its name comes last.
 */
export function compareByAge(a: Pick<ModelInfo, 'id'>, b: Pick<ModelInfo, 'id'>): number {
  return versionOf(b.id) - versionOf(a.id) || byName.compare(a.id, b.id)
}

/** `5.4` as 504, so that `5.10` is above it; -1 without a version. */
function versionOf(id: string): number {
  const [, major, minor = '0'] = VERSION.exec(id) ?? []
  return major === undefined ? -1 : Number(major) * 100 + Number(minor)
}
